// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that tables are built with use, promoted with more use, evicted, and never overwritten while a call reads them.
 */
@ParameterizedClass
@ValueSource(strings = {"scalar", "java"})
class KeyTablesTest {
    private static final List<TableShape> SHAPES = List.of(TableShape.values());

    private final SplittableRandom random = new SplittableRandom(7);
    private final Kernel kernel;

    KeyTablesTest(String kernel) {
        this.kernel = Kernels.named(kernel);
    }

    /** A key with a valid and an invalid signature. */
    private record Sample(Crafted.SignatureCase valid, Crafted.SignatureCase invalid) {}

    private Sample sample(int secret) {
        Crafted.SignatureCase valid =
                Crafted.ofScalars(BigInteger.valueOf(secret), Crafted.scalar(random), Crafted.scalar(random), random);
        return new Sample(
                valid,
                new Crafted.SignatureCase(
                        valid.key(), valid.digest().flipBit(random.nextInt(256)), valid.r(), valid.s()));
    }

    private TableEngine engine(long memory, int buildAfter, int promoteAfter) {
        return new TableEngine(kernel, memory, buildAfter, promoteAfter);
    }

    @Test
    void buildsATableWithTheSecondUse() {
        try (TableEngine engine = engine(1 << 20, 2, Integer.MAX_VALUE)) {
            SignatureBatch batch = new SignatureBatch(1);
            sample(1000).valid().addTo(batch);
            for (int use = 1; use <= 5; use++) {
                assertThat(engine.verify(batch).get(0)).isTrue();
                assertThat(engine.figures().tablesBuilt()).isEqualTo(use < 2 ? 0 : 1);
            }
            assertThat(engine.figures().slow()).isEqualTo(1);
            assertThat(engine.figures().fast()).isEqualTo(4);
            assertThat(engine.figures().tableBytes()).isEqualTo(TableShape.MEDIUM.bytes());
        }
    }

    @Test
    void aClosedEngineVerifiesWithoutTables() {
        TableEngine engine = engine(1 << 20, 1, Integer.MAX_VALUE);
        SignatureBatch batch = new SignatureBatch(2);
        Sample sample = sample(1000);
        sample.valid().addTo(batch);
        sample.invalid().addTo(batch);
        assertThat(engine.verify(batch)).isEqualTo(BitSet.valueOf(new long[] {1}));
        assertThat(engine.figures().fast()).isEqualTo(2);
        engine.close();
        engine.close();
        assertThat(engine.verify(batch)).isEqualTo(BitSet.valueOf(new long[] {1}));
        assertThat(engine.figures().fast()).isEqualTo(2);
        assertThat(engine.figures().slow()).isEqualTo(2);
    }

    @Test
    void twoEnginesHaveSeparateTablesOfTheSameKey() {
        try (TableEngine first = engine(1 << 20, 1, Integer.MAX_VALUE);
                TableEngine second = engine(1 << 20, 2, Integer.MAX_VALUE)) {
            SignatureBatch batch = new SignatureBatch(1);
            sample(1000).valid().addTo(batch);
            for (int use = 1; use <= 3; use++) {
                assertThat(first.verify(batch).get(0)).isTrue();
                assertThat(second.verify(batch).get(0)).isTrue();
            }
            assertThat(first.figures().tablesBuilt()).isEqualTo(1);
            assertThat(first.figures().fast()).isEqualTo(3);
            assertThat(second.figures().tablesBuilt()).isEqualTo(1);
            assertThat(second.figures().fast()).isEqualTo(2);
        }
    }

    @Test
    void equalKeysShareATable() {
        try (TableEngine engine = engine(1 << 20, 1, Integer.MAX_VALUE)) {
            SignatureBatch batch = new SignatureBatch(2);
            sample(1000).valid().addTo(batch);
            sample(1000).valid().addTo(batch);
            assertThat(batch.key(0)).isNotSameAs(batch.key(1)).isEqualTo(batch.key(1));
            assertThat(engine.verify(batch).cardinality()).isEqualTo(2);
            assertThat(engine.figures().tablesBuilt()).isEqualTo(1);
        }
    }

