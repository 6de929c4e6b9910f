// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.pathproof.bgpsec.ChangedPath.NEVER_CALLED;
import static org.pathproof.bgpsec.ChangedPath.breakSignatures;
import static org.pathproof.bgpsec.ChangedPath.encode;
import static org.pathproof.bgpsec.ChangedPath.signature;
import static org.pathproof.bgpsec.ChangedPath.validate;
import static org.pathproof.bgpsec.ChangedPath.validateWithTwoSuites;
import static org.pathproof.bgpsec.ChangedPath.withBlock;
import static org.pathproof.bgpsec.ChangedPath.withSignature;
import static org.pathproof.bgpsec.ChangedPath.withTarget;
import static org.pathproof.bgpsec.ChangedPath.withoutFirstAs;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/** Tests several Signature_Blocks, algorithm suites that are not supported, and malformed signatures (RFC 8205). */
class SignatureBlocksTest {
    private static final SignedPath PATH = SignedPath.over(64501, 64502, 64503);

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "3006020101020100", "300602010102010100"})
    void namesAMalformedSignature(String hex) {
        SecurePath path = PATH.sign();
        SecurePath changed =
                withSignature(path, 3, new SignatureSegment(signature(path, 3).ski(), Bytes.fromHex(hex)));
        PathResult pathResult = validate(encode(changed), false);
        assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(pathResult.findings())
                .extracting(Finding::rule, Finding::hop)
                .containsExactly(tuple(Rule.SIGNATURE_MALFORMED, 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 0xf6, 0xf7, 0xfa, 0xfb, 0xfe})
    void aPathOfUnsupportedSuitesOnlyIsUnsigned(int suite) {
        SignedPath path = SignedPath.over(64501, 64502).inSuites(suite);
        PathResult pathResult =
                PathValidator.validate(path.attribute(), path.context(), SignedPath.lookup(), NEVER_CALLED, false);
        assertThat(pathResult.state()).isEqualTo(PathState.UNSIGNED);
        assertThat(pathResult.findings()).extracting(Finding::rule).containsExactly(Rule.UNSUPPORTED_SUITE);
        assertThat(pathResult.findings().getFirst().message()).contains("suite " + suite);
        assertThat(pathResult.hops()).extracting(HopResult::result).containsOnly(Result.UNSUPPORTED_SUITE);
        PathContext unknownTarget = withTarget(path.context(), OptionalLong.empty());
        assertThat(validate(path.attribute(), unknownTarget, SignedPath.lookup(), false)
                        .state())
                .isEqualTo(PathState.UNSIGNED);
    }

    @Test
    void aBlockOfAnUnsupportedSuiteIsSkipped() {
        for (List<Integer> suites : List.of(List.of(1, 2), List.of(2, 1))) {
            SignedPath path = SignedPath.over(64501, 64502).inSuites(suites.toArray(Integer[]::new));
            PathResult pathResult = validate(path, false);
            assertThat(pathResult.state()).isEqualTo(PathState.VALID);
            assertThat(pathResult.findings()).isEmpty();
            assertThat(pathResult.hops())
                    .extracting(HopResult::block, HopResult::suite, HopResult::hop)
                    .containsExactly(
                            tuple(0, suites.get(0), 2),
                            tuple(0, suites.get(0), 1),
                            tuple(1, suites.get(1), 2),
                            tuple(1, suites.get(1), 1));
            assertThat(validate(path, true).findings())
                    .extracting(Finding::rule)
                    .containsExactly(Rule.UNSUPPORTED_SUITE);
        }
    }

    @Test
    void aBrokenBlockAndAnUnsupportedBlockAreNotValid() {
        SignedPath path = SignedPath.over(64501, 64502).inSuites(1, 2);
        PathContext elsewhere = withTarget(path.context(), OptionalLong.of(65001));
        PathResult pathResult = validate(path.attribute(), elsewhere, SignedPath.lookup(), false);
        assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(pathResult.findings())
                .extracting(Finding::rule)
                .containsExactly(Rule.SIGNATURE_MISMATCH, Rule.UNSUPPORTED_SUITE);
        assertThat(pathResult.findings().getFirst().message()).contains("in Signature_Block 1");
    }

    /** One valid block of two supported ones is enough (RFC 8205 section 5.2). The second suite is for tests only. */
    @Test
    void oneValidBlockOfTwoIsEnough() {
        SignedPath path = SignedPath.over(64501, 64502).inSuites(1, 247);
        SecurePath whole = path.sign();
        for (int broken = 0; broken < 2; broken++) {
            SecurePath oneBroken =
                    withBlock(whole, broken, breakSignatures(whole.blocks().get(broken)));
            PathResult pathResult = validateWithTwoSuites(oneBroken, path.context(), false);
            assertThat(pathResult.state()).isEqualTo(PathState.VALID);
            assertThat(pathResult.findings()).isEmpty();
            PathResult explained = validateWithTwoSuites(oneBroken, path.context(), true);
            assertThat(explained.state()).isEqualTo(PathState.VALID);
            assertThat(explained.findings()).extracting(Finding::rule).containsOnly(Rule.SIGNATURE_MISMATCH);
        }
        SecurePath bothBroken = withBlock(
                withBlock(whole, 0, breakSignatures(whole.blocks().get(0))),
                1,
                breakSignatures(whole.blocks().get(1)));
        PathResult pathResult = validateWithTwoSuites(bothBroken, path.context(), false);
        assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(pathResult.findings()).hasSize(4);
    }

    @Test
    void checksTheSyntaxOfEveryBlockEvenIfTheFirstVerifies() {
        SecurePath whole = SignedPath.over(64501, 64502).inSuites(1, 2).sign();
        SecurePath shortSecond = withBlock(
                whole,
                1,
                new SignatureBlock(2, List.of(whole.blocks().get(1).segments().getFirst())));
        PathResult pathResult =
                validate(encode(shortSecond), withoutFirstAs(PATH.context()), SignedPath.lookup(), true);
        assertThat(pathResult.state()).isEqualTo(PathState.MALFORMED);
        assertThat(pathResult.findings()).extracting(Finding::rule).containsExactly(Rule.SEGMENT_COUNT_MISMATCH);
    }
}
