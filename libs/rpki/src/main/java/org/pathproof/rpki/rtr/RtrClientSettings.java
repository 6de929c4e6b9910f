// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiBounds;

/**
 * How to follow a cache.
 *
 * @param host name or address
 * @param port 1..65535; 323 by RFC 8210 section 9
 * @param minVersion the lowest version to accept; version 0 has no router keys
 * @param maxVersion the version to begin with
 * @param reconnect the longest time between two attempts to connect; the first follows after a second
 * @param retryLimit the longest time to wait after No Data Available, whatever the cache's Retry Interval
 * @param bounds how large a cache's set may be before its answer is refused
 * @param tls for RTR over TLS (RFC 8210 section 9.2), with the host name verified; null for plain TCP
 */
public record RtrClientSettings(
        String host,
        int port,
        int minVersion,
        int maxVersion,
        Duration reconnect,
        Duration retryLimit,
        RpkiBounds bounds,
        @Nullable SSLContext tls) {
    /** Plain TCP, versions 1 and 2. */
    public static RtrClientSettings of(String host, int port) {
        return new RtrClientSettings(
                host, port, 1, 2, Duration.ofSeconds(15), Duration.ofSeconds(60), RpkiBounds.DEFAULT, null);
    }

    public RtrClientSettings withVersions(int min, int max) {
        return new RtrClientSettings(host, port, min, max, reconnect, retryLimit, bounds, tls);
    }

    public RtrClientSettings withTls(@Nullable SSLContext context) {
        return new RtrClientSettings(host, port, minVersion, maxVersion, reconnect, retryLimit, bounds, context);
    }

    public RtrClientSettings withBounds(RpkiBounds others) {
        return new RtrClientSettings(host, port, minVersion, maxVersion, reconnect, retryLimit, others, tls);
    }

    /** {@code host:port}, an IPv6 address in brackets. */
    public String name() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
