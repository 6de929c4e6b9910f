// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.time.Duration;
import java.util.Set;

/** Something that verifies signatures. */
sealed interface Contestant {
    /** Returns the short name of the results. */
    String name();

    /** Returns product and version. */
    String version();

    /** Returns true if it is a part of Pathproof. */
    boolean ours();

    /** Returns true if a batch is not verified one signature after the other. */
    boolean batches();

    /** Returns the jobs that it supports. */
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
    non-sealed interface Elsewhere extends Contestant {
        /** Runs a turn of about this length. */
        Sample turn(Job job, int batch, int threads, Duration length);
    }
}
