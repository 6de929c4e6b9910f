// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.p256.BouncyCastleEngine;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Tests the experimental suite: its blocks are skipped by default, and validated like those of suite 1 if it is
 * enabled.
 */
class EcdsaP384SuiteTest {
    private static final int ID = 248;
    private static final EcdsaP384Suite SUITE = new EcdsaP384Suite(ID);
    private static final BatchVerifier ON = new BatchVerifier(new BouncyCastleEngine(), AlgorithmSuites.withP384(ID));
    private static final BatchVerifier OFF = new BatchVerifier(new BouncyCastleEngine());

    // RFC 6979 appendix A.2.6.
    private static final String SPKI_HEAD = "3076301006072a8648ce3d020106052b8104002203620004";
    private static final String POINT = "EC3A4E415B4E19A4568618029F427FA5DA9A8BC4AE92E02E06AAE5286B300C64"
            + "DEF8F0EA9055866064A254515480BC138015D9B72D7D57244EA8EF9AC0C62189"
            + "6708A59367F9DFB9F54CA84B3F1C9DB1288B231C3AE0D4FE7344FD2533264720";
    private static final String R =
            "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46";
    private static final String S =
            "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8";
    private static final String ORDER =
            "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973";

    private static final RouterKey KEY = key(SPKI_HEAD + POINT);
    private static final Bytes DIGEST = SUITE.digest(Bytes.wrap("sample".getBytes(StandardCharsets.US_ASCII)));

    private static RouterKey key(String spki) {
        return new RouterKey(1, Bytes.EMPTY, Bytes.fromHex(spki));
    }

    /** Returns the ECDSA-Sig-Value in DER of two hexadecimal numbers. */
    private static Bytes der(String r, String s) {
        byte[] first = new BigInteger(r, 16).toByteArray();
        byte[] second = new BigInteger(s, 16).toByteArray();
        return Bytes.wrap(new byte[] {0x30, (byte) (4 + first.length + second.length), 2, (byte) first.length})
                .concat(Bytes.wrap(first))
                .concat(Bytes.wrap(new byte[] {2, (byte) second.length}))
                .concat(Bytes.wrap(second));
    }

    @Test
    void verifiesTheExampleOfRfc6979() {
        assertThat(SUITE.verifies(KEY, DIGEST, der(R, S))).isTrue();
        BigInteger other = new BigInteger(ORDER, 16).subtract(new BigInteger(S, 16));
        assertThat(SUITE.verifies(KEY, DIGEST, der(R, other.toString(16)))).isTrue();
        for (int bit = 0; bit < 384; bit++) {
            assertThat(SUITE.verifies(
                            KEY, DIGEST, der(new BigInteger(R, 16).flipBit(bit).toString(16), S)))
                    .isFalse();
        }
        assertThat(SUITE.verifies(KEY, SUITE.digest(Bytes.EMPTY), der(R, S))).isFalse();
        assertThat(SUITE.verifies(KEY, DIGEST.slice(0, 47), der(R, S))).isFalse();
    }

    @Test
    void refusesSignaturesThatAreNotStrictDer() {
        assertThat(SUITE.signatureDefect(der(R, S))).isEmpty();
        for (Bytes bad : List.of(
                Bytes.EMPTY,
                der("0", S),
                der(R, "0"),
                der(ORDER, S),
                der(R, ORDER),
                der("00" + R + "00", S),
                der(R, S).concat(Bytes.fromHex("00")),
                der(R, S).slice(0, 100),
                Bytes.fromHex("30060201010201"),
                Bytes.fromHex("3007020200010201" + "01"))) {
            assertThat(SUITE.signatureDefect(bad)).isPresent();
            assertThat(SUITE.verifies(KEY, DIGEST, bad)).isFalse();
        }
    }

    /** Keys come from the network: no value of a byte causes an exception in any suite. */
    @Test
    void everySuiteRefusesAKeyWithOneChangedByte() {
        byte[] good = KEY.spki().toArray();
        for (int at = 0; at < good.length; at++) {
            for (int value = 0; value < 256; value += at * 2 < SPKI_HEAD.length() ? 1 : 37) {
                byte[] changed = good.clone();
                changed[at] = (byte) value;
                RouterKey key = new RouterKey(1, Bytes.EMPTY, Bytes.wrap(changed));
                assertThat(SUITE.keyDefect(key).isEmpty())
                        .as("byte %d is %d", at, value)
                        .isEqualTo(changed[at] == good[at]);
                assertThat(new EcdsaP256Suite().keyDefect(key)).isPresent();
                assertThat(ON.verify(List.of(new SignatureCheck(0, 1, 1, key, DIGEST.slice(0, 32), der("1", "1")))))
                        .isEqualTo(new BitSet());
            }
        }
    }

