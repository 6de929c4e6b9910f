// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Settings of an {@link SrxServer}.
 *
 * @param bind address to listen on; port 0 selects a free one
 * @param maxProxies maximum number of open connections
 * @param maxProxiesPerAddress maximum number of open connections from one IPv4 address or IPv6 /64
 * @param maxUpdates maximum number of updates in memory for all proxies; an update above 1 KiB counts once for each
 *     started KiB
 * @param maxPendingRequests maximum number of waiting requests of one proxy, counted in the same way; at this number
 *     the server stops reading from the proxy
 * @param maxQueuedPdus maximum number of PDUs that wait until a proxy reads them; above this number the server closes
 *     the connection
 * @param handshakeTimeout time within which a proxy must send its Hello, and the rest of each PDU after its first byte
 * @param maxKeepWindow maximum time for which updates are kept after a proxy has disconnected
 */
public record SrxServerSettings(
        InetSocketAddress bind,
        int maxProxies,
        int maxProxiesPerAddress,
        int maxUpdates,
        int maxPendingRequests,
        int maxQueuedPdus,
        Duration handshakeTimeout,
        Duration maxKeepWindow) {
    /** Returns the default settings for an address. */
    public static SrxServerSettings of(InetSocketAddress bind) {
        return new SrxServerSettings(
                bind, 256, 32, 2_000_000, 1_024, 2_500_000, Duration.ofSeconds(30), Duration.ofMinutes(15));
    }
}
