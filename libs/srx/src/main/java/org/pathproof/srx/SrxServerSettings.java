// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Settings of an {@link SrxServer}.
 *
 * @param bind address to listen on; port 0 selects a free one
 * @param maxProxies number of connections that may be open
 * @param maxUpdates number of updates in memory, of all proxies
 * @param maxPendingRequests number of requests of one proxy that may wait; the server then reads no more from it
 * @param maxQueuedPdus number of PDUs that may wait for one proxy to read them; the server then closes the connection
 * @param handshakeTimeout time within which a proxy must send its Hello
 * @param maxKeepWindow longest time for which updates are kept for a proxy that left
 */
public record SrxServerSettings(
        InetSocketAddress bind,
        int maxProxies,
        int maxUpdates,
        int maxPendingRequests,
        int maxQueuedPdus,
        Duration handshakeTimeout,
        Duration maxKeepWindow) {
    /** Default settings for an address. */
    public static SrxServerSettings of(InetSocketAddress bind) {
        return new SrxServerSettings(
                bind, 256, 2_000_000, 1_024, 2_500_000, Duration.ofSeconds(30), Duration.ofMinutes(15));
    }
}
