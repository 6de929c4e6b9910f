// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.time.Duration;
import java.util.Set;

/** An implementation of signature verification that is measured. */
sealed interface Contestant {
    /** Returns the short name for the results. */
    String name();

    /** Returns product and version. */
    String version();

    /** Returns true for an engine of Pathproof. */
    boolean ours();

    /** Returns true if the signatures of a batch share work. */
    boolean batches();

    /** Returns the supported jobs. */
    Set<Job> jobs();

    /** A contestant in this JVM. */
    non-sealed interface InJvm extends Contestant {
        /**
         * Returns a task for one thread.
         *
         * @param start index of the first signature
         */
        Task task(Job job, int batch, int start);

        @Override
        default Set<Job> jobs() {
            return Set.of(Job.values());
        }
    }

    /** A contestant in another process. */
    non-sealed interface OtherProcess extends Contestant {
        /** Verifies signatures for about {@code length}, and returns the result. */
        Sample measure(Job job, int batch, int threads, Duration length);
    }
}
