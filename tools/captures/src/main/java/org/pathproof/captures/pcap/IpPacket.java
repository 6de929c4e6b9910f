// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * An IPv4 (RFC 791) or IPv6 (RFC 8200) packet: its addresses, and the payload after options and extension headers.
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

    static Optional<IpPacket> of(Bytes bytes) {
        return switch (bytes.isEmpty() ? 0 : bytes.u8(0) >> 4) {
            case 4 -> ipv4(bytes);
            case 6 -> ipv6(bytes);
            default -> Optional.empty();
        };
    }

    private static Optional<IpPacket> ipv4(Bytes bytes) {
        int headerLength = (bytes.u8(0) & 0x0f) * 4;
        if (headerLength < 20 || bytes.length() < headerLength) {
            return Optional.empty();
        }
        boolean laterFragment = (bytes.u16(6) & 0x1fff) != 0;
        int end = end(bytes, bytes.u16(2));
        if (laterFragment || end < headerLength) {
            return Optional.empty();
        }
        return Optional.of(
                new IpPacket(bytes.slice(12, 16), bytes.slice(16, 20), bytes.u8(9), bytes.slice(headerLength, end)));
    }

    private static Optional<IpPacket> ipv6(Bytes bytes) {
        if (bytes.length() < IPV6_HEADER) {
            return Optional.empty();
        }
        int payloadLength = bytes.u16(4);
        int end = end(bytes, payloadLength == 0 ? 0 : IPV6_HEADER + payloadLength);
        int next = bytes.u8(6);
        int at = IPV6_HEADER;
        while (next == HOP_BY_HOP
                || next == ROUTING
                || next == FRAGMENT
                || next == AUTHENTICATION
                || next == DESTINATION_OPTIONS) {
            if (at + 8 > end || next == FRAGMENT && (bytes.u16(at + 2) & 0xfff8) != 0) {
                return Optional.empty();
            }
            int length = switch (next) {
                case FRAGMENT -> 8;
                case AUTHENTICATION -> (bytes.u8(at + 1) + 2) * 4;
                default -> (bytes.u8(at + 1) + 1) * 8;
            };
            next = bytes.u8(at);
            at += length;
        }
        return at > end
                ? Optional.empty()
                : Optional.of(new IpPacket(bytes.slice(8, 24), bytes.slice(24, 40), next, bytes.slice(at, end)));
    }

    /**
     * Returns the end of the packet, without the padding of its frame. A packet with total length 0 fills its frame: it
     * was captured before the network card divided it into segments (TCP segmentation offload).
     */
    private static int end(Bytes bytes, int totalLength) {
        return totalLength == 0 ? bytes.length() : Math.min(bytes.length(), totalLength);
    }
}
