// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.pathproof.bgpsec.ChangedPath.NEVER_CALLED;
import static org.pathproof.bgpsec.ChangedPath.encode;
import static org.pathproof.bgpsec.ChangedPath.segment;
import static org.pathproof.bgpsec.ChangedPath.signature;
import static org.pathproof.bgpsec.ChangedPath.validate;
import static org.pathproof.bgpsec.ChangedPath.withSegment;
import static org.pathproof.bgpsec.ChangedPath.withSignature;
import static org.pathproof.bgpsec.ChangedPath.withTarget;
import static org.pathproof.bgpsec.ChangedPath.withoutFirstAs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.HopResult.Result;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.Segment;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/** Tests RFC 8205 section 5.2 after the syntax checks: signatures and the state. */
class PathValidatorTest {
    private static final SignedPath PATH = SignedPath.over(64501, 64502, 64503);

    @Test
    void aSignedPathIsValid() {
        PathResult pathResult = validate(PATH, false);
        assertThat(pathResult.state()).isEqualTo(PathState.VALID);
        assertThat(pathResult.findings()).isEmpty();
        assertThat(pathResult.segments()).extracting(Segment::asn).containsExactly(64503L, 64502L, 64501L);
        assertThat(pathResult.hops())
                .extracting(HopResult::hop, HopResult::asn, HopResult::targetAs, HopResult::result, HopResult::key)
                .containsExactly(
                        tuple(3, 64503L, 65000L, Result.VERIFIED, Optional.of(SignedPath.key(64503))),
                        tuple(2, 64502L, 64503L, Result.VERIFIED, Optional.of(SignedPath.key(64502))),
                        tuple(1, 64501L, 64502L, Result.VERIFIED, Optional.of(SignedPath.key(64501))));
    }

    @Test
    void pathsOfDifferentLengthsAndFamiliesAreValid() {
        for (SignedPath path : List.of(
                SignedPath.over(64501),
                SignedPath.over(64501, 64502).of(Prefix.parse("2001:db8:8000::/33")),
                SignedPath.over(64501).of(Prefix.parse("0.0.0.0/0")),
                SignedPath.over(64501).of(Prefix.parse("2001:db8::1/128")),
                SignedPath.over(4294967295L, 4200000000L).to(4294967294L),
                new SignedPath().hop(64501, 255, 0x7f).hop(64502, 1, 0))) {
            assertThat(validate(path, false).state()).isEqualTo(PathState.VALID);
        }
    }

    /** RFC 8206 section 5.4: the old AS signs to the new AS with pCount 0, and the new AS signs the next hop. */
    @Test
    void aMigratedPathIsValid() {
        SignedPath outside = new SignedPath()
                .hop(64496, 1, 0)
                .hop(64510, 0, 0)
                .hop(64500, 1, 0)
                .to(64505);
        assertThat(validate(outside, false).state()).isEqualTo(PathState.VALID);
        SignedPath inside = new SignedPath().hop(64496, 1, 0).hop(64510, 0, 0).to(64500);
        PathContext fromIbgp = new PathContext(
                OptionalLong.of(64500),
                OptionalLong.empty(),
                OptionalLong.of(64500),
                PeerRelation.INTERNAL,
                false,
                AfiSafi.IPV4_UNICAST,
                SignedPath.PREFIX);
        assertThat(validate(inside.attribute(), fromIbgp, SignedPath.lookup(), false)
                        .state())
                .isEqualTo(PathState.VALID);
        // For routes to the customer, the new AS signs to the old AS with pCount 0, and the old AS signs to the
        // customer.
        SignedPath toCustomer = new SignedPath()
                .hop(64499, 1, 0)
                .hop(64500, 0, 0)
                .hop(64510, 1, 0)
                .to(64496);
        assertThat(validate(toCustomer, false).state()).isEqualTo(PathState.VALID);
    }

    @Test
    void aPathInAConfederationIsValid() {
        int confed = SecurePath.FLAG_CONFED_SEGMENT;
        SignedPath path = new SignedPath()
                .hop(64496, 1, 0)
                .hop(64500, 0, confed)
                .hop(65501, 1, confed)
                .to(65502);
        PathContext fromMember = new PathContext(
                OptionalLong.of(65502),
                OptionalLong.of(65501),
                OptionalLong.of(65502),
                PeerRelation.CONFEDERATION_MEMBER,
                false,
                AfiSafi.IPV4_UNICAST,
                SignedPath.PREFIX);
        assertThat(validate(path.attribute(), fromMember, SignedPath.lookup(), false)
                        .state())
                .isEqualTo(PathState.VALID);
    }

