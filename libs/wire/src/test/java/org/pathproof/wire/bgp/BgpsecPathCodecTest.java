// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.ByteArbitraries;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/** Tests BGPsec_PATH (RFC 8205 section 3), and every length field with a wrong value. */
class BgpsecPathCodecTest {
    private static final String SKI = "47f23bf1ab2f8a9d26864ebbd8df2711c74406ec";
    /** One segment: pCount 1, no flags, AS 65536. */
    private static final String PATH = "0008 01 00 00010000";
    /** One block of suite 1 with one signature of three bytes: 2 + 1 + 20 + 2 + 3 = 28 bytes. */
    private static final String BLOCK = "001c 01" + SKI + "0003 aabbcc";

    @Test
    void decodesTheStructureOfRfc8205() {
        SecurePath path = new SecurePath(
                List.of(new Segment(1, 0, 65536)),
                List.of(new SignatureBlock(
                        1, List.of(new SignatureSegment(Bytes.fromHex(SKI), Bytes.fromHex("aabbcc"))))));
        assertThat(BgpsecPathCodec.decode(Bytes.fromHex(PATH + BLOCK))).isEqualTo(Decoded.ok(path));
        assertThat(BgpsecPathCodec.encode(path)).isEqualTo(Bytes.fromHex(PATH + BLOCK));
    }

    @ParameterizedTest
    @CsvSource({
        // Secure_Path Length
        "'',TRUNCATED,0",
        "00,TRUNCATED,0",
        "0000,BAD_LENGTH,0",
        "0001,BAD_LENGTH,0",
        "0002 001c01,BAD_LENGTH,0",
        "0007 010000010000,BAD_LENGTH,0",
        "0009 010000010000 001c01,BAD_LENGTH,0",
        "ffff 010000010000,BAD_LENGTH,0",
        "000e 010000010000,TRUNCATED,0",
        // Signature_Block Length
        "0008 010000010000,MISSING,8",
        "0008 010000010000 00,TRUNCATED,8",
        "0008 010000010000 0003,TRUNCATED,8",
        "0008 010000010000 000001,BAD_LENGTH,8",
        "0008 010000010000 000201,BAD_LENGTH,8",
        "0008 010000010000 000401,TRUNCATED,8",
        "0008 010000010000 ffff01,TRUNCATED,8",
        // A block that its segments do not fill: one byte too long, and shorter than a segment header.
        "0008 010000010000 001d01 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec 0003 aabbcc 00,BAD_LENGTH,36",
        "0008 010000010000 001801 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec 00,BAD_LENGTH,11",
        // A signature that exceeds its block, into the next block or past the end.
        "0008 010000010000 001c01 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec 0004 aabbcc,TRUNCATED,31",
        "0008 010000010000 001c01 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec ffff aabbcc,TRUNCATED,31",
        "0008 010000010000 001c01 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec 0004 aabbcc 000302,TRUNCATED,31",
        // After the last block: too few bytes for a block, and a third block.
        "0008 010000010000 001c01 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec 0003 aabbcc 00,TRAILING_BYTES,36",
        "0008 010000010000 001c01 47f23bf1ab2f8a9d26864ebbd8df2711c74406ec 0003 aabbcc 0003,TRAILING_BYTES,36",
        "0008 010000010000 000301 000302 000303,TRAILING_BYTES,14",
        "0008 010000010000 000301 000302 00,TRAILING_BYTES,14",
    })
    void namesTheWrongLengthField(String hex, WireError.Code code, int offset) {
        Bytes value = Bytes.fromHex(hex);
        assertThat(BgpsecPathCodec.decode(value)).isInstanceOfSatisfying(Decoded.Damaged.class, damaged -> {
            assertThat(damaged.error().code()).isEqualTo(code);
            assertThat(damaged.error().offset()).isEqualTo(offset);
            assertThat(damaged.bytes()).isEqualTo(value);
        });
    }

    @Test
    void acceptsAnyNumberOfSignatures() {
        SecurePath path =
                BgpsecPathCodec.decode(Bytes.fromHex(PATH + "000301" + BLOCK)).orThrow();
        assertThat(path.blocks()).extracting(b -> b.segments().size()).containsExactly(0, 1);
    }

    @Test
    void refusesToEncodeElementsLongerThanTheirLengthField() {
        SignatureBlock tooLong =
                new SignatureBlock(1, List.of(new SignatureSegment(Bytes.fromHex(SKI), Bytes.wrap(new byte[65536]))));
        assertThatThrownBy(
                        () -> BgpsecPathCodec.encode(new SecurePath(List.of(new Segment(1, 0, 1)), List.of(tooLong))))
                .isInstanceOf(IllegalArgumentException.class);
        SignatureBlock shortSki =
                new SignatureBlock(1, List.of(new SignatureSegment(Bytes.fromHex("00"), Bytes.EMPTY)));
        assertThatThrownBy(
                        () -> BgpsecPathCodec.encode(new SecurePath(List.of(new Segment(1, 0, 1)), List.of(shortSki))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void decodesItsOwnEncoding(@ForAll("paths") SecurePath path) {
        assertThat(BgpsecPathCodec.decode(BgpsecPathCodec.encode(path))).isEqualTo(Decoded.ok(path));
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void neverThrowsAndEncodesCanonically(@ForAll("damaged") Bytes value) {
        if (BgpsecPathCodec.decode(value) instanceof Decoded.Ok<SecurePath>(SecurePath path)) {
            assertThat(BgpsecPathCodec.encode(path)).isEqualTo(value);
        }
    }

    @Property
    void neverThrowsOnAnyBytes(@ForAll byte[] value) {
        assertThat(BgpsecPathCodec.decode(Bytes.wrap(value))).isNotNull();
    }

    @Provide
    Arbitrary<SecurePath> paths() {
        return BgpArbitraries.securePaths();
    }

    @Provide
    Arbitrary<Bytes> damaged() {
        return paths().flatMap(path -> ByteArbitraries.mutated(BgpsecPathCodec.encode(path)));
    }
}
