// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests that forged packets continue the observed session, with valid checksums. */
class ForgedPacketTest {
    private static final int IP_HEADER = 20;
    private static final int TCP_HEADER = 20;
    private static final byte[] DATA = "seven b".getBytes(StandardCharsets.US_ASCII);

    @Test
    void aResetHasTheNextSequenceNumber() {
        ForgedPacket observed = ForgedPacket.read(tcp((byte) 0x18, DATA)).orElseThrow();
        ByteBuffer reset = ByteBuffer.wrap(observed.reset());
        assertThat(reset.capacity()).isEqualTo(IP_HEADER + TCP_HEADER);
        assertThat(reset.getShort(20)).isEqualTo((short) 4000);
        assertThat(reset.getShort(22)).isEqualTo((short) 11019);
        assertThat(reset.getInt(24)).isEqualTo(1_000 + DATA.length);
        assertThat(reset.getInt(28)).isEqualTo(77);
        assertThat(reset.get(33)).as("RST and ACK").isEqualTo((byte) 0x14);
        assertThat(sum(reset.array())).isEqualTo(0xffff);
    }

    @Test
    void injectedDataFollowTheObservedBytes() {
        ForgedPacket observed = ForgedPacket.read(tcp((byte) 0x10, new byte[0])).orElseThrow();
        byte[] injected = observed.injected(DATA);
        assertThat(ByteBuffer.wrap(injected).getInt(24)).isEqualTo(1_000);
        assertThat(injected).endsWith(DATA);
        assertThat(sum(injected)).isEqualTo(0xffff);
    }

    @Test
    void aSynCountsAsOneByte() {
        ForgedPacket observed = ForgedPacket.read(tcp((byte) 0x02, new byte[0])).orElseThrow();
        assertThat(ByteBuffer.wrap(observed.reset()).getInt(24)).isEqualTo(1_001);
    }

    @Test
    void ignoresOtherPackets() {
        byte[] icmp = tcp((byte) 0x10, new byte[0]);
        icmp[9] = 1;
        assertThat(ForgedPacket.read(icmp)).isEmpty();
        assertThat(ForgedPacket.read(new byte[7])).isEmpty();
        byte[] six = tcp((byte) 0x10, new byte[0]);
        six[0] = 0x60;
        assertThat(ForgedPacket.read(six)).isEmpty();
    }

    private static byte[] tcp(byte flags, byte[] data) {
        int length = IP_HEADER + TCP_HEADER + data.length;
        return ByteBuffer.wrap(new byte[length])
                .put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) length)
                .putInt(0)
                .put((byte) 64)
                .put((byte) 6)
                .putShort((short) 0)
                .putInt(0x7f000001)
                .putInt(0x7f000001)
                .putShort((short) 4000)
                .putShort((short) 11019)
                .putInt(1_000)
                .putInt(77)
                .put((byte) 0x50)
                .put(flags)
                .putShort((short) 512)
                .putInt(0)
                .put(data)
                .array();
    }

    /** Returns the ones' complement sum of pseudo-header and segment: 0xffff for a valid checksum (RFC 1071). */
    private static int sum(byte[] packet) {
        int length = packet.length - IP_HEADER;
        long sum = 6L + length;
        for (int i = 12; i < packet.length; i++) {
            sum += (long) (packet[i] & 0xff) << (i % 2 == 0 ? 8 : 0);
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (int) sum;
    }
}
