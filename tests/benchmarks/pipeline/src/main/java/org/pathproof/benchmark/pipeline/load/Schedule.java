// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The due times of the updates of a stream, relative to the first update. Latencies are measured from the due time,
 * even if the player sends later.
 */
public final class Schedule {
    private static final long MICROS_PER_MILLI = 1000;

    private final List<Step> steps;
    private final long[] before;
    private final long[] startMicros;

    /**
     * A period with one rate.
     *
     * @param updates number of evenly spaced updates
     */
    public record Step(int milliseconds, int updates) {}

    public Schedule(List<Step> steps) {
        this.steps = List.copyOf(steps);
        before = new long[steps.size() + 1];
        startMicros = new long[steps.size() + 1];
        for (int i = 0; i < steps.size(); i++) {
            before[i + 1] = before[i] + steps.get(i).updates();
            startMicros[i + 1] = startMicros[i] + steps.get(i).milliseconds() * MICROS_PER_MILLI;
        }
    }

    /** Returns a schedule with one rate for a number of seconds. */
    public static Schedule steady(int perSecond, int seconds) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < seconds; i++) {
            steps.add(new Step(1000, perSecond));
        }
        return new Schedule(steps);
    }

    /** Parses the result of {@link #toString}. */
    public static Schedule parse(String text) {
        return new Schedule(Arrays.stream(text.split(",", -1))
                .map(step -> step.split(":", -1))
                .map(words -> new Step(Integer.parseInt(words[0]), Integer.parseInt(words[1])))
                .toList());
    }

    public int updates() {
        return (int) before[steps.size()];
    }

    public List<Step> steps() {
        return steps;
    }

    /** Returns the highest rate, in updates per second. */
    public int most() {
        return steps.stream()
                .mapToInt(step -> step.updates() * 1000 / step.milliseconds())
                .max()
                .orElse(0);
    }

    public double seconds() {
        return startMicros[steps.size()] / 1e6;
    }

    /** Returns the due time of update {@code index}, in microseconds after the start. */
    public long micros(int index) {
        int found = Arrays.binarySearch(before, index);
        int step = found >= 0 ? found : -found - 2;
        // Skips steps without updates.
        while (step < steps.size() && steps.get(step).updates() == 0) {
            step++;
        }
        if (step >= steps.size()) {
            return startMicros[steps.size()];
        }
        long length = startMicros[step + 1] - startMicros[step];
        return startMicros[step]
                + (index - before[step]) * length / steps.get(step).updates();
    }

    /** Returns the number of updates that are due at a time after the start. */
    public int due(long micros) {
        int low = 0;
        int high = updates();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (micros(middle) <= micros) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return steps.stream()
                .map(step -> step.milliseconds() + ":" + step.updates())
                .collect(Collectors.joining(","));
    }
}
