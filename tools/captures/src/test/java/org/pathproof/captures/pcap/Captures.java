// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.util.List;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/** Builds packets and capture files for tests. */
final class Captures {
    static final TcpFlow FLOW = new TcpFlow(Bytes.fromHex("0a000001"), 40000, Bytes.fromHex("0a000002"), 11019);
    static final TcpFlow FLOW6 = new TcpFlow(
            Bytes.fromHex("20010db8000000000000000000000001"),
            40000,
            Bytes.fromHex("20010db8000000000000000000000002"),
            179);

    private Captures() {}

    static Bytes tcp(TcpFlow flow, long sequence, int flags, Bytes payload) {
        return new ByteWriter()
                .u16(flow.sourcePort())
                .u16(flow.destinationPort())
                .u32(sequence)
                .u32(0)
                .u8(8 << 4) // with 12 bytes of options
                .u8(flags)
                .u16(65535)
                .u32(0)
                .zeros(12)
                .bytes(payload)
                .toBytes();
    }

    static Bytes ipv4(TcpFlow flow, Bytes tcp) {
        return new ByteWriter()
                .u16(0x4500)
                .u16(20 + tcp.length())
                .u32(0)
                .u8(64)
                .u8(6)
                .u16(0)
                .bytes(flow.sourceAddress())
                .bytes(flow.destinationAddress())
                .bytes(tcp)
                .toBytes();
    }

    /** Adds a hop-by-hop options header and the fragment header of an unfragmented packet before the TCP header. */
    static Bytes ipv6(TcpFlow flow, Bytes tcp) {
        return new ByteWriter()
                .u32(0x6000_0000L)
                .u16(16 + tcp.length())
                .u8(0)
                .u8(64)
                .bytes(flow.sourceAddress())
                .bytes(flow.destinationAddress())
                .u8(44)
                .u8(0)
                .zeros(6)
                .u8(6)
                .zeros(7)
                .bytes(tcp)
                .toBytes();
    }

    static Bytes packet(TcpFlow flow, long sequence, int flags, String payloadHex) {
        Bytes tcp = tcp(flow, sequence, flags, Bytes.fromHex(payloadHex));
        return flow.sourceAddress().length() == 4 ? ipv4(flow, tcp) : ipv6(flow, tcp);
    }

    static Bytes ethernet(Bytes ip) {
        return new ByteWriter()
                .zeros(12)
                .u16(ip.u8(0) >> 4 == 4 ? 0x0800 : 0x86dd)
                .bytes(ip)
                .zeros(4)
                .toBytes();
    }

    /**
     * Builds a classic pcap file. Packet {@code i} has a timestamp of 1,000 + {@code i} seconds and {@code fraction}.
     */
    static Bytes pcap(boolean big, long magic, int linkType, long fraction, List<Bytes> frames) {
        Ordered out = new Ordered(big);
        out.u32(magic).u16(2).u16(4).u32(0).u32(0).u32(65535).u32(linkType);
        for (int i = 0; i < frames.size(); i++) {
            Bytes frame = frames.get(i);
            out.u32(1000 + i)
                    .u32(fraction)
                    .u32(frame.length())
                    .u32(frame.length())
                    .bytes(frame);
        }
        return out.toBytes();
    }

    /** Writes numbers in one of the two byte orders. */
    static final class Ordered {
        private final boolean big;
        private final ByteWriter out = new ByteWriter();

        Ordered(boolean big) {
            this.big = big;
        }

        Ordered u16(int value) {
            out.u16(big ? value : Short.toUnsignedInt(Short.reverseBytes((short) value)));
            return this;
        }

        Ordered u32(long value) {
            out.u32(big ? value : Integer.toUnsignedLong(Integer.reverseBytes((int) value)));
            return this;
        }

        Ordered bytes(Bytes bytes) {
            out.bytes(bytes);
            return this;
        }

        /** Appends a pcapng block, its body padded to 32 bits. */
        Ordered block(long type, Bytes body) {
            int padding = (4 - body.length() % 4) % 4;
            long length = 12L + body.length() + padding;
            return u32(type)
                    .u32(length)
                    .bytes(body)
                    .bytes(Bytes.wrap(new byte[padding]))
                    .u32(length);
        }

        Bytes toBytes() {
            return out.toBytes();
        }
    }
}
