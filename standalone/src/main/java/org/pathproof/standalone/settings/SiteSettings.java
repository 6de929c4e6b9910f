// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pathproof.standalone.console.StartFailure;

/**
 * Settings of a site, from the options of {@code up} and {@code demo}.
 *
 * @param httpHost local address of the web server; empty: the configured one
 * @param bmpPort port of BMP from routers, or {@link #NO_PORT}
 * @param httpPort port of REST and the dashboard
 * @param rtrPort port of the RTR server for routers, or {@link #NO_PORT}
 * @param caches RPKI caches, each as HOST:PORT
 * @param dualPathPeers peers that may send BGPsec_PATH beside AS_PATH, unless the configuration lists others
 * @param data data folder
 * @param config file with further settings
 */
public record SiteSettings(
        Optional<String> httpHost,
        int bmpPort,
        int httpPort,
        int rtrPort,
        List<String> caches,
        List<String> dualPathPeers,
        Path data,
        Optional<Path> config) {
    /** Value of a port whose listener is disabled. */
    public static final int NO_PORT = -1;

    public SiteSettings {
        if (bmpPort == httpPort || httpPort == rtrPort || bmpPort == rtrPort && bmpPort != NO_PORT) {
            throw new StartFailure("BMP (" + bmpPort + "), HTTP (" + httpPort + ") and RTR (" + rtrPort
                    + ") need three different ports: see --bmp-port, --http-port and --rtr-port");
        }
        caches = List.copyOf(caches);
        dualPathPeers = List.copyOf(dualPathPeers);
    }
}