    @Test
    void buildsALargerTableForAKeyInFrequentUse() {
        try (TableEngine engine = engine(1 << 20, 1, 20)) {
            SignatureBatch batch = new SignatureBatch(1);
            sample(1000).valid().addTo(batch);
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                while (engine.figures().tableBytes() != TableShape.LARGE.bytes()) {
                    assertThat(engine.verify(batch).get(0)).isTrue();
                }
            });
            assertThat(engine.verify(batch).get(0)).isTrue();
        }
    }

    @Test
    void buildsSmallTablesOnceHalfOfTheMemoryIsUsed() {
        long memory = 1 << 20;
        int medium = (int) Math.ceilDiv(memory / 2, TableShape.MEDIUM.bytes());
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 2 * medium; i++) {
            samples.add(sample(1000 + i));
        }
        try (TableEngine engine = engine(memory, 1, 20)) {
            SignatureBatch batch = new SignatureBatch(samples.size());
            samples.forEach(sample -> sample.valid().addTo(batch));
            assertThat(engine.verify(batch).cardinality()).isEqualTo(samples.size());
            long bytes = (long) medium * (TableShape.MEDIUM.bytes() + TableShape.SMALL.bytes());
            assertThat(engine.figures().tableBytes()).isEqualTo(bytes);
            assertThat(engine.figures().slow()).isZero();
            // The key of a small table gets a larger one after more use.
            SignatureBatch last = new SignatureBatch(1);
            samples.getLast().valid().addTo(last);
            long promoted = bytes - TableShape.SMALL.bytes() + TableShape.MEDIUM.bytes();
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                while (engine.figures().tableBytes() != promoted) {
                    assertThat(engine.verify(last).get(0)).isTrue();
                }
            });
        }
    }

    @Test
    void buildsTheTablesOfPreparedKeysBeforeTheirFirstUse() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            samples.add(sample(1000 + i));
        }
        long memory = 8 << 20;
        try (TableEngine engine = engine(memory, 2, Integer.MAX_VALUE)) {
            engine.prepare(samples.stream().map(sample -> sample.valid().key()).toList());
            long bytes = engine.figures().tableBytes();
            assertThat(bytes).isGreaterThan(64L * TableShape.MEDIUM.bytes()).isLessThanOrEqualTo(memory / 2);
            SignatureBatch batch = new SignatureBatch(64);
            samples.forEach(sample -> sample.valid().addTo(batch));
            assertThat(engine.verify(batch).cardinality()).isEqualTo(64);
            assertThat(engine.figures().slow()).isZero();
            assertThat(engine.figures().tableBytes()).isEqualTo(bytes);
            assertThat(engine.figures().tablesEvicted()).isZero();
        }
    }

    @Test
    void evictsLargeTablesForKeysWithoutATable() {
        long memory = 1 << 20;
        int keys = (int) (memory / TableShape.SMALL.bytes()) * 3 / 4;
        try (TableEngine engine = engine(memory, 1, Integer.MAX_VALUE)) {
            List<Sample> samples = new ArrayList<>();
            for (int i = 0; i < keys; i++) {
                samples.add(sample(1000 + i));
            }
            for (int i = 0; i < 11; i++) {
                assertThat(engine.tables().build(samples.get(i).valid().key(), TableShape.LARGE))
                        .isTrue();
            }
            SignatureBatch batch = new SignatureBatch(keys);
            samples.forEach(sample -> sample.valid().addTo(batch));
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                long slow;
                do {
                    slow = engine.figures().slow();
                    assertThat(engine.verify(batch).cardinality()).isEqualTo(keys);
                } while (engine.figures().slow() != slow);
            });
            assertThat(engine.figures().tablesEvicted()).isBetween(1L, 11L);
            assertThat(engine.figures().tableBytes()).isLessThanOrEqualTo(memory);
        }
    }

    @Test
    @Timeout(60)
    void answersManyThreadsWhileTablesAreBuiltAndEvicted() throws InterruptedException, ExecutionException {
        long memory = 512 << 10;
        int threads = 6;
        long evictions = 300;
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            samples.add(sample(1000 + i));
        }
        try (TableEngine engine = engine(memory, 1, 8)) {
            try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                List<Future<Long>> wrong = new ArrayList<>();
                for (int t = 0; t < threads; t++) {
                    SplittableRandom own = random.split();
                    wrong.add(pool.submit(() -> wrongAnswers(engine, samples, own, evictions)));
                }
                for (Future<Long> count : wrong) {
                    assertThat(count.get()).isZero();
                }
            }
            EngineFigures figures = engine.figures();
            assertThat(figures.tablesEvicted()).isGreaterThanOrEqualTo(evictions);
            assertThat(figures.tablesBuilt()).isGreaterThan(figures.tablesEvicted());
            assertThat(figures.tableBytes()).isBetween(1L, memory);
            assertThat(figures.fast()).isGreaterThan(0);
            assertThat(figures.undecided()).isZero();
        }
    }

    private static long wrongAnswers(
            SignatureEngine engine, List<Sample> samples, SplittableRandom random, long evictions) {
        SignatureBatch batch = new SignatureBatch(64);
        BitSet expected = new BitSet();
        BitSet answers = new BitSet();
        long wrong = 0;
        for (int round = 0; round < 50 || engine.figures().tablesEvicted() < evictions; round++) {
            batch.clear();
            expected.clear();
            answers.clear();
            int size = 1 + random.nextInt(64);
            for (int i = 0; i < size; i++) {
                // Some keys are used more than others.
                Sample sample = samples.get(random.nextInt(1 + random.nextInt(samples.size())));
                boolean valid = random.nextInt(3) > 0;
                (valid ? sample.valid() : sample.invalid()).addTo(batch);
                expected.set(i, valid);
            }
            engine.verify(batch, answers);
            answers.xor(expected);
            wrong += answers.cardinality();
        }
        return wrong;
    }

    @Test
    void allocatesTablesWithoutOverlap() {
        int units = 400;
        TableMemory memory =
                new TableMemory(MemorySegment.ofArray(new long[units * TableShape.UNIT_BYTES / Long.BYTES]));
        boolean[] taken = new boolean[units];
        List<KeyTable> tables = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            TableShape shape = SHAPES.get(random.nextInt(SHAPES.size()));
            KnownKey key = new KnownKey(Crafted.key(BigInteger.valueOf(1000 + i)));
            List<KeyTable> evicted = new ArrayList<>();
            KeyTable table = memory.takeFresh(key, shape);
            if (table == null) {
                table = memory.takeOver(key, shape, evicted);
            }
            Objects.requireNonNull(table);
            evicted.forEach(gone -> mark(taken, gone, false));
            tables.removeAll(evicted);
            mark(taken, table, true);
            table.markReady();
            tables.add(table);
            if (random.nextInt(4) == 0) {
                KeyTable released = tables.remove(random.nextInt(tables.size()));
                memory.release(released);
                mark(taken, released, false);
            }
            int used = 0;
            for (boolean unit : taken) {
                used += unit ? 1 : 0;
            }
            assertThat(memory.unitsUsed()).isEqualTo(used);
        }
    }

    private static void mark(boolean[] taken, KeyTable table, boolean to) {
        for (int i = 0; i < table.shape().units(); i++) {
            assertThat(taken[table.firstUnit() + i]).isNotEqualTo(to);
            taken[table.firstUnit() + i] = to;
        }
    }
}
