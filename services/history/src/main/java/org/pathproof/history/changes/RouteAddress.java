// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The key of a route as the numbers that files have.
 *
 * @param net IPv4 address as an unsigned number, or the upper 64 bits of an IPv6 address
 * @param netLow lower 64 bits of an IPv6 address, 0 for IPv4
 * @param session number of the session, see {@link #number(SessionId)}
 * @param pathId Path Identifier (RFC 7911 section 3), 0 without ADD-PATH
 */
public record RouteAddress(int afi, int safi, long net, long netLow, int length, long session, long pathId) {
    private static final int IPV4_BITS = 32;

    /** Returns the address of a route key. */
    public static RouteAddress of(RouteKey key) {
        Prefix prefix = key.prefix();
        return new RouteAddress(
                prefix.afi(),
                key.safi(),
                net(prefix),
                prefix.isIpv4() ? 0 : prefix.lo(),
                prefix.length(),
                number(key.session()),
                key.pathId());
    }

    /** Returns the column {@code net} of a prefix. */
    public static long net(Prefix prefix) {
        return prefix.isIpv4() ? prefix.hi() >>> IPV4_BITS : prefix.hi();
    }

    /** Returns the prefix of the columns {@code afi}, {@code net}, {@code net_lo} and {@code len}. */
    public static Prefix prefix(int afi, long net, long netLow, int length) {
        return afi == 1 ? Prefix.ipv4((int) net, length) : Prefix.ipv6(net, netLow, length);
    }

    /**
     * Returns the number of a session: the first 8 bytes of its id. A session id is a SHA-256, so two of 10,000
     * sessions have the same number with a probability of 3 in a trillion.
     */
    public static long number(SessionId session) {
        Bytes id = session.bytes();
        return id.u32(0) << IPV4_BITS | id.u32(4);
    }
}
