// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.util.List;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.wire.Prefix;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Protection of TCP segments.
 *
 * @param peers Addresses and prefixes of the routers with TCP-MD5 or TCP-AO. These routers cannot connect without.
 * @param md5Password TCP-MD5 password of these routers (RFC 2385), 1 to 80 bytes. Empty: none.
 * @param aoKeys TCP-AO keys of these routers (RFC 5925), each as "SEND-ID RECEIVE-ID ALGORITHM SECRET", or tls. The
 *     algorithm is hmac-sha-1-96 or aes-128-cmac-96. Needs Linux 6.7 with CONFIG_TCP_AO.
 * @param aoKeyFile File with these keys instead, one a line. A changed file applies to all connections without a
 *     restart. Empty: none.
 * @param maxHops Maximum number of hops to a router; packets with more are dropped (GTSM, RFC 5082). 0: no limit.
 */
public record TcpSettings(
        @DefaultValue List<String> peers,
        @DefaultValue("") String md5Password,
        @DefaultValue List<String> aoKeys,
        @DefaultValue("") String aoKeyFile,
        @DefaultValue("0") int maxHops) {
    TcpProtection protection() {
        try {
            return new TcpProtection(
                    peers.stream().map(Prefix::parse).toList(),
                    md5Password,
                    TcpAoKeys.of("BMP", aoKeys, aoKeyFile),
                    maxHops);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("pathproof.collector.tcp: " + e.getMessage(), e);
        }
    }

    /** Omits the secrets. */
    @Override
    public String toString() {
        return "TcpSettings[peers=" + peers + ", maxHops=" + maxHops + "]";
    }
}
