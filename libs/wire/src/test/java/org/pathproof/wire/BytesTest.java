// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Compares {@link Bytes} with arrays and buffers of the JDK. */
class BytesTest {
    @Test
    void aReleasedWriterBeginsAnew() {
        ByteWriter writer = new ByteWriter(16).u32(0x01020304);
        Bytes first = writer.release();
        assertThat(writer.length()).isZero();
        Bytes second = writer.u16(0x0506).release();
        assertThat(first).isEqualTo(Bytes.fromHex("01020304"));
        assertThat(second).isEqualTo(Bytes.fromHex("0506"));
    }

    @Property
    void isEqualToAnotherViewOfTheSameBytes(@ForAll byte[] array, @ForAll @Size(max = 5) byte[] around) {
        byte[] wider = new byte[array.length + 2 * around.length];
        System.arraycopy(array, 0, wider, around.length, array.length);
        Bytes bytes = Bytes.copyOf(array);
        Bytes view = Bytes.wrap(wider, around.length, array.length);
        assertThat(view).isEqualTo(bytes).hasSameHashCodeAs(bytes);
        assertThat(view.compareTo(bytes)).isZero();
        assertThat(view.toArray()).isEqualTo(array);
        assertThat(view.compact()).isEqualTo(bytes);
        assertThat(Bytes.fromHex(view.toHex())).isEqualTo(bytes);
        assertThat(Bytes.copyOf(view.asByteBuffer())).isEqualTo(bytes);
        assertThat(new ByteReader(view).rest()).isEqualTo(bytes);
    }

    @Property
    void isOrderedAsUnsignedBytes(@ForAll byte[] a, @ForAll byte[] b) {
        assertThat(Integer.signum(Bytes.wrap(a).compareTo(Bytes.wrap(b))))
                .isEqualTo(Integer.signum(Arrays.compareUnsigned(a, b)));
        assertThat(Bytes.wrap(a).equals(Bytes.wrap(b))).isEqualTo(Arrays.equals(a, b));
    }

    @Property
    void slicesAndJoins(@ForAll byte[] array, @ForAll @IntRange(max = 300) int at) {
        Bytes bytes = Bytes.wrap(array);
        int split = Math.min(at, array.length);
        assertThat(bytes.slice(0, split).concat(bytes.from(split))).isEqualTo(bytes);
        assertThat(bytes.slice(split, split)).isSameAs(Bytes.EMPTY);
    }

    @Property
    void readerReadsTheWritersBytes(
            @ForAll @IntRange(max = 0xff) int u8,
            @ForAll @IntRange(max = 0xffff) int u16,
            @ForAll @LongRange(max = 0xffff_ffffL) long u32,
            @ForAll long u64,
            @ForAll byte[] content) {
        Bytes bytes = new ByteWriter(1)
                .u8(0)
                .u8(u8)
                .u16(u16)
                .u32(u32)
                .u64(u64)
                .zeros(3)
                .bytes(content)
                .bytes(Bytes.wrap(content))
                .setU8(0, u8)
                .toBytes();
        ByteReader in = new ByteReader(bytes);
        assertThat(in.u8()).isEqualTo(u8);
        assertThat(in.u8()).isEqualTo(u8);
        assertThat(in.u16()).isEqualTo(u16);
        assertThat(in.u32()).isEqualTo(u32);
        assertThat(in.u64()).isEqualTo(u64);
        assertThat(in.take(3)).isEqualTo(Bytes.fromHex("000000"));
        assertThat(in.take(content.length)).isEqualTo(Bytes.wrap(content));
        assertThat(in.position()).isEqualTo(bytes.length() - content.length);
        assertThat(in.rest()).isEqualTo(Bytes.wrap(content));
        assertThat(in.has(0)).isTrue();
        assertThat(in.has(1)).isFalse();
        assertThat(in.has(-1)).isFalse();
        ByteBuffer buffer = bytes.asByteBuffer();
        assertThat(buffer.isReadOnly()).isTrue();
        assertThat(buffer.getShort(2) & 0xffff).isEqualTo(u16);
        assertThat(buffer.getInt(4) & 0xffff_ffffL).isEqualTo(u32);
    }

    @Test
    void overwritesALengthAfterItsContent() {
        assertThat(new ByteWriter()
                        .zeros(6)
                        .setU16(0, 0x1234)
                        .setU32(2, 0xfffffffeL)
                        .toBytes())
                .isEqualTo(Bytes.fromHex("12 34 ff:ff:ff:fe"));
    }

    @Test
    void throwsOutsideOfItsRange() {
        Bytes view = Bytes.wrap(new byte[] {1, 2, 3, 4, 5, 6}, 1, 4);
        assertThatThrownBy(() -> view.u8(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.u8(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.u16(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.u32(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.slice(0, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.slice(3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new ByteReader(view).take(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Bytes.wrap(new byte[2], 1, Integer.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void truncatesLongTextAndKeepsShortText() {
        assertThat(Bytes.wrap(new byte[64]).toString()).hasSize(128);
        assertThat(Bytes.wrap(new byte[65])).hasToString("00".repeat(64) + "… (65 bytes)");
    }

    @Test
    void findsTheIndexOfAView() {
        Bytes whole = Bytes.fromHex("0001020304050607").slice(1, 7);
        assertThat(whole.slice(2, 4).indexIn(whole)).isEqualTo(2);
        assertThat(whole.indexIn(whole)).isZero();
        assertThat(whole.indexIn(whole.slice(0, 5))).isEqualTo(-1);
        assertThat(whole.slice(0, 2).indexIn(whole.from(1))).isEqualTo(-1);
        assertThat(Bytes.copyOf(whole.toArray()).indexIn(whole)).isEqualTo(-1);
    }
}
