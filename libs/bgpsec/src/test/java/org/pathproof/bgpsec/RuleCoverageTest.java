// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.bgp.Sender;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Has an input for each rule of this library that breaks only this rule. The test of each class has further cases.
 */
class RuleCoverageTest {
    private static final BatchVerifier VERIFIER =
            new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));

    /**
     * Rules of the validator service, with their states. Such states depend on earlier verdicts, on other views of a
     * router, or on an error in Pathproof.
     */
    private static final Map<Rule, PathState> VALIDATOR_RULES = Map.of(
            Rule.KEY_WITHDRAWN, PathState.NOT_VALID,
            Rule.PATH_REWRITTEN, PathState.UNVERIFIED,
            Rule.JUDGING_FAILED, PathState.UNVERIFIED,
            Rule.PROOF_DOUBTED, PathState.UNVERIFIED);

    private static final SignedPath PATH = SignedPath.over(64501, 64502);
    private static final AsPath AS_PATH =
            new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L))));
    private static final Origin IGP = new Origin(0x40, 0);
    private static final NextHop NEXT_HOP = new NextHop(0x40, Bytes.fromHex("c0000201"));
    private static final Map<Rule, PathResult> INPUTS = inputs();

    @Test
    void eachInputBreaksOneRuleOnly() {
        assertThat(INPUTS.keySet()).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(VALIDATOR_RULES.keySet())));
        INPUTS.forEach((rule, pathResult) -> assertThat(pathResult.findings())
                .as(rule.label())
                .extracting(Finding::rule)
                .containsOnly(rule));
    }

    @Test
    void labelsAreStable() {
        assertThat(Rule.values())
                .extracting(Rule::label)
                .containsExactlyInAnyOrder(
                        "signature-mismatch",
                        "key-not-found",
                        "key-withdrawn",
                        "key-malformed",
                        "signature-malformed",
                        "unsupported-suite",
                        "invalid-suite",
                        "segment-count-mismatch",
                        "attribute-truncated",
                        "attribute-trailing-bytes",
                        "attribute-malformed",
                        "attribute-missing",
                        "attribute-discarded",
                        "as-zero",
                        "as-path-and-bgpsec-path",
                        "as-path-differs",
                        "as-path-missing",
                        "first-as-mismatch",
                        "pcount-zero-not-allowed",
                        "confed-flag-unexpected",
                        "confed-flag-missing",
                        "as-loop",
                        "multiple-prefixes",
                        "missing-mp-reach",
                        "capability-not-negotiated",
                        "path-rewritten",
                        "target-as-unknown",
                        "judging-failed",
                        "proof-doubted");
        assertThat(Rule.values())
                .allSatisfy(r -> assertThat(Rule.ofLabel(r.label())).isEqualTo(r));
    }

    /** Returns the state of a path that breaks only this rule. */
    static PathState stateOf(Rule rule) {
        PathResult broken = INPUTS.get(rule);
        return broken == null ? Objects.requireNonNull(VALIDATOR_RULES.get(rule)) : broken.state();
    }

    private static Map<Rule, PathResult> inputs() {
        Map<Rule, PathResult> inputs = new EnumMap<>(Rule.class);
        SecurePath path = PATH.sign();
        Bytes attribute = BgpsecPathCodec.encode(path);
        PathContext context = PATH.context();
        SignatureSegment newest = path.blocks().getFirst().segments().getFirst();
        SignatureSegment origin = path.blocks().getFirst().segments().getLast();

        inputs.put(Rule.SIGNATURE_MISMATCH, validate(attribute, with(context, OptionalLong.of(65001)), k -> k));
        inputs.put(Rule.KEY_NOT_FOUND, validate(attribute, context, _ -> List.of()));
        inputs.put(
                Rule.KEY_MALFORMED,
                validate(
                        attribute,
                        context,
                        keys -> keys.stream()
                                .map(k -> new RouterKey(k.asn(), k.ski(), Bytes.fromHex("00")))
                                .toList()));
        inputs.put(
                Rule.SIGNATURE_MALFORMED,
                validate(
                        blocks(path, block(1, new SignatureSegment(newest.ski(), Bytes.EMPTY), origin)),
                        context,
                        k -> k));
        inputs.put(Rule.UNSUPPORTED_SUITE, validate(blocks(path, block(2, newest, origin)), context, k -> k));
        inputs.put(Rule.INVALID_SUITE, validate(blocks(path, block(0, newest, origin)), context, k -> k));
        inputs.put(Rule.SEGMENT_COUNT_MISMATCH, validate(blocks(path, block(1, newest)), context, k -> k));
        inputs.put(Rule.ATTRIBUTE_TRUNCATED, validate(attribute.slice(0, attribute.length() - 1), context, k -> k));
        inputs.put(Rule.ATTRIBUTE_TRAILING_BYTES, validate(attribute.concat(Bytes.fromHex("00")), context, k -> k));
        inputs.put(Rule.FIRST_AS_MISMATCH, validate(attribute, from(context, 64777, PeerRelation.EXTERNAL), k -> k));
        inputs.put(
                Rule.PCOUNT_ZERO_NOT_ALLOWED,
                validate(new SignedPath().hop(64501, 1, 0).hop(64502, 0, 0)));
        inputs.put(
                Rule.CONFED_FLAG_UNEXPECTED,
                validate(new SignedPath().hop(64501, 1, 0x80).hop(64502, 1, 0)));
        inputs.put(
                Rule.CONFED_FLAG_MISSING,
                validate(attribute, from(context, 64502, PeerRelation.CONFEDERATION_MEMBER), k -> k));
        inputs.put(Rule.AS_LOOP, validate(SignedPath.over(64501, SignedPath.TARGET, 64502)));
        inputs.put(Rule.TARGET_AS_UNKNOWN, validate(attribute, with(context, OptionalLong.empty()), k -> k));

        BgpsecPath bgpsec = new BgpsecPath(0x90, attribute);
        Nlri prefix = Nlri.of(SignedPath.PREFIX);
        UnknownAttribute unknown = new UnknownAttribute(0x40, 200, Bytes.EMPTY);
        inputs.put(Rule.AS_ZERO, validate(SignedPath.over(0, 64502)));
        inputs.put(Rule.ATTRIBUTE_MALFORMED, check(List.of(), true, IGP, unknown, bgpsec, reach(prefix)));
        inputs.put(Rule.ATTRIBUTE_MISSING, check(List.of(), true, bgpsec, reach(prefix)));
        Update withLocalPref = new Update(
                List.of(), List.of(IGP, bgpsec, reach(prefix), new LocalPref(0x40, 100)), List.of(), List.of());
        inputs.put(
                Rule.ATTRIBUTE_DISCARDED,
                new PathResult(
                        PathState.VALID,
                        UpdateRules.discards(UpdateCheck.of(withLocalPref, Reception.from(Sender.EXTERNAL, true))),
                        List.of(),
                        List.of()));
        inputs.put(Rule.AS_PATH_AND_BGPSEC_PATH, check(List.of(), true, IGP, AS_PATH, bgpsec, reach(prefix)));
        inputs.put(
                Rule.AS_PATH_DIFFERS,
                new PathResult(
                        PathState.MALFORMED,
                        UpdateRules.checkDualPath(
                                new Update(
                                        List.of(), List.of(IGP, AS_PATH, bgpsec, reach(prefix)), List.of(), List.of()),
                                true),
                        List.of(),
                        List.of()));
        inputs.put(Rule.AS_PATH_MISSING, check(List.of(), true, IGP, reach(prefix)));
        inputs.put(Rule.MULTIPLE_PREFIXES, check(List.of(), true, IGP, bgpsec, reach(prefix, prefix)));
        inputs.put(Rule.MISSING_MP_REACH, check(List.of(prefix), true, IGP, NEXT_HOP, bgpsec));
        inputs.put(Rule.CAPABILITY_NOT_NEGOTIATED, check(List.of(), false, IGP, bgpsec, reach(prefix)));
        return inputs;
    }

    private static PathResult validate(SignedPath path) {
        return validate(path.attribute(), path.context(), k -> k);
    }

    private static PathResult validate(
            Bytes attribute, PathContext context, Function<List<RouterKey>, List<RouterKey>> keys) {
        KeyLookup lookup = (asn, ski) -> keys.apply(SignedPath.lookup().keys(asn, ski));
        return PathValidator.validate(attribute, context, lookup, VERIFIER, false);
    }

    private static PathResult check(List<Nlri> nlri, boolean negotiated, PathAttribute... attributes) {
        Update update = new Update(List.of(), List.of(attributes), nlri, List.of());
        return new PathResult(PathState.MALFORMED, UpdateRules.check(update, negotiated), List.of(), List.of());
    }

    private static PathContext with(PathContext c, OptionalLong target) {
        return new PathContext(
                target, c.firstAs(), c.loopAs(), c.relation(), c.pCountZeroAllowed(), c.family(), c.prefix());
    }

    private static PathContext from(PathContext c, long firstAs, PeerRelation relation) {
        return new PathContext(
                c.targetAs(),
                OptionalLong.of(firstAs),
                c.loopAs(),
                relation,
                c.pCountZeroAllowed(),
                c.family(),
                c.prefix());
    }

    private static SignatureBlock block(int suite, SignatureSegment... segments) {
        return new SignatureBlock(suite, List.of(segments));
    }

    private static Bytes blocks(SecurePath path, SignatureBlock... blocks) {
        return BgpsecPathCodec.encode(new SecurePath(path.segments(), List.of(blocks)));
    }

    private static MpReach reach(Nlri... nlri) {
        return new MpReach(
                0x80, AfiSafi.IPV4_UNICAST, Bytes.fromHex("c0000201"), new ArrayList<>(List.of(nlri)), Bytes.EMPTY);
    }
}
