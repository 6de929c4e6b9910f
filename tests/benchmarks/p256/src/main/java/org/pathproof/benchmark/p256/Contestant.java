// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import java.time.Duration;
import java.util.Set;

/** Something that verifies signatures. */
sealed interface Contestant {
    /** A short name, as results have it. */
    String name();

    /** What exactly it is: product and version. */
    String version();

    /** Whether it is a part of Pathproof. */
    boolean ours();

    /** Whether a batch of several signatures is verified otherwise than one after the other. */
    boolean batches();

    /** The jobs that it can do. */
    Set<Job> jobs();

    /** In this JVM. */
    non-sealed interface InJvm extends Contestant {
        /**
         * A task for one thread.
         *
         * @param start with which signature it begins
         */
        Task task(Job job, int batch, int start);

        @Override
        default Set<Job> jobs() {
            return Set.of(Job.values());
        }
    }

    /** In another process. */
    non-sealed interface Elsewhere extends Contestant {
        /** Takes a turn of about this length. */
        Sample turn(Job job, int batch, int threads, Duration length);
    }
}
