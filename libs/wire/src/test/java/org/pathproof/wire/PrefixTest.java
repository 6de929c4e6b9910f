// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares prefixes and addresses with {@link InetAddress} and {@link BigInteger}. */
class PrefixTest {
    @Property
    void formatsAddressesThatInetAddressParses(@ForAll("addresses") byte[] bytes) throws UnknownHostException {
        String text = IpAddress.format(Bytes.wrap(bytes));
        assertThat(Prefix.parse(text).addressBytes()).isEqualTo(bytes);
        InetAddress address = InetAddress.getByName(text);
        assertThat(address).isEqualTo(InetAddress.getByAddress(bytes));
    }

    /** The examples and rules of RFC 5952 section 4. */
    @ParameterizedTest
    @CsvSource({
        "20010db8000000000000000000000001, 2001:db8::1",
        "20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "20010db8000000010001000100010001, 2001:db8:0:1:1:1:1:1",
        "00000000000000000000000000000000, ::",
        "00000000000000000000000000000001, ::1",
        "20010000000000000000000000000000, 2001::",
        "00010000000000020003000000000000, 1:0:0:2:3::",
        "c0000201, 192.0.2.1",
        "00000000, 0.0.0.0",
        "ffffffff, 255.255.255.255",
        "010203, 010203",
    })
    void formatsAddressesAsRfc5952Recommends(String hex, String text) {
        assertThat(IpAddress.format(Bytes.fromHex(hex))).isEqualTo(text);
    }

    /** {@link java.util.HashMap} uses the last bits of a hash code, after it has combined its two halves. */
    @ParameterizedTest
    @CsvSource({"1, 24, 40", "2, 48, 16"})
    void spreadsTheHashCodesOfConsecutivePrefixes(int afi, int length, int shift) {
        int slots = 1 << 17;
        Set<Integer> used = new HashSet<>();
        for (long i = 0; i < slots; i++) {
            int hash = new Prefix(afi, 0x1400_0000_0000_0000L + (i << shift), 0, length).hashCode();
            used.add((hash ^ hash >>> 16) & slots - 1);
        }
        // Random codes use 63 % of as many slots.
        assertThat(used).hasSizeGreaterThan(slots / 2);
    }

    @Property
    void parsesItsOwnText(@ForAll("prefixes") Prefix prefix) {
        assertThat(Prefix.parse(prefix.toString())).isEqualTo(prefix);
        assertThat(Prefix.of(prefix.afi(), Bytes.wrap(prefix.nlriBytes()), prefix.length()))
                .isEqualTo(prefix);
        assertThat(Prefix.of(prefix.afi(), Bytes.wrap(prefix.addressBytes()), prefix.length()))
                .isEqualTo(prefix);
        assertThat(prefix.nlriBytes()).hasSize((prefix.length() + 7) / 8);
    }

    @Property
    void clearsTheBitsAfterThePrefixLength(@ForAll @Size(16) byte[] bytes, @ForAll @IntRange(max = 128) int length) {
        BigInteger address = new BigInteger(1, bytes);
        BigInteger cleared = address.shiftRight(128 - length).shiftLeft(128 - length);
        Prefix prefix = Prefix.of(AfiSafi.AFI_IPV6, Bytes.wrap(bytes), length);
        assertThat(new BigInteger(1, prefix.addressBytes())).isEqualTo(cleared);
    }

    @Property
    void coversPrefixesThatStartWithIt(
            @ForAll("prefixes") Prefix one, @ForAll("prefixes") Prefix other, @ForAll @IntRange(max = 128) int cut) {
        assertThat(one.covers(other)).isEqualTo(bits(other).startsWith(bits(one)));
        Prefix shorter = one.truncate(cut);
        assertThat(shorter.length()).isEqualTo(Math.min(cut, one.length()));
        assertThat(shorter.covers(one)).isTrue();
        assertThat(shorter.compareTo(one)).isLessThanOrEqualTo(0);
        assertThat(one.covers(shorter)).isEqualTo(one.equals(shorter));
    }

    @Property
    void isOrderedByFamilyAddressAndLength(@ForAll("prefixes") Prefix one, @ForAll("prefixes") Prefix other) {
        int expected = one.afi() != other.afi()
                ? Integer.compare(one.afi(), other.afi())
                : new BigInteger(1, one.addressBytes()).compareTo(new BigInteger(1, other.addressBytes()));
        if (expected == 0) {
            expected = Integer.compare(one.length(), other.length());
        }
        assertThat(Integer.signum(one.compareTo(other))).isEqualTo(Integer.signum(expected));
        assertThat(one.compareTo(other) == 0).isEqualTo(one.equals(other));
    }

