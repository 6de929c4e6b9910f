// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.bgpsec.SignatureVerifier;

/** Spreads a batch over the cores: chunks of it go to an engine at the same time. Small batches stay on the caller's thread. */
public final class ParallelVerifier implements SignatureVerifier, AutoCloseable {
    private final SignatureVerifier engine;
    private final int chunk;
    private final ForkJoinPool pool;

    /**
     * Verifies with {@code engine}.
     *
     * @param threads how many chunks are computed at a time
     * @param chunk how many signatures the engine gets at a time
     */
    public ParallelVerifier(SignatureVerifier engine, int threads, int chunk) {
        this.engine = engine;
        this.chunk = chunk;
        this.pool = new ForkJoinPool(threads);
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
        List<ForkJoinTask<BitSet>> parts = new ArrayList<>();
        for (int from = 0; from < size; from += chunk) {
            List<SignatureCheck> part = checks.subList(from, Math.min(size, from + chunk));
            parts.add(pool.submit(() -> engine.verify(part)));
        }
        BitSet verified = new BitSet(size);
        for (int i = 0; i < parts.size(); i++) {
            int from = i * chunk;
            parts.get(i).join().stream().forEach(bit -> verified.set(from + bit));
        }
        return verified;
    }

    @Override
    public void close() {
        pool.close();
    }
}
