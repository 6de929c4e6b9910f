// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU time of the calling thread. Unlike elapsed time, it does not depend on other programs of the machine. */
public final class CpuClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    /** Returns the CPU time that the calling thread has used, in nanoseconds. */
    public static long nanos() {
        return THREADS.getCurrentThreadCpuTime();
    }
}
