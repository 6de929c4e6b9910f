// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Bytes;

/** Tests that a router key returns the values from which it was created, in both internal forms. */
class RouterKeyTest {
    private static final Bytes P256_HEAD = Bytes.fromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");

    @Property
    void returnsTheFieldsOfAP256Key(
            @ForAll @LongRange(max = 0xffff_ffffL) long asn,
            @ForAll @Size(20) byte[] ski,
            @ForAll @Size(64) byte[] point) {
        assertReturns(asn, Bytes.wrap(ski), P256_HEAD.concat(Bytes.wrap(point)));
    }

    @Property
    void returnsTheFieldsOfAnyOtherKey(
            @ForAll @LongRange(max = 0xffff_ffffL) long asn,
            @ForAll @Size(max = 254) byte[] ski,
            @ForAll @Size(max = 200) byte[] spki) {
        assertReturns(asn, Bytes.wrap(ski), Bytes.wrap(spki));
    }

    @Property
    void keysThatDifferInOneByteAreNotEqual(
            @ForAll @Size(20) byte[] ski, @ForAll @Size(64) byte[] point, @ForAll @IntRange(max = 110) int at) {
        byte[] spki = P256_HEAD.concat(Bytes.wrap(point)).toArray();
        RouterKey key = new RouterKey(64496, Bytes.wrap(ski), Bytes.copyOf(spki));
        byte[] other = Bytes.wrap(ski).concat(Bytes.wrap(spki)).toArray();
        other[at] ^= 1;
        RouterKey changed = new RouterKey(
                64496, Bytes.wrap(other).slice(0, 20), Bytes.wrap(other).from(20));
        assertThat(changed).isNotEqualTo(key);
        assertThat(changed.spki().equals(key.spki())).isEqualTo(at < 20);
        assertThat(changed.hasAsnAndSki(64496, key.ski())).isEqualTo(at >= 20);
    }

    private static void assertReturns(long asn, Bytes ski, Bytes spki) {
        RouterKey key = new RouterKey(asn, ski, spki);
        assertThat(key.asn()).isEqualTo(asn);
        assertThat(key.ski()).isEqualTo(ski);
        assertThat(key.spki()).isEqualTo(spki);
        assertThat(key.spkiLength()).isEqualTo(spki.length());
        assertThat(key.getEncoded()).isEqualTo(spki.toArray());
        byte[] copy = new byte[spki.length() + 2];
        key.copySpkiTo(copy, 1);
        assertThat(Bytes.wrap(copy).slice(1, 1 + spki.length())).isEqualTo(spki);
        assertThat(key.hasAsnAndSki(asn, ski)).isTrue();
        assertThat(key.hasAsnAndSki(asn ^ 1, ski)).isFalse();
        assertThat(key.hasAsnAndSki(asn, ski.concat(Bytes.fromHex("00")))).isFalse();
        assertThat(key).isEqualTo(new RouterKey(asn, ski, spki)).hasSameHashCodeAs(new RouterKey(asn, ski, spki));
    }

    @Test
    void anAsNumberHas32Bits() {
        assertThatThrownBy(() -> new RouterKey(1L << 32, Bytes.EMPTY, Bytes.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RouterKey(-1, Bytes.EMPTY, Bytes.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
