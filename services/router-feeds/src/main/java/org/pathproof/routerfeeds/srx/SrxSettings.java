// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.srx;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.pathproof.srx.SrxServerSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the SRx server.
 *
 * @param bind Local address of the SRx server. The protocol has no authentication: open it to trusted networks only.
 * @param port TCP port of the SRx server; NIST's routers use 17900. 0: any free port. -1: no SRx server.
 * @param maxProxies Maximum number of SRx connections. Further ones are closed.
 * @param maxProxiesPerAddress Maximum number of SRx connections from one IPv4 address or IPv6 /64. An address holds at
 *     most as many as are free.
 * @param maxUpdates Maximum number of updates in memory; an update above 1 KiB counts once for each KiB. A proxy
 *     with more updates is disconnected.
 * @param keepWindow Longest time for which the updates of a disconnected proxy are kept.
 */
@ConfigurationProperties("pathproof.policy-api.srx")
public record SrxSettings(
        @DefaultValue("127.0.0.1") String bind,
        @DefaultValue("-1") int port,
        @DefaultValue("256") int maxProxies,
        @DefaultValue("32") int maxProxiesPerAddress,
        @DefaultValue("2000000") int maxUpdates,
        @DefaultValue("15m") Duration keepWindow) {
    boolean isEnabled() {
        return port >= 0;
    }

    SrxServerSettings toServerSettings() {
        SrxServerSettings defaults = SrxServerSettings.of(new InetSocketAddress(bind, port));
        return new SrxServerSettings(
                defaults.bind(),
                maxProxies,
                maxProxiesPerAddress,
                maxUpdates,
                defaults.maxPendingRequests(),
                defaults.maxQueuedPdus(),
                defaults.handshakeTimeout(),
                keepWindow);
    }
}