    @Test
    void theTargetAsIsSigned() {
        PathContext elsewhere = withTarget(PATH.context(), OptionalLong.of(65001));
        PathResult pathResult = validate(PATH.attribute(), elsewhere, SignedPath.lookup(), false);
        assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(pathResult.findings()).singleElement().satisfies(f -> {
            assertThat(f.rule()).isEqualTo(Rule.SIGNATURE_MISMATCH);
            assertThat(f.hop()).isEqualTo(3);
            assertThat(f.asn()).hasValue(64503);
            assertThat(f.ski()).contains(SignedPath.key(64503).ski());
            assertThat(f.message())
                    .isEqualTo("Hop 3 (AS 64503 → AS 65001): the signature does not verify under the key with SKI "
                            + SignedPath.key(64503).ski().toHex() + ".");
        });
    }

    @Test
    void thePrefixIsSigned() {
        PathContext other = new PathContext(
                OptionalLong.of(SignedPath.TARGET),
                OptionalLong.of(64503),
                OptionalLong.empty(),
                PeerRelation.EXTERNAL,
                false,
                AfiSafi.IPV4_UNICAST,
                Prefix.parse("192.0.2.0/25"));
        PathResult pathResult = validate(PATH.attribute(), other, SignedPath.lookup(), false);
        assertThat(pathResult.findings())
                .extracting(Finding::rule, Finding::hop)
                .containsExactly(
                        tuple(Rule.SIGNATURE_MISMATCH, 1),
                        tuple(Rule.SIGNATURE_MISMATCH, 2),
                        tuple(Rule.SIGNATURE_MISMATCH, 3));
    }

    @Test
    void aChangedSegmentBreaksItsHopAndLaterHops() {
        SecurePath path = PATH.sign();
        for (int hop = 1; hop <= 3; hop++) {
            for (Segment changed : List.of(
                    new Segment(2, 0, segment(path, hop).asn()),
                    new Segment(1, 1, segment(path, hop).asn()))) {
                PathResult pathResult = validate(encode(withSegment(path, hop, changed)), false);
                assertThat(pathResult.state()).isEqualTo(PathState.NOT_VALID);
                assertThat(pathResult.findings())
                        .extracting(Finding::rule, Finding::hop)
                        .containsExactlyElementsOf(Stream.iterate(hop, h -> h <= 3, h -> h + 1)
                                .map(h -> tuple(Rule.SIGNATURE_MISMATCH, h))
                                .toList());
            }
        }
    }

    @Test
    void aChangedAsHasNoKeyAndBreaksTheHopsAroundIt() {
        SecurePath changed = withSegment(PATH.sign(), 2, new Segment(1, 0, 64777));
        PathResult pathResult = validate(encode(changed), true);
        assertThat(pathResult.findings())
                .extracting(Finding::rule, Finding::hop)
                .containsExactly(
                        tuple(Rule.SIGNATURE_MISMATCH, 1),
                        tuple(Rule.KEY_NOT_FOUND, 2),
                        tuple(Rule.SIGNATURE_MISMATCH, 3));
    }

    @Test
    void aChangedSignatureBreaksItsHopAndLaterHops() {
        SecurePath path = PATH.sign();
        for (int hop = 1; hop <= 3; hop++) {
            byte[] signature = signature(path, hop).signature().toArray();
            signature[signature.length - 1] ^= 1;
            SignatureSegment changed = new SignatureSegment(signature(path, hop).ski(), Bytes.wrap(signature));
            PathResult pathResult = validate(encode(withSignature(path, hop, changed)), false);
            assertThat(pathResult.findings())
                    .extracting(Finding::rule, Finding::hop)
                    .containsExactlyElementsOf(Stream.iterate(hop, h -> h <= 3, h -> h + 1)
                            .map(h -> tuple(Rule.SIGNATURE_MISMATCH, h))
                            .toList());
        }
    }

    @Test
    void aRemovedHopBreaksTheHopsAroundIt() {
        SecurePath path = PATH.sign();
        SecurePath shorter = new SecurePath(
                List.of(path.segments().get(0), path.segments().get(2)),
                List.of(new SignatureBlock(1, List.of(signature(path, 3), signature(path, 1)))));
        assertThat(validate(encode(shorter), false).findings())
                .extracting(Finding::rule, Finding::hop)
                .containsExactly(tuple(Rule.SIGNATURE_MISMATCH, 1), tuple(Rule.SIGNATURE_MISMATCH, 2));
    }

    /**
     * Flips any bit of the attribute. Each bit is signed, belongs to a signature or to an SKI, or is part of a length.
     */
    @Property
    void aPathWithAFlippedBitIsNotValid(@ForAll @IntRange(max = 1_000_000) int position) {
        Bytes attribute = PATH.attribute();
        byte[] bytes = attribute.toArray();
        int bit = Math.floorMod(position, bytes.length * 8);
        bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        PathResult pathResult = validate(Bytes.wrap(bytes), withoutFirstAs(PATH.context()), SignedPath.lookup(), false);
        assertThat(pathResult.state()).isNotEqualTo(PathState.VALID).isNotEqualTo(PathState.UNVERIFIED);
        assertThat(pathResult.findings()).isNotEmpty();
    }

