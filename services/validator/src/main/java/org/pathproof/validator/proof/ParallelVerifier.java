// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;

/**
 * Spreads a batch over the processors. The calling thread and helper threads take chunks of the batch until none is
 * left. The calling thread verifies small batches alone.
 */
public final class ParallelVerifier implements SignatureVerifier, AutoCloseable {
    private final SignatureVerifier engine;
    private final int threads;
    private final int chunk;
    private final ForkJoinPool helpers;

    /**
     * Verifies with {@code engine}.
     *
     * @param threads the maximum number of threads that verify one batch, including the calling thread
     * @param chunk the number of signatures in one call of the engine
     */
    public ParallelVerifier(SignatureVerifier engine, int threads, int chunk) {
        this.engine = engine;
        this.threads = threads;
        this.chunk = chunk;
        this.helpers = new ForkJoinPool(Math.max(1, threads - 1));
    }

    @Override
    public AlgorithmSuites suites() {
        return engine.suites();
    }

    @Override
    public BitSet verify(List<SignatureCheck> checks) {
        int size = checks.size();
        if (size <= chunk) {
            return size == 0 ? new BitSet() : engine.verify(checks);
        }
        Work work = new Work(checks);
        for (int i = 1; i < Math.min(threads, work.chunks()); i++) {
            helpers.execute(work);
        }
        work.run();
        return work.result();
    }

    /** One batch. Each thread that runs it takes chunks until none is left. */
    private final class Work implements Runnable {
        private final List<SignatureCheck> checks;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger left;
        private final AtomicReferenceArray<BitSet> results;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Work(List<SignatureCheck> checks) {
            this.checks = checks;
            results = new AtomicReferenceArray<>(Math.ceilDiv(checks.size(), chunk));
            left = new AtomicInteger(chunks());
        }

        int chunks() {
            return results.length();
        }

        @Override
        public void run() {
            try {
                for (int c = next.getAndIncrement(); c < chunks(); c = next.getAndIncrement()) {
                    int from = c * chunk;
                    results.set(c, engine.verify(checks.subList(from, Math.min(checks.size(), from + chunk))));
                    if (left.decrementAndGet() == 0) {
                        done.complete(null);
                    }
                }
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        }

        /** Waits for the chunks of other threads. Throws a CompletionException if the engine fails for a chunk. */
        BitSet result() {
            done.join();
            BitSet verified = new BitSet(checks.size());
            for (int c = 0; c < chunks(); c++) {
                BitSet ofChunk = results.get(c);
                for (int bit = ofChunk.nextSetBit(0); bit >= 0; bit = ofChunk.nextSetBit(bit + 1)) {
                    verified.set(c * chunk + bit);
                }
            }
            return verified;
        }
    }

    @Override
    public void close() {
        helpers.close();
    }
}
