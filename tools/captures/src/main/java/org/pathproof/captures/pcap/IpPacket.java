// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * An IPv4 (RFC 791) or IPv6 (RFC 8200) packet: its addresses, and what it carries behind options and extension headers.
 *
 * @param protocol the IP protocol number of the payload
 */
record IpPacket(Bytes source, Bytes destination, int protocol, Bytes payload) {
    static final int TCP = 6;

    private static final int IPV6_HEADER = 40;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION_OPTIONS = 60;

    static Optional<IpPacket> of(Bytes octets) {
        return switch (octets.isEmpty() ? 0 : octets.u8(0) >> 4) {
            case 4 -> ipv4(octets);
            case 6 -> ipv6(octets);
            default -> Optional.empty();
        };
    }

    private static Optional<IpPacket> ipv4(Bytes octets) {
        int headerLength = (octets.u8(0) & 0x0f) * 4;
        if (headerLength < 20 || octets.length() < headerLength) {
            return Optional.empty();
        }
        boolean laterFragment = (octets.u16(6) & 0x1fff) != 0;
        int end = end(octets, octets.u16(2));
        if (laterFragment || end < headerLength) {
            return Optional.empty();
        }
        return Optional.of(new IpPacket(
                octets.slice(12, 16), octets.slice(16, 20), octets.u8(9), octets.slice(headerLength, end)));
    }

    private static Optional<IpPacket> ipv6(Bytes octets) {
        if (octets.length() < IPV6_HEADER) {
            return Optional.empty();
        }
        int payloadLength = octets.u16(4);
        int end = end(octets, payloadLength == 0 ? 0 : IPV6_HEADER + payloadLength);
        int next = octets.u8(6);
        int at = IPV6_HEADER;
        while (next == HOP_BY_HOP
                || next == ROUTING
                || next == FRAGMENT
                || next == AUTHENTICATION
                || next == DESTINATION_OPTIONS) {
            if (at + 8 > end || next == FRAGMENT && (octets.u16(at + 2) & 0xfff8) != 0) {
                return Optional.empty();
            }
            int length = switch (next) {
                case FRAGMENT -> 8;
                case AUTHENTICATION -> (octets.u8(at + 1) + 2) * 4;
                default -> (octets.u8(at + 1) + 1) * 8;
            };
            next = octets.u8(at);
            at += length;
        }
        return at > end
                ? Optional.empty()
                : Optional.of(new IpPacket(octets.slice(8, 24), octets.slice(24, 40), next, octets.slice(at, end)));
    }

    /** Where the packet ends: padding behind it is cut; a length of 0 is that of a segment the network card was to cut up. */
    private static int end(Bytes octets, int totalLength) {
        return totalLength == 0 ? octets.length() : Math.min(octets.length(), totalLength);
    }
}
