// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a site, from the options of {@code up} and {@code demo}.
 *
 * @param httpHost local address of the web server; empty: the configured one
 * @param bmpPort port of BMP from routers
 * @param httpPort port of REST and the dashboard
 * @param rtrPort port of the RTR server for routers
 * @param caches RPKI caches, each as HOST:PORT
 * @param besidePeers peers that may send BGPsec_PATH beside AS_PATH, unless the configuration lists others
 * @param data data folder
 * @param config file with further settings
 */
record SiteSettings(
        Optional<String> httpHost,
        int bmpPort,
        int httpPort,
        int rtrPort,
        List<String> caches,
        List<String> besidePeers,
        Path data,
        Optional<Path> config) {
    SiteSettings {
        if (bmpPort == httpPort || bmpPort == rtrPort || httpPort == rtrPort) {
            throw new StartFailure("--bmp-port " + bmpPort + ", --http-port " + httpPort + " and --rtr-port " + rtrPort
                    + " must be three different ports");
        }
        caches = List.copyOf(caches);
        besidePeers = List.copyOf(besidePeers);
    }
}
