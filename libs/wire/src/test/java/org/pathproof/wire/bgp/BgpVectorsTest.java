// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.TestData;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** Tests messages of another implementation, and the examples of RFC 8208 and RFC 8608. */
class BgpVectorsTest {
    private static final Pattern TYPE_33 = Pattern.compile("\"update_hex_type33\": *\"([0-9a-f]+)\"");

    @Test
    void decodesAndEncodesASessionOfNistBgpsecio() {
        Bytes stream = Bytes.wrap(TestData.bytes("vectors/nist-session-valid-k1.bgp"));
        List<BgpMessage> messages = new ArrayList<>();
        for (Bytes rest = stream; !rest.isEmpty(); ) {
            int length =
                    BgpFramer.messageLength(rest, BgpCodec.MAX_EXTENDED_LENGTH).orThrow();
            assertThat(length).isPositive();
            Bytes bytes = rest.slice(0, length);
            BgpMessage message =
                    BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT).orThrow();
            messages.add(message);
            if (message instanceof Update update) {
                assertThat(update.errors()).isEmpty();
                assertThat(BgpCodec.encode(update, BgpSessionOptions.DEFAULT)).isEqualTo(bytes);
                update.find(BgpsecPath.class).ifPresent(BgpVectorsTest::isWholeAndCanonical);
            }
            rest = rest.from(length);
        }
        assertThat(messages.get(0)).isEqualTo(nistOpen());
        assertThat(messages.get(1)).isEqualTo(new KeepAlive());
        assertThat(messages.subList(2, messages.size()))
                .hasSize(25)
                .allSatisfy(m -> assertThat(m).isInstanceOf(Update.class));
    }

    @Test
    void decodesAndEncodesTheUpdatesOfRfc8208AndRfc8608() {
        Matcher hex = TYPE_33.matcher(TestData.text("vectors/rfc8208_rfc8608_vectors.json"));
        List<Prefix> prefixes = new ArrayList<>();
        while (hex.find()) {
            Bytes bytes = Bytes.fromHex(hex.group(1));
            Update update =
                    (Update) BgpCodec.decode(bytes, BgpSessionOptions.DEFAULT).orThrow();
            assertThat(update.errors()).isEmpty();
            prefixes.add(
                    update.find(MpReach.class).orElseThrow().nlri().getFirst().prefix());
            SecurePath path = isWholeAndCanonical(update.find(BgpsecPath.class).orElseThrow());
            assertThat(path.segments()).extracting(SecurePath.Segment::asn).containsExactly(65536L, 64496L);
            assertThat(path.blocks()).singleElement().satisfies(block -> {
                assertThat(block.suite()).isEqualTo(1);
                assertThat(block.segments()).hasSize(2);
                assertThat(block.segments().getFirst().ski())
                        .isEqualTo(Bytes.fromHex("47F23BF1AB2F8A9D26864EBBD8DF2711C74406EC"));
            });
            assertThat(BgpCodec.encode(update, BgpSessionOptions.DEFAULT)).isEqualTo(bytes);
        }
        assertThat(prefixes)
                .containsExactly(
                        Prefix.parse("192.0.2.0/24"),
                        Prefix.parse("2001:db8::/32"),
                        Prefix.parse("192.0.2.0/24"),
                        Prefix.parse("2001:db8::/32"));
    }

    private static SecurePath isWholeAndCanonical(BgpsecPath attribute) {
        SecurePath path = BgpsecPathCodec.decode(attribute.value()).orThrow();
        assertThat(BgpsecPathCodec.encode(path)).isEqualTo(attribute.value());
        return path;
    }

    private static Open nistOpen() {
        return new Open(
                4,
                23456,
                180,
                0x7f000001,
                List.of(
                        new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                        new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST),
                        new Capability.ExtendedMessage(),
                        new Capability.FourOctetAs(65536),
                        new Capability.Bgpsec(0, Capability.Bgpsec.Direction.SEND, AfiSafi.AFI_IPV4),
                        new Capability.Bgpsec(0, Capability.Bgpsec.Direction.RECEIVE, AfiSafi.AFI_IPV4),
                        new Capability.Bgpsec(0, Capability.Bgpsec.Direction.SEND, AfiSafi.AFI_IPV6),
                        new Capability.Bgpsec(0, Capability.Bgpsec.Direction.RECEIVE, AfiSafi.AFI_IPV6)));
    }
}
