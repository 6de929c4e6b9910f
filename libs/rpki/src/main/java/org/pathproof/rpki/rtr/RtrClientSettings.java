// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Duration;
import org.pathproof.rpki.RpkiBounds;

/**
 * Settings of a client for one cache.
 *
 * @param host name or address
 * @param port 1 to 65535; the assigned port is 323 (RFC 8210 section 9)
 * @param minVersion the lowest accepted version; version 0 has no router keys
 * @param maxVersion the first version to try
 * @param reconnect longest time between two attempts to connect, except after a set that exceeds its bounds; the first
 *     retry follows after a second
 * @param retryLimit maximum time to wait after No Data Available, even if the cache's Retry Interval is longer; also
 *     the time to wait after a set that exceeds its bounds
 * @param bounds maximum numbers of objects in an accepted set
 * @param transport transport of the connections (RFC 8210 section 9)
 */
public record RtrClientSettings(
        String host,
        int port,
        int minVersion,
        int maxVersion,
        Duration reconnect,
        Duration retryLimit,
        RpkiBounds bounds,
        RtrTransport transport) {
    /** Returns settings for plain TCP and versions 1 and 2. */
    public static RtrClientSettings of(String host, int port) {
        return new RtrClientSettings(
                host, port, 1, 2, Duration.ofSeconds(15), Duration.ofSeconds(60), RpkiBounds.DEFAULT, RtrTransport.TCP);
    }

    public RtrClientSettings withVersions(int min, int max) {
        return new RtrClientSettings(host, port, min, max, reconnect, retryLimit, bounds, transport);
    }

    public RtrClientSettings withTransport(RtrTransport other) {
        return new RtrClientSettings(host, port, minVersion, maxVersion, reconnect, retryLimit, bounds, other);
    }

    public RtrClientSettings withBounds(RpkiBounds others) {
        return new RtrClientSettings(host, port, minVersion, maxVersion, reconnect, retryLimit, others, transport);
    }

    /** Returns {@code host:port}, with brackets around an IPv6 address. */
    public String name() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
