// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Which port a listener gets: the one that was asked for, or the default. */
final class PortChoice {
    private static final int MAX = 65_535;

    private PortChoice() {}

    /** The port to use; throws StartFailure when somebody else listens on it. */
    static int required(String option, @Nullable Integer asked, int usual) {
        return required(option, asked, usual, Ports.ANY);
    }

    /** The same for a server that listens on one address. */
    static int required(String option, @Nullable Integer asked, int usual, InetAddress address) {
        int port = valid(option, asked == null ? usual : asked);
        if (!Ports.isFree(address, port)) {
            throw new StartFailure("port " + port + " is in use: choose another with " + option);
        }
        return port;
    }

    /** The same, but instead of a default port that is in use a free one is taken, and the console says so. */
    static int flexible(String option, @Nullable Integer asked, int usual, InetAddress address, Console console) {
        if (asked != null || Ports.isFree(address, usual)) {
            return required(option, asked, usual, address);
        }
        int port = Ports.free();
        console.say("Port " + usual + " (" + option + ") is in use: taking " + port + " instead.");
        return port;
    }

    private static int valid(String option, int port) {
        if (port < 1 || port > MAX) {
            throw new StartFailure(option + " " + port + " is not a port (1.." + MAX + ")");
        }
        return port;
    }
}