    @Test
    void checksOnlyTheSyntaxWithoutATargetAs() {
        PathContext unknown = withTarget(PATH.context(), OptionalLong.empty());
        PathResult pathResult =
                PathValidator.validate(PATH.attribute(), unknown, SignedPath.lookup(), NEVER_CALLED, true);
        assertThat(pathResult.state()).isEqualTo(PathState.UNVERIFIED);
        assertThat(pathResult.findings()).extracting(Finding::rule).containsExactly(Rule.TARGET_AS_UNKNOWN);
        PathResult malformed = PathValidator.validate(
                PATH.attribute().concat(Bytes.fromHex("00")), unknown, SignedPath.lookup(), NEVER_CALLED, false);
        assertThat(malformed.state()).isEqualTo(PathState.MALFORMED);
    }

    @Test
    void verifiesAMalformedPathOnlyForAnExplanation() {
        SignedPath loop = SignedPath.over(64501, SignedPath.TARGET, 64503);
        PathResult pathResult =
                PathValidator.validate(loop.attribute(), loop.context(), SignedPath.lookup(), NEVER_CALLED, false);
        assertThat(pathResult.state()).isEqualTo(PathState.MALFORMED);
        assertThat(pathResult.hops()).isEmpty();
        PathResult explained = validate(loop, true);
        assertThat(explained.state()).isEqualTo(PathState.MALFORMED);
        assertThat(explained.findings()).extracting(Finding::rule).containsExactly(Rule.AS_LOOP);
        assertThat(explained.hops()).extracting(HopResult::result).containsOnly(Result.VERIFIED);
    }

    @Test
    void prepareReturnsTheChecksThatValidateRequests() {
        RouterKey right = SignedPath.key(64502);
        RouterKey wrong =
                new RouterKey(64502, right.ski(), SignedPath.key(64777).spki());
        KeyLookup twoKeys = (asn, ski) ->
                asn == 64502 ? List.of(wrong, right) : SignedPath.lookup().keys(asn, ski);
        KeyLookup noKey =
                (asn, ski) -> asn == 64502 ? List.of() : SignedPath.lookup().keys(asn, ski);
        for (SignedPath path : List.of(
                PATH,
                SignedPath.over(64501).inSuites(1, 2),
                SignedPath.over(64501).inSuites(7),
                SignedPath.over(64501, 65000))) {
            for (KeyLookup keys : List.of(SignedPath.lookup(), twoKeys, noKey)) {
                Bytes attribute = path.attribute();
                List<SignatureCheck> requested = new ArrayList<>();
                PathValidator.validate(
                        attribute,
                        path.context(),
                        keys,
                        checks -> {
                            requested.addAll(checks);
                            return new BitSet();
                        },
                        false);
                assertThat(PathValidator.prepare(attribute, path.context(), keys, AlgorithmSuites.STANDARD)
                                .checks())
                        .isEqualTo(requested);
            }
        }
        assertThat(PathValidator.prepare(PATH.attribute(), PATH.context(), twoKeys, AlgorithmSuites.STANDARD)
                        .checks())
                .extracting(SignatureCheck::hop, SignatureCheck::key)
                .containsExactly(
                        tuple(3, SignedPath.key(64503)),
                        tuple(2, wrong),
                        tuple(2, right),
                        tuple(1, SignedPath.key(64501)));
    }

    @Test
    void validatesManyPathsWithOneCallOfTheVerifier() {
        SignedPath other = SignedPath.over(64777);
        PathContext elsewhere = withTarget(other.context(), OptionalLong.of(65001));
        List<Integer> sizes = new ArrayList<>();
        SignatureVerifier counting = checks -> {
            sizes.add(checks.size());
            return ChangedPath.VERIFIER.verify(checks);
        };
        List<PathResult> pathResults = PathValidator.validateAll(
                List.of(
                        new PathValidator.Path(PATH.attribute(), PATH.context()),
                        new PathValidator.Path(other.attribute(), elsewhere),
                        new PathValidator.Path(Bytes.EMPTY, PATH.context()),
                        new PathValidator.Path(other.attribute(), other.context())),
                SignedPath.lookup(),
                counting,
                false);
        assertThat(pathResults)
                .extracting(PathResult::state)
                .containsExactly(PathState.VALID, PathState.NOT_VALID, PathState.MALFORMED, PathState.VALID);
        assertThat(sizes).containsExactly(5);
        assertThat(PathValidator.validateAll(List.of(), SignedPath.lookup(), NEVER_CALLED, false))
                .isEmpty();
    }

    @Property
    void neverThrows(@ForAll byte[] bytes, @ForAll boolean explain) {
        assertThat(validate(Bytes.wrap(bytes), PATH.context(), SignedPath.lookup(), explain)
                        .state())
                .isEqualTo(PathState.MALFORMED);
    }
}
