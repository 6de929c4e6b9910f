// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

class RouteKeyTest {
    private static final SessionId A = new SessionId(Bytes.fromHex("000102030405060708090a0b0c0d0e0f"));
    private static final SessionId B = new SessionId(Bytes.fromHex("ff0102030405060708090a0b0c0d0e0f"));

    @Test
    void encodesAnIpv4RouteAsDocumented() {
        RouteKey key = new RouteKey(Prefix.parse("192.0.2.0/23"), 1, A, 0);
        assertThat(Bytes.wrap(key.toBytes()).toHex()).isEqualTo("010117c00002" + A);
    }

    @Test
    void aPathIdOtherThanZeroIsAtTheEnd() {
        RouteKey key = new RouteKey(Prefix.parse("0.0.0.0/0"), 1, A, 0xfffffffeL);
        assertThat(Bytes.wrap(key.toBytes()).toHex()).isEqualTo("010100" + A + "fffffffe");
        assertThat(RouteKey.ofBytes(key.toBytes())).isEqualTo(key);
    }

    @Property
    void decodesTheKeyThatItEncoded(
            @ForAll boolean v6,
            @ForAll long hi,
            @ForAll long lo,
            @ForAll @IntRange(max = 128) int length,
            @ForAll @LongRange(max = 0xffffffffL) long pathId,
            @ForAll @Size(16) byte[] session) {
        Prefix prefix = v6
                ? Prefix.ipv6(hi, lo, length)
                : new Prefix(AfiSafi.AFI_IPV4, hi & 0xffffffff00000000L, 0, Math.min(length, 32));
        RouteKey key = new RouteKey(prefix, 1, new SessionId(Bytes.copyOf(session)), pathId);
        assertThat(RouteKey.ofBytes(key.toBytes())).isEqualTo(key);
    }

    @Property
    void refusesOtherBytesWithAnIllegalArgumentException(@ForAll @Size(max = 48) byte[] bytes) {
        try {
            RouteKey key = RouteKey.ofBytes(bytes);
            assertThat(key.prefix()).isNotNull();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("route key");
        }
    }

    @Test
    void aMarkerNamesItsSession() {
        byte[] marker = RouteKey.sessionMarker(B);
        assertThat(RouteKey.isSessionMarker(marker)).isTrue();
        assertThat(RouteKey.markedSession(marker)).isEqualTo(B);
        assertThat(RouteKey.isSessionMarker(new RouteKey(Prefix.parse("0.0.0.0/0"), 1, A, 0).toBytes()))
                .isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> RouteKey.ofBytes(marker));
    }

    @Property
    void allRoutesOfAPrefixShareAPartition(
            @ForAll int address,
            @ForAll @IntRange(max = 32) int length,
            @ForAll @LongRange(max = 0xffffffffL) long pathId,
            @ForAll @IntRange(min = 1, max = 64) int partitions) {
        Prefix prefix = Prefix.ipv4(address, length);
        int first = PrefixPartitioner.partition(new RouteKey(prefix, 1, A, 0).toBytes(), partitions);
        int second = PrefixPartitioner.partition(new RouteKey(prefix, 1, B, pathId).toBytes(), partitions);
        assertThat(first).isBetween(0, partitions - 1).isEqualTo(second);
    }

    @Test
    void prefixesSpreadOverPartitions() {
        int[] counts = new int[12];
        for (int i = 0; i < 12_000; i++) {
            RouteKey key = new RouteKey(Prefix.ipv4(i << 8, 24), 1, A, 0);
            counts[PrefixPartitioner.partition(key.toBytes(), 12)]++;
        }
        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(800);
        assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThan(1200);
    }
}
