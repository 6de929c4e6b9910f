// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU time of the calling thread, which other programs of a busy machine do not lengthen by their turns. */
public final class CpuClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    /** Returns the CPU time that the calling thread has used, in nanoseconds. */
    public static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
