// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.Bytes;

/** Tests that TCP segments are found in frames of every known link layer. */
class TcpSegmentTest {
    private static final Bytes IPV4 = Captures.packet(Captures.FLOW, 7, 16, "aabb");
    private static final Bytes IPV6 = Captures.packet(Captures.FLOW6, 7, 16, "aabb");

    /** The rows have a LINKTYPE, and the bytes before an IPv4 and an IPv6 packet. */
    @ParameterizedTest
    @CsvSource({
        "1, 0000000000000000000000000800, 00000000000000000000000086dd",
        "1, 00000000000000000000000081000001 0800, 00000000000000000000000081000001 86dd",
        "1, 00000000000000000000000088a8000181000002 0800, 00000000000000000000000088a8000181000002 86dd",
        "113, 0000000000000000000000000000 0800, 0000000000000000000000000000 86dd",
        "276, 0800 000000000000000000000000000000000000, 86dd 000000000000000000000000000000000000",
        "101, '', ''",
        "12, '', ''",
        "228, '', ''",
        "229, '', ''",
        "0, 02000000, 1e000000",
        "108, 00000002, 0000001e",
    })
    void isFoundBehindEveryLinkLayer(int linkType, String before4, String before6) {
        assertThat(segment(linkType, Bytes.fromHex(before4).concat(IPV4)))
                .contains(new TcpSegment(Captures.FLOW, 7, 16, Bytes.fromHex("aabb")));
        assertThat(segment(linkType, Bytes.fromHex(before6).concat(IPV6)))
                .contains(new TcpSegment(Captures.FLOW6, 7, 16, Bytes.fromHex("aabb")));
    }

    @Test
    void endsWhereTheIpPacketEnds() {
        assertThat(segment(101, IPV4.concat(Bytes.fromHex("0000")))
                        .orElseThrow()
                        .payload())
                .isEqualTo(Bytes.fromHex("aabb"));
        assertThat(segment(101, IPV6.concat(Bytes.fromHex("0000")))
                        .orElseThrow()
                        .payload())
                .isEqualTo(Bytes.fromHex("aabb"));
    }

    /**
     * In a capture on the sending machine, the IP length is 0 if the network card will divide the packet into segments.
     */
    @Test
    void takesTheWholeFrameWhenTheIpLengthIsZero() {
        byte[] bytes = IPV4.toArray();
        bytes[2] = bytes[3] = 0;
        assertThat(segment(101, Bytes.wrap(bytes)).orElseThrow().payload()).isEqualTo(Bytes.fromHex("aabb"));
    }

    @Test
    void isAbsentFromOtherPackets() {
        byte[] udp = IPV4.toArray();
        udp[9] = 17;
        byte[] laterFragment = IPV4.toArray();
        laterFragment[7] = 1;
        assertThat(segment(101, Bytes.wrap(udp))).isEmpty();
        assertThat(segment(101, Bytes.wrap(laterFragment))).isEmpty();
        assertThat(segment(1, Bytes.fromHex("0000000000000000000000000806").concat(IPV4)))
                .isEmpty();
        assertThat(segment(147, IPV4)).isEmpty();
    }

    @Test
    void isAbsentFromTruncatedHeaders() {
        for (int length = 0; length < IPV4.length() - 2; length++) {
            assertThat(segment(101, IPV4.slice(0, length))).isEmpty();
        }
        for (int length = 0; length < IPV6.length() - 2; length++) {
            assertThat(segment(101, IPV6.slice(0, length))).isEmpty();
        }
    }

    private static Optional<TcpSegment> segment(int linkType, Bytes frame) {
        return TcpSegment.of(new CapturedPacket(0, 0, linkType, frame));
    }
}
