// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * HTTP connections of every service.
 *
 * @param maxConnectionsPerAddress Maximum number of HTTP connections from one IPv4 address or IPv6 /64. An address
 *     holds at most as many as are free of server.tomcat.max-connections. Trusted proxies are exempt.
 * @param headTime Time limit for the complete head of a request, from the opening of the connection or from the end of
 *     the previous response.
 * @param healthPort Port of a separate connector for health and metrics, without TLS. 0: any free port. -1: no such
 *     connector.
 * @param healthAddress Local address of health-port. Empty: that of server.address.
 * @param trustedProxies Addresses and prefixes of reverse proxies. The last address in X-Forwarded-For that is not
 *     among them is the client.
 */
@ConfigurationProperties("pathproof.http")
public record HttpSettings(
        @DefaultValue("200") int maxConnectionsPerAddress,
        @DefaultValue("30s") Duration headTime,
        @DefaultValue("-1") int healthPort,
        @DefaultValue("") String healthAddress,
        @DefaultValue List<String> trustedProxies) {
    public HttpSettings {
        if (maxConnectionsPerAddress < 1) {
            throw new IllegalArgumentException(
                    "pathproof.http.max-connections-per-address must be at least 1: " + maxConnectionsPerAddress);
        }
        if (headTime.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("pathproof.http.head-time must be at least 1s: " + headTime);
        }
        if (healthPort < -1 || healthPort > 65_535) {
            throw new IllegalArgumentException("pathproof.http.health-port must be -1 to 65535: " + healthPort);
        }
    }
}
