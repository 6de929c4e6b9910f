// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures every cell in each round, one after the other. The reference is measured before every few cells and after
 * the last one. The ratio of a cell uses the reference before and after it, so that a slow phase of the machine
 * affects both.
 */
final class Rounds {
    private static final int CELLS_BETWEEN_REFERENCES = 6;

    private final Turns turns;
    private final @Nullable Cell reference;
    private final Duration turn;
    private final Map<Cell, Measured> measured = new LinkedHashMap<>();
    private final List<Double> referenceRates = new ArrayList<>();

    /** The figures of a cell, one for each round. */
    record Measured(List<Double> rates, List<Double> wallRates, List<Double> ratios) {
        Measured() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** @param reference cell of OpenSSL; null for results without ratios */
    Rounds(Turns turns, @Nullable Cell reference, List<Cell> cells, Duration turn) {
        this.turns = turns;
        this.reference = reference;
        this.turn = turn;
        cells.forEach(cell -> measured.put(cell, new Measured()));
    }

    /** Runs rounds until the end time, and at least {@code least} rounds. */
    void run(long endNanos, int least) {
        int rounds = 0;
        long round = 0;
        while (rounds < least || System.nanoTime() + round < endNanos) {
            long start = System.nanoTime();
            runRound();
            round = System.nanoTime() - start;
            rounds++;
        }
    }

    /** Runs a round without recording its figures. */
    void warmUp() {
        measured.keySet().forEach(cell -> turns.take(cell, turn));
    }

    private void runRound() {
        List<Cell> cells = List.copyOf(measured.keySet());
        double before = reference();
        for (int from = 0; from < cells.size(); from += CELLS_BETWEEN_REFERENCES) {
            List<Cell> some = cells.subList(from, Math.min(cells.size(), from + CELLS_BETWEEN_REFERENCES));
            List<Sample> samples =
                    some.stream().map(cell -> turns.take(cell, turn)).toList();
            double after = reference();
            for (int i = 0; i < some.size(); i++) {
                Sample sample = samples.get(i);
                Measured figures = of(some.get(i));
                figures.rates.add(sample.rate());
                figures.wallRates.add(sample.wallRate());
                figures.ratios.add(sample.rate() / sample.threads() / ((before + after) / 2));
            }
            before = after;
        }
    }

    /** Measures the rate of the reference; NaN without a reference. */
    private double reference() {
        if (reference == null) {
            return Double.NaN;
        }
        double rate = turns.take(reference, turn).rate();
        referenceRates.add(rate);
        return rate;
    }

    Measured of(Cell cell) {
        Measured figures = measured.get(cell);
        if (figures == null) {
            throw new IllegalArgumentException("not measured: " + cell);
        }
        return figures;
    }

    /** Returns the rate of every turn of the reference; empty without a reference. */
    List<Double> referenceRates() {
        return referenceRates;
    }
}
