// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came of the contest under some number of keys.
 *
 * @param signatures how many different ones were verified again and again
 * @param openSsl the rate of OpenSSL at the signature alone, of all its turns; null without it
 * @param load before and after
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
     * Of one contestant in one way.
     *
     * @param rate signatures a second of CPU time, of as many processors as threads
     * @param wallRate signatures a second by the clock on the wall
     * @param ratio a thread's rate to that of OpenSSL at the signature alone, neighbours in time compared
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
     * What a key takes, in octets.
     *
     * @param publicKey the parsed key, on the heap
     * @param tables outside of the heap
     * @param bookkeeping what the engine knows of the key, on the heap
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

    /** The contestants, in the order in which they were measured. */
    List<String> contestants() {
        return figures.stream().map(Figures::contestant).distinct().toList();
    }
}
