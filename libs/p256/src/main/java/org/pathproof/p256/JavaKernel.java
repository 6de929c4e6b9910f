// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.pathproof.p256.portable.Comb;
import org.pathproof.p256.portable.CombTable;
import org.pathproof.p256.portable.Generator;
import org.pathproof.p256.portable.Verifier;

/** The kernel in Java ({@link org.pathproof.p256.portable}). This kernel runs on every machine. */
final class JavaKernel implements Kernel {
    static final String NAME = "java";

    /** Number of signatures that share inversions. The points of more signatures exceed the caches of a core. */
    private static final int BATCH_SIGNATURES = 128;

    private final Generator generator = Generator.forVerification();
    private final Map<TableShape, Comb> combs = new EnumMap<>(TableShape.class);

    JavaKernel() {
        for (TableShape shape : TableShape.values()) {
            combs.put(shape, new Comb(shape.teeth(), shape.spacing()));
        }
    }

    @Override
    public String engineName() {
        return NAME;
    }

    @Override
    public MemorySegment newMemory(long bytes) {
        return LazyMemory.allocate(bytes);
    }

    @Override
    public void freeMemory(MemorySegment memory) {
        LazyMemory.free(memory);
    }

    @Override
    public void build(TableShape shape, P256PublicKey key, MemorySegment table) {
        CombTable.fill(key.coordinates(), comb(shape), table);
    }

    private Comb comb(TableShape shape) {
        return Objects.requireNonNull(combs.get(shape));
    }

    @Override
    public Call newCall(int batch) {
        return new JavaCall(batch);
    }

    private final class JavaCall implements Call {
        private final Verifier verifier = new Verifier(generator, BATCH_SIGNATURES, combs.values());
        private final MemorySegment[] tables;
        private final byte[] answers;

        JavaCall(int batch) {
            tables = new MemorySegment[batch];
            answers = new byte[batch];
        }

        @Override
        public void verify(TableShape shape, SignatureBatch batch, int[] entries, KeyTable[] found, int count) {
            for (int i = 0; i < count; i++) {
                tables[i] = found[i].memory();
            }
            for (int from = 0; from < count; from += BATCH_SIGNATURES) {
                verifier.verify(
                        comb(shape),
                        batch.digests(),
                        batch.r(),
                        batch.s(),
                        entries,
                        tables,
                        from,
                        Math.min(BATCH_SIGNATURES, count - from),
                        answers);
            }
        }

        @Override
        public byte result(int place) {
            return answers[place];
        }

        @Override
        public void close() {
            // All memory is in the Java heap.
        }
    }
}
