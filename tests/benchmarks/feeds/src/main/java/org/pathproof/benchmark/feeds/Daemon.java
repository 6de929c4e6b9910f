// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.pathproof.harness.Programs;

/**
 * A BGP daemon that can be the border router of the benchmark.
 *
 * @param label name in options and results
 * @param writesToKernel true if it writes routes to the kernel where there is a LAN
 */
record Daemon(String label, boolean writesToKernel, Starter starter) {
    static final String BIRD = "bird";
    static final Daemon GOBGP = new Daemon("gobgp", false, GoBgpBorder::new);
    static final Daemon FRR = new Daemon("frr", true, FrrBorder::new);

    /** Starts a border router. */
    @FunctionalInterface
    interface Starter {
        /**
         * Starts the daemon.
         *
         * @param folder folder for logs
         * @param port port on which the daemon listens for BGP
         * @param bmpPort port of Pathproof to which the daemon sends BMP
         */
        Border start(Path folder, int port, int bmpPort) throws IOException;
    }

    /** Returns BIRD. The program must support BMP, and the BIRD of Debian 12 does not. */
    static Daemon bird(Path program) {
        return new Daemon(BIRD, true, (folder, port, bmpPort) -> new BirdBorder(program, folder, port, bmpPort));
    }

    /** Throws an exception that names a missing program. */
    static void requirePrograms() throws IOException {
        for (String name : List.of("gobgpd", "gobgp", "bgpd", "zebra", "bird", "redis-server")) {
            if (Programs.find(name).isEmpty()) {
                throw new IOException(name + " is not installed");
            }
        }
    }
}
