// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * A TCP segment (RFC 9293 section 3.1).
 *
 * @param sequence the sequence number, unsigned 32 bits
 * @param flags the control bits: FIN 1, SYN 2, RST 4, PSH 8, ACK 16
 * @param payload the captured part of the payload
 */
public record TcpSegment(TcpFlow flow, long sequence, int flags, Bytes payload) {
    static final int FIN = 1;
    static final int SYN = 2;
    static final int RST = 4;

    private static final int MIN_HEADER = 20;

    /**
     * Returns the segment of a packet. Empty if the packet is not TCP, is not the first fragment, or ends within its
     * headers.
     */
    public static Optional<TcpSegment> of(CapturedPacket packet) {
        return LinkLayer.ipPacket(packet.linkType(), packet.data())
                .flatMap(IpPacket::of)
                .filter(ip -> ip.protocol() == IpPacket.TCP)
                .flatMap(TcpSegment::of);
    }

    private static Optional<TcpSegment> of(IpPacket ip) {
        Bytes tcp = ip.payload();
        if (tcp.length() < MIN_HEADER) {
            return Optional.empty();
        }
        int headerLength = (tcp.u8(12) >> 4) * 4;
        if (headerLength < MIN_HEADER || headerLength > tcp.length()) {
            return Optional.empty();
        }
        TcpFlow flow = new TcpFlow(ip.source(), tcp.u16(0), ip.destination(), tcp.u16(2));
        return Optional.of(new TcpSegment(flow, tcp.u32(4), tcp.u8(13), tcp.from(headerLength)));
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