    @Test
    void acceptsOnlyKeysWithAnUncompressedPointOfTheCurve() {
        assertThat(SUITE.keyDefect(KEY)).isEmpty();
        assertThat(SUITE.keyDefect(SignedPath.p384Key(64501))).isEmpty();
        for (RouterKey bad : List.of(
                SignedPath.key(64501),
                key("00"),
                key(SPKI_HEAD + POINT.substring(0, 190) + "21"),
                key(SPKI_HEAD + "00".repeat(96)),
                key(SPKI_HEAD + "FF".repeat(96)),
                key(SPKI_HEAD + POINT + "00"))) {
            assertThat(SUITE.keyDefect(bad)).isPresent();
            assertThat(SUITE.verifies(bad, DIGEST, der(R, S))).isFalse();
        }
        assertThat(new EcdsaP256Suite().keyDefect(KEY))
                .hasValueSatisfying(why -> assertThat(why).contains("1.3.132.0.34"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 2, 246, 251, 254, 255, 256})
    void acceptsOnlySuiteNumbersForExperiments(int id) {
        assertThatThrownBy(() -> AlgorithmSuites.withP384(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("247 to 250");
    }

    @Test
    void isDisabledByDefault() {
        assertThat(AlgorithmSuites.withP384(AlgorithmSuites.NO_P384)).isEqualTo(OFF.suites());
        SignedPath path = SignedPath.over(64501, 64502).inSuites(ID).withP384(ID);
        assertThat(validate(path.sign(), path, OFF).state()).isEqualTo(PathState.UNSIGNED);
        assertThat(validate(path.sign(), path, ON).state()).isEqualTo(PathState.VALID);
        BatchVerifier otherNumber = new BatchVerifier(new BouncyCastleEngine(), AlgorithmSuites.withP384(247));
        assertThat(validate(path.sign(), path, otherNumber).state()).isEqualTo(PathState.UNSIGNED);
        assertThat(validate(path.sign(), path.to(64999), ON).state()).isEqualTo(PathState.NOT_VALID);
    }

    /** RFC 8205 section 5.2: a path is VALID if one of its blocks is valid. */
    @Test
    void oneValidBlockOfTwoSuitesIsEnough() {
        SignedPath path = SignedPath.over(64501, 64502, 64503).inSuites(1, ID).withP384(ID);
        SecurePath both = path.sign();
        SecurePath secondOnly = withBroken(both, 0);
        SecurePath firstOnly = withBroken(both, 1);
        SecurePath none = withBroken(secondOnly, 1);
        assertThat(validate(both, path, ON).state()).isEqualTo(PathState.VALID);
        assertThat(validate(both, path, ON).hops())
                .extracting(HopResult::result)
                .hasSize(6)
                .containsOnly(Result.VERIFIED);
        assertThat(validate(secondOnly, path, ON).state()).isEqualTo(PathState.VALID);
        assertThat(validate(firstOnly, path, ON).state()).isEqualTo(PathState.VALID);
        assertThat(validate(none, path, ON).state()).isEqualTo(PathState.NOT_VALID);
        assertThat(validate(both, path, OFF).state()).isEqualTo(PathState.VALID);
        assertThat(validate(secondOnly, path, OFF).state()).isEqualTo(PathState.NOT_VALID);
    }

    @Test
    void aKeyOfTheOtherCurveIsMalformed() {
        SignedPath path = SignedPath.over(64501).inSuites(ID).withP384(ID);
        KeyLookup others = (asn, ski) -> List.of(SignedPath.key(asn));
        PathResult pathResult =
                PathValidator.validate(BgpsecPathCodec.encode(path.sign()), path.context(), others, ON, false);
        assertThat(pathResult.findings()).extracting(Finding::rule).containsExactly(Rule.KEY_MALFORMED);
        SignedPath standard = SignedPath.over(64501);
        KeyLookup wide = (asn, ski) -> List.of(SignedPath.p384Key(asn));
        pathResult = PathValidator.validate(standard.attribute(), standard.context(), wide, OFF, false);
        assertThat(pathResult.findings()).extracting(Finding::rule).containsExactly(Rule.KEY_MALFORMED);
    }

    @Property
    void neverThrows(@ForAll byte[] spki, @ForAll byte[] digest, @ForAll byte[] signature) {
        RouterKey any = new RouterKey(1, Bytes.EMPTY, Bytes.wrap(spki));
        assertThat(SUITE.verifies(any, Bytes.wrap(digest), Bytes.wrap(signature)))
                .isFalse();
        assertThat(SUITE.verifies(KEY, DIGEST, Bytes.wrap(signature))).isFalse();
    }

    private static PathResult validate(SecurePath path, SignedPath signed, SignatureVerifier verifier) {
        return PathValidator.validate(
                BgpsecPathCodec.encode(path), signed.context(), SignedPath.lookup(), verifier, false);
    }

    /** Returns the path with one flipped bit in the newest signature of a block. */
    private static SecurePath withBroken(SecurePath path, int block) {
        List<SignatureBlock> blocks = new ArrayList<>(path.blocks());
        List<SignatureSegment> segments = new ArrayList<>(blocks.get(block).segments());
        byte[] signature = segments.getFirst().signature().toArray();
        signature[signature.length - 1] ^= 1;
        segments.set(0, new SignatureSegment(segments.getFirst().ski(), Bytes.wrap(signature)));
        blocks.set(block, new SignatureBlock(blocks.get(block).suite(), segments));
        return new SecurePath(path.segments(), blocks);
    }
}
