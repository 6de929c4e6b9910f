// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code ./pathproof up} is told.
 *
 * @param httpHost the local address of the web server, where it is not that of the configuration
 * @param bmpPort where routers connect
 * @param httpPort of REST and the dashboard
 * @param rtrPort of the RTR server for routers
 * @param caches the RPKI caches to follow, HOST:PORT each
 * @param data the data folder
 * @param config a file of further settings
 */
record SiteSettings(
        Optional<String> httpHost,
        int bmpPort,
        int httpPort,
        int rtrPort,
        List<String> caches,
        Path data,
        Optional<Path> config) {
    SiteSettings {
        if (bmpPort == httpPort || bmpPort == rtrPort || httpPort == rtrPort) {
            throw new StartFailure("--bmp-port " + bmpPort + ", --http-port " + httpPort + " and --rtr-port " + rtrPort
                    + " have to be three different ports");
        }
        caches = List.copyOf(caches);
    }
}
