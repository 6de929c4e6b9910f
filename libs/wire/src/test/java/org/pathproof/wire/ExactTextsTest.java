// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactTextsTest {
    @Property
    void readsAllAsNumbers(@ForAll @LongRange(max = 0xffff_ffffL) long asn) {
        assertThat(AsNumbers.parse(Long.toString(asn))).isEqualTo(asn);
        assertThat(AsNumbers.parse("AS" + asn)).isEqualTo(asn);
        assertThat(AsNumbers.parse("as" + asn)).isEqualTo(asn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "AS",
                "ASAS64500",
                "AS 64500",
                " 64500",
                "64500 ",
                "-1",
                "+64500",
                "064500",
                "AS0.64500",
                "1.0",
                "64500.0",
                "6e4",
                "0x10",
                "4294967296",
                "99999999999999999999",
                "\u0666\u0664",
            })
    void refusesTextThatIsNoAsNumber(String text) {
        assertThat(AsNumbers.find(text)).isEmpty();
        assertThatThrownBy(() -> AsNumbers.parse(text))
                .isInstanceOf(InvalidTextException.class)
                .hasMessageContaining("is not an AS number");
    }

    @Property
    void readsFormattedAddresses(@ForAll @Size(16) byte[] ipv6, @ForAll @Size(4) byte[] ipv4) {
        assertThat(IpAddress.parse(IpAddress.format(Bytes.wrap(ipv6)))).isEqualTo(Bytes.wrap(ipv6));
        assertThat(IpAddress.parse(IpAddress.format(Bytes.wrap(ipv4)))).isEqualTo(Bytes.wrap(ipv4));
    }

    @ParameterizedTest
    @CsvSource({
        "::, 00000000000000000000000000000000",
        "::1, 00000000000000000000000000000001",
        "1::, 00010000000000000000000000000000",
        "2001:DB8::A:0, 20010db80000000000000000000a0000",
        "1:2:3:4:5:6:7::, 00010002000300040005000600070000",
        "::2:3:4:5:6:7:8, 00000002000300040005000600070008",
        "::ffff:192.0.2.1, 00000000000000000000ffffc0000201",
        "64:ff9b::192.0.2.1, 0064ff9b0000000000000000c0000201",
        "1:2:3:4:5:6:192.0.2.1, 000100020003000400050006c0000201",
        "255.255.255.255, ffffffff",
    })
    void readsTheFormsOfRfc4291(String text, String hex) {
        assertThat(IpAddress.parse(text)).isEqualTo(Bytes.fromHex(hex));
    }

    @Test
    void detectsTextThatIsMeantAsAnAddress() {
        assertThat(IpAddress.isLikeAddress("192.0.2.300")).isTrue();
        assertThat(IpAddress.isLikeAddress("10.0.0")).isTrue();
        assertThat(IpAddress.isLikeAddress("2001:db8::12345")).isTrue();
        assertThat(IpAddress.isLikeAddress("fe80::1%eth0")).isTrue();
        assertThat(IpAddress.isLikeAddress("edge-1")).isFalse();
        assertThat(IpAddress.isLikeAddress("7750")).isFalse();
        assertThat(IpAddress.isLikeAddress("r1:lo0")).isFalse();
        assertThat(IpAddress.isLikeAddress("00:1b:54:aa:bb:cc")).isFalse();
        assertThat(IpAddress.isLikeAddress("0123456789abcdef0123456789abcdef")).isFalse();
    }

    @Test
    void boundsTheTextInTheMessage() {
        assertThatThrownBy(() -> AsNumbers.parse("9".repeat(10_000))).hasMessageMatching(".{1,250}");
    }
}
