// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.pathproof.harness.Programs;

/** The daemons that can be the border router. */
enum Daemon {
    GOBGP("gobgp"),
    FRR("frr");

    private final String label;

    Daemon(String label) {
        this.label = label;
    }

    /** Returns the name in options and results. */
    String label() {
        return label;
    }

    /**
     * Starts the daemon.
     *
     * @param folder folder for logs
     * @param port port on which the daemon listens for BGP
     * @param bmpPort port of Pathproof to which the daemon sends BMP
     */
    Border start(Path folder, int port, int bmpPort) throws IOException {
        return switch (this) {
            case GOBGP -> new GoBgpBorder(folder, port, bmpPort);
            case FRR -> new FrrBorder(folder, port, bmpPort);
        };
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
