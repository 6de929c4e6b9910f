// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Selects the port of a listener: the requested one, or the default. */
final class PortChoice {
    private static final int MAX = 65_535;

    private PortChoice() {}

    /**
     * Returns the port to use on all addresses.
     *
     * @throws StartFailure if the port is in use
     */
    static int required(String option, @Nullable Integer requested, int standard) {
        return required(option, requested, standard, Ports.ANY);
    }

    /**
     * Returns the port to use on one address.
     *
     * @throws StartFailure if the port is in use
     */
    static int required(String option, @Nullable Integer requested, int standard, InetAddress address) {
        int port = valid(option, requested == null ? standard : requested);
        if (!Ports.isFree(address, port)) {
            throw new StartFailure("port " + port + " is in use: choose another with " + option);
        }
        return port;
    }

    /**
     * Returns the port to use on one address. A free port replaces a default port that is in use.
     *
     * @throws StartFailure if a requested port is in use
     */
    static int flexible(
            String option, @Nullable Integer requested, int standard, InetAddress address, Console console) {
        if (requested != null || Ports.isFree(address, standard)) {
            return required(option, requested, standard, address);
        }
        int port = Ports.free();
        console.say("Port " + standard + " (" + option + ") is in use: using " + port + " instead.");
        return port;
    }

    private static int valid(String option, int port) {
        if (port < 1 || port > MAX) {
            throw new StartFailure(option + " " + port + " is not a port (1.." + MAX + ")");
        }
        return port;
    }
}