    @Property
    void readsItsOwnText(@ForAll("prefixes") Prefix prefix) {
        assertThat(Prefix.ofFormatted(prefix.toString())).isEqualTo(prefix);
    }

    @Test
    void readsMappedPrefixesOnlyInFormattedText() {
        assertThatThrownBy(() -> Prefix.parse("::ffff:192.0.2.0/120"))
                .hasMessage("\"::ffff:192.0.2.0/120\" is an IPv4-mapped IPv6 prefix: write 192.0.2.0/24");
        assertThat(Prefix.ofFormatted("::ffff:c000:200/120").afi()).isEqualTo(AfiSafi.AFI_IPV6);
        assertThat(Prefix.parse("::/0").afi()).isEqualTo(AfiSafi.AFI_IPV6);
    }

    @Test
    void namesTheReason() {
        assertThatThrownBy(() -> Prefix.parse("192.0.2.65/24"))
                .hasMessage("\"192.0.2.65/24\" has bits after its length: write 192.0.2.0/24, or 192.0.2.65/32 for the"
                        + " address");
        assertThatThrownBy(() -> Prefix.parse("010.0.0.0/8"))
                .hasMessageContaining(
                        "\"010.0.0.0\" is not an IPv4 address (four numbers of 0..255, without leading zeros)");
        assertThatThrownBy(() -> Prefix.parse("fe80::1%eth0/64")).hasMessageContaining("has a zone");
        assertThatThrownBy(() -> Prefix.parseWithLength("192.0.2.0"))
                .hasMessage("\"192.0.2.0\" has no length, such as /24");
    }

    @Test
    void readsAddressesAsHostPrefixes() {
        assertThat(Prefix.parse("192.0.2.1")).isEqualTo(Prefix.ipv4(0xc0000201, 32));
        assertThat(Prefix.parse("2001:db8::")).isEqualTo(Prefix.ipv6(0x20010db800000000L, 0, 128));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "192.0.2/24",
                "192.0.2.0/33",
                "192.0.2.0/-1",
                "192.0.2.0/x",
                "192.0.2.256/24",
                "::/129",
                "example.org/24",
                ":/0",
                "1:2/16",
                "dead",
                "192.0.2.0/24/24",
                "192.0.2.0/24 ",
                " 192.0.2.0/24",
                "192.0.2.0 /24",
                "192.0.2.0/+24",
                "192.0.2.0/024",
                "192.0.2.0/24.0",
                "192.0.2.0/",
                "192.0.2.0//24",
                "192.0.2.0/\u0662\u0664",
                "192.0.\u0662.0/24",
                "192.0.2.00/24",
                "192.0.2.0.0/24",
                "192.0.2./24",
                "+192.0.2.0/24",
                "0xc0.0.2.0/24",
                "3221225984/24",
                "192.0.2.65/24",
                "0.0.0.1/0",
                "2001:db8::1/32",
                "2001:db8::/-32",
                "2001:db8:::/32",
                "2001:db8::1::/64",
                "2001:db8/32",
                "2001:db8:00000::/32",
                "1:2:3:4:5:6:7:8:9/128",
                "1:2:3:4:5:6:7::8/128",
                "::192.0.2/128",
                "192.0.2.0::/32",
                "::ffff:192.0.2.0/120",
                "::ffff:c000:200/120",
                "fe80::1%1/128",
                "[2001:db8::]/32",
            })
    void refusesTextThatIsNoPrefix(String text) {
        assertThatThrownBy(() -> Prefix.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Provide
    Arbitrary<byte[]> addresses() {
        Arbitrary<Byte> anyByte =
                Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.just((byte) 0)), Tuple.of(1, Arbitraries.bytes()));
        return Arbitraries.of(4, 16).flatMap(n -> anyByte.array(byte[].class).ofSize(n));
    }

    @Provide
    Arbitrary<Prefix> prefixes() {
        return Arbitraries.oneOf(
                ByteArbitraries.prefix(AfiSafi.AFI_IPV4),
                ByteArbitraries.prefix(AfiSafi.AFI_IPV6),
                // Prefixes are short, so that some cover others.
                ByteArbitraries.prefix(AfiSafi.AFI_IPV4).map(p -> p.truncate(p.length() % 6)));
    }

    /** Returns the family and the bits of the prefix as text. */
    private static String bits(Prefix prefix) {
        StringBuilder text = new StringBuilder().append(prefix.afi()).append(':');
        byte[] bytes = prefix.addressBytes();
        for (int i = 0; i < prefix.length(); i++) {
            text.append(bytes[i / 8] >> (7 - i % 8) & 1);
        }
        return text.toString();
    }
}
