// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compares the results of all engines with the right ones, bit by bit: for valid signatures, for corrupted ones, and
 * for signatures crafted against the algorithms of the engines. {@link FuzzCases} derives the right results. Bouncy
 * Castle and OpenSSL confirm the results for all crafted signatures and for a share of the others.
 *
 * <p>System properties, each with the prefix {@code pathproof.p256.fuzz.}: {@code cases} (20,000;
 * {@code ./pathproof test fuzz} sets 10,000,000), {@code seed}, {@code oracle-one-in} (8; 1 confirms all),
 * {@code threads}. The same seed and number of cases create the same cases for any number of threads.
 */
class DifferentialFuzzTest {
    private static final System.Logger log = System.getLogger(DifferentialFuzzTest.class.getName());
    private static final long CASES = Long.getLong("pathproof.p256.fuzz.cases", 20_000);
    private static final long SEED = Long.getLong("pathproof.p256.fuzz.seed", 20261120);
    private static final int ORACLE_ONE_IN = Integer.getInteger("pathproof.p256.fuzz.oracle-one-in", 8);
    private static final int THREADS = Integer.getInteger("pathproof.p256.fuzz.threads", 1);

    /**
     * Number of cases up to which every engine verifies every batch, including the engines of the services. Those
     * engines ban keys with many undecided signatures, and then verify only with Bouncy Castle.
     */
    private static final long EVERY_ENGINE_AT_MOST = 20_000;

    private static final long CHUNK = 50_000;

    private final FuzzKeys keys = new FuzzKeys(new SplittableRandom(SEED));
    private final List<SignatureEngine> oracles = new ArrayList<>(List.of(new BouncyCastleEngine()));
    private final boolean all = CASES <= EVERY_ENGINE_AT_MOST;

    /** The counts of some cases. */
    private record Tally(long asked, long valid, long undecided, Map<FuzzKind, Long> kinds) {
        Tally plus(Tally other) {
            Map<FuzzKind, Long> sums = new EnumMap<>(kinds);
            other.kinds.forEach((kind, count) -> sums.merge(kind, count, Long::sum));
            return new Tally(asked + other.asked, valid + other.valid, undecided + other.undecided, sums);
        }
    }

    @Test
    void allEnginesGiveTheRightAnswers() throws InterruptedException, ExecutionException {
        OpenSsl.find().ifPresent(oracles::add);
        long started = System.nanoTime();
        try (FuzzEngines engines = new FuzzEngines(keys, all);
                ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            AtomicLong done = new AtomicLong();
            List<Future<Tally>> chunks = new ArrayList<>();
            for (long first = 0; first < CASES; first += CHUNK) {
                long number = first / CHUNK;
                long count = Math.min(CHUNK, CASES - first);
                chunks.add(pool.submit(() -> {
                    Tally tally = chunk(number, count, engines);
                    long sum = done.addAndGet(tally.asked);
                    if (sum / 1_000_000 != (sum - tally.asked) / 1_000_000) {
                        log.log(System.Logger.Level.INFO, "differential fuzz: " + sum + " cases so far");
                    }
                    return tally;
                }));
            }
            Tally tally = new Tally(0, 0, 0, new EnumMap<>(FuzzKind.class));
            for (Future<Tally> chunk : chunks) {
                tally = tally.plus(chunk.get());
            }
            log.log(System.Logger.Level.INFO, report(tally, engines, System.nanoTime() - started));
            assertThat(tally.asked).isGreaterThanOrEqualTo(CASES);
            assertThat(tally.valid).isBetween(tally.asked / 2, tally.asked / 4 * 3);
            assertThat(tally.kinds.keySet()).containsExactly(FuzzKind.values());
            for (TableEngine engine : engines.withTables()) {
                EngineFigures figures = engine.figures();
                long answers = figures.fast() + figures.slow() + figures.undecided();
                assertThat(figures.fast()).as("%s", engine.name()).isGreaterThan(answers / 100 * 95);
                assertThat(figures.undecided()).as("%s", engine.name()).isPositive();
                assertThat(figures.slow()).as("%s", engine.name()).isPositive();
            }
        }
    }

    private Tally chunk(long number, long count, FuzzEngines engines) {
        SplittableRandom random = new SplittableRandom(SEED + 0x9e3779b97f4a7c15L * (number + 1));
        FuzzCases cases = new FuzzCases(keys, random.split(), ORACLE_ONE_IN);
        SignatureBatch batch = new SignatureBatch(2 * Workspace.BATCH_SIGNATURES);
        long asked = 0;
        long valid = 0;
        long undecided = 0;
        for (long turn = 0; asked < count; turn++) {
            cases.fill(batch, size(random));
            for (SignatureEngine engine : all ? engines.all() : engines.forBatch(turn)) {
                compare(engine, batch, cases.expected, random, number);
            }
            confirm(batch, cases, number);
            asked += batch.size();
            valid += cases.expected.cardinality();
            undecided += cases.undecided.cardinality();
        }
        return new Tally(asked, valid, undecided, cases.made());
    }

    /** Returns a batch size: a few lanes, some groups of lanes, about the number that share inversions, or more. */
    private static int size(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(1, 18);
            case 1 -> random.nextInt(18, 100);
            case 2 -> Workspace.BATCH_SIGNATURES + random.nextInt(-10, 11);
            default -> random.nextInt(Workspace.BATCH_SIGNATURES, 3 * Workspace.BATCH_SIGNATURES);
        };
    }

    private void confirm(SignatureBatch batch, FuzzCases cases, long chunk) {
        SignatureBatch undecided = new SignatureBatch(cases.undecided.cardinality());
        BitSet expected = new BitSet();
        cases.undecided.stream().forEach(entry -> {
            expected.set(undecided.size(), cases.expected.get(entry));
            undecided.addFrom(batch, entry);
        });
        for (SignatureEngine oracle : oracles) {
            compare(oracle, undecided, expected, new SplittableRandom(0), chunk);
        }
    }

    private static void compare(
            SignatureEngine engine, SignatureBatch batch, BitSet expected, SplittableRandom random, long chunk) {
        BitSet answers = new BitSet(batch.size());
        answers.set(0, batch.size(), random.nextBoolean());
        engine.verify(batch, answers);
        if (!answers.equals(expected)) {
            answers.xor(expected);
            String wrong = answers.stream()
                    .mapToObj(entry -> batch.describe(entry) + " expected " + expected.get(entry))
                    .collect(Collectors.joining("; "));
            throw new AssertionError(engine.name() + " (seed " + SEED + ", " + CASES + " cases, chunk " + chunk
                    + ") is wrong: " + wrong);
        }
    }

    private String report(Tally tally, FuzzEngines engines, long nanoseconds) {
        StringBuilder report = new StringBuilder();
        report.append(String.format(
                "differential fuzz: %,d cases (%,d valid), seed %d, all right in %,d s on %d threads%n",
                tally.asked, tally.valid, SEED, nanoseconds / 1_000_000_000, THREADS));
        report.append(String.format(
                "engines: %s; %,d cases confirmed by %s%n",
                engines.withTables().stream().map(TableEngine::name).distinct().collect(Collectors.joining(", ")),
                tally.undecided,
                oracles.stream().map(SignatureEngine::name).collect(Collectors.joining(" and "))));
        tally.kinds.forEach(
                (kind, count) -> report.append(String.format("| %s | %,d | %s |%n", kind, count, kind.description())));
        return report.toString().stripTrailing();
    }
}
