// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.pathproof.wire.Bytes;

/**
 * An observed IPv4 packet of TCP or UDP, and packets that pretend to be the next one.
 *
 * @param protocol 6 for TCP, 17 for UDP
 * @param sequence number of the byte after this packet (TCP)
 * @param acknowledged acknowledged number (TCP)
 * @param payload content of the packet
 */
record ForgedPacket(
        int protocol,
        int source,
        int destination,
        int sourcePort,
        int destinationPort,
        int sequence,
        int acknowledged,
        Bytes payload) {
    static final int TCP = 6;
    static final int UDP = 17;
    private static final int IP_HEADER = 20;
    private static final int TCP_HEADER = 20;
    private static final int UDP_HEADER = 8;
    private static final int PSEUDO_HEADER = 12;
    private static final byte RESET_AND_ACK = 0x14;
    private static final byte PUSH_AND_ACK = 0x18;
    private static final int SYN_OR_FIN = 0x03;
    private static final short WINDOW = 512;
    /** TTL of an attacker some hops away. */
    private static final byte TTL = 64;

    /** Reads a packet; empty if it is neither TCP nor UDP. */
    static Optional<ForgedPacket> read(byte[] packet) {
        if (packet.length < IP_HEADER || (packet[0] >> 4 & 0xf) != 4) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(packet);
        int header = (packet[0] & 0xf) * 4;
        int length = Math.min(packet.length, bytes.getShort(2) & 0xffff);
        int protocol = packet[9] & 0xff;
        int ports = (protocol == TCP ? TCP_HEADER : UDP_HEADER) + header;
        if ((protocol != TCP && protocol != UDP) || length < ports) {
            return Optional.empty();
        }
        int data = protocol == TCP ? header + (packet[header + 12] >> 4 & 0xf) * 4 : header + UDP_HEADER;
        byte[] payload = new byte[Math.max(0, length - data)];
        bytes.get(Math.min(data, length), payload);
        boolean tcp = protocol == TCP;
        int counted = payload.length + (tcp && (packet[header + 13] & SYN_OR_FIN) != 0 ? 1 : 0);
        return Optional.of(new ForgedPacket(
                protocol,
                bytes.getInt(12),
                bytes.getInt(16),
                bytes.getShort(header) & 0xffff,
                bytes.getShort(header + 2) & 0xffff,
                tcp ? bytes.getInt(header + 4) + counted : 0,
                tcp ? bytes.getInt(header + 8) : 0,
                Bytes.wrap(payload)));
    }

    /** Returns a reset with the exact sequence number (RFC 5961 section 3.2). */
    byte[] reset() {
        return segment(RESET_AND_ACK, new byte[0]);
    }

    /** Returns the next bytes of the stream. */
    byte[] injected(byte[] data) {
        return segment(PUSH_AND_ACK, data);
    }

    /** Returns a UDP datagram with the same addresses. */
    byte[] datagram(byte[] data) {
        byte[] packet = new byte[IP_HEADER + UDP_HEADER + data.length];
        header(packet, (byte) UDP)
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .putShort((short) (UDP_HEADER + data.length))
                .putShort((short) 0) // no checksum (RFC 768)
                .put(data);
        return packet;
    }

    private byte[] segment(byte flags, byte[] data) {
        byte[] packet = new byte[IP_HEADER + TCP_HEADER + data.length];
        ByteBuffer written = header(packet, (byte) TCP)
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .putInt(sequence)
                .putInt(acknowledged)
                .put((byte) (TCP_HEADER / 4 << 4))
                .put(flags)
                .putShort(WINDOW)
                .putInt(0)
                .put(data);
        written.putShort(IP_HEADER + 16, checksum(packet));
        return packet;
    }

    /** Writes the IPv4 header of a packet. Returns a buffer that continues behind it. */
    private ByteBuffer header(byte[] packet, byte protocolNumber) {
        return ByteBuffer.wrap(packet)
                .put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) packet.length)
                .putInt(0)
                .put(TTL)
                .put(protocolNumber)
                .putShort((short) 0)
                .putInt(source)
                .putInt(destination);
    }

    /** RFC 9293 section 3.1: the checksum covers the segment and a pseudo-header. */
    private short checksum(byte[] packet) {
        int length = packet.length - IP_HEADER;
        ByteBuffer covered = ByteBuffer.allocate((PSEUDO_HEADER + length + 1) / 2 * 2)
                .putInt(source)
                .putInt(destination)
                .putShort((short) TCP)
                .putShort((short) length)
                .put(packet, IP_HEADER, length)
                .rewind();
        long sum = 0;
        while (covered.hasRemaining()) {
            sum += covered.getShort() & 0xffff;
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (short) ~sum;
    }
}
