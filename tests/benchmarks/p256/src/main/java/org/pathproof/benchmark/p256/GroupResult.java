// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results for one number of keys.
 *
 * @param keys number of different keys
 * @param signatures number of different signatures
 * @param openSsl rate of OpenSSL for the signature alone, over all its turns; null without OpenSSL
 * @param load load averages before and after
 */
record GroupResult(
        int keys,
        int signatures,
        String load,
        @Nullable Spread openSsl,
        List<Figures> figures,
        List<Memory> memory,
        List<String> remarks) {
    /**
     * The rates of one {@link Cell}.
     *
     * @param ours true for an engine of Pathproof
     * @param inJvm true for a contestant that runs in this JVM
     * @param batches true for a contestant that verifies batches
     * @param rate signatures per second of CPU time, summed over the threads
     * @param wallRate signatures per second of wall-clock time
     * @param ratio rate of one thread, divided by the mean rate of the nearest OpenSSL turns before and after it;
     *     OpenSSL verifies the signature alone
     */
    record Figures(
            String contestant,
            String version,
            boolean ours,
            boolean inJvm,
            boolean batches,
            Job job,
            int batch,
            int threads,
            Spread rate,
            Spread wallRate,
            @Nullable Spread ratio) {}

    /**
     * Memory of a key, in bytes.
     *
     * @param publicKey parsed key, on the heap
     * @param tables tables, outside the heap
     * @param bookkeeping other data of the engine about the key, on the heap
     */
    record Memory(String engine, double publicKey, double tables, double bookkeeping) {
        double total() {
            return publicKey + tables + bookkeeping;
        }
    }

    Optional<Figures> find(String contestant, Job job, int batch, int threads) {
        return figures.stream()
                .filter(f -> f.contestant.equals(contestant) && f.job == job)
                .filter(f -> f.batch == (f.batches ? batch : 1) && f.threads == threads)
                .findFirst();
    }

    /** Returns the contestants, in the order of measurement. */
    List<String> contestants() {
        return figures.stream().map(Figures::contestant).distinct().toList();
    }
}
