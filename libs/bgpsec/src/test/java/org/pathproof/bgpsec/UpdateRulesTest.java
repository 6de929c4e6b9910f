// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.As4Path;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.LocalPref;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Reception;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.UpdateCheck;

/**
 * Tests the rules of RFC 8205 sections 2.2, 4.1 and 5.2 (check 4), and treat-as-withdraw (RFC 4271 section 6.3, RFC
 * 7606).
 */
class UpdateRulesTest {
    private static final Nlri PREFIX = Nlri.of(SignedPath.PREFIX);
    private static final Nlri OTHER = Nlri.of(Prefix.parse("198.51.100.0/24"));
    private static final AsPath AS_PATH =
            new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L))));
    private static final Origin IGP = new Origin(0x40, 0);
    private static final NextHop NEXT_HOP = new NextHop(0x40, Bytes.fromHex("c0000201"));
    private static final BgpsecPath BGPSEC =
            new BgpsecPath(0x90, SignedPath.over(64501).attribute());

    @Test
    void acceptsWellFormedUpdates() {
        assertThat(rules(update(BGPSEC, reach(PREFIX)), true)).isEmpty();
        assertThat(rules(update(AS_PATH, reach(PREFIX, OTHER)), false)).isEmpty();
        assertThat(rules(
                        new Update(List.of(), List.of(IGP, AS_PATH, NEXT_HOP), List.of(PREFIX, OTHER), List.of()),
                        true))
                .isEmpty();
    }

    @Test
    void anUpdateWithoutAnnouncementsBreaksNoRule() {
        assertThat(rules(update(), true)).isEmpty();
        assertThat(rules(new Update(List.of(PREFIX), List.of(), List.of(), List.of()), true))
                .isEmpty();
        assertThat(rules(update(new MpUnreach(0x80, AfiSafi.IPV4_UNICAST, List.of(PREFIX), Bytes.EMPTY)), true))
                .isEmpty();
    }

    /** A BGPsec_PATH applies to one announced prefix (RFC 8205 section 4.1). A withdrawal has no path. */
    @Test
    void refusesAPathWithoutAnnouncedPrefix() {
        MpUnreach unreach = new MpUnreach(0x80, AfiSafi.IPV4_UNICAST, List.of(PREFIX), Bytes.EMPTY);
        for (Update update :
                List.of(update(BGPSEC, unreach), new Update(List.of(PREFIX), List.of(BGPSEC), List.of(), List.of()))) {
            assertThat(rules(update, true)).containsExactly(Rule.MISSING_MP_REACH);
            assertThat(UpdateRules.check(update, true).getFirst().message())
                    .isEqualTo("The UPDATE carries BGPsec_PATH, but only withdraws routes: the path has no prefix."
                            + " The withdrawals are valid.");
        }
        assertThat(rules(new Update(List.of(PREFIX), List.of(IGP, BGPSEC, reach(OTHER)), List.of(), List.of()), true))
                .as("withdrawals beside an announcement")
                .isEmpty();
    }

    @Test
    void refusesBothPathAttributes() {
        assertThat(rules(update(AS_PATH, BGPSEC, reach(PREFIX)), true)).containsExactly(Rule.AS_PATH_AND_BGPSEC_PATH);
        UnknownAttribute damagedAsPath = new UnknownAttribute(0x40, PathAttribute.AS_PATH, Bytes.fromHex("02"));
        assertThat(rules(update(damagedAsPath, BGPSEC, reach(PREFIX)), true))
                .containsExactly(Rule.AS_PATH_AND_BGPSEC_PATH);
    }

    @Test
    void refusesAnAnnouncementWithoutPath() {
        assertThat(rules(update(reach(PREFIX)), true)).containsExactly(Rule.AS_PATH_MISSING);
        assertThat(rules(new Update(List.of(), List.of(IGP, NEXT_HOP), List.of(PREFIX), List.of()), true))
                .containsExactly(Rule.AS_PATH_MISSING);
    }

    /** RFC 8205 section 4.4: a route without a path from an iBGP peer with BGPsec originates in this AS. */
    @Test
    void acceptsNoPathFromAnIbgpPeer() {
        Update update = update(reach(PREFIX), new LocalPref(0x40, 100));
        assertThat(UpdateRules.check(update, true, PeerRelation.INTERNAL)).isEmpty();
        assertThat(UpdateRules.check(update, false, PeerRelation.INTERNAL))
                .extracting(Finding::rule)
                .containsExactly(Rule.AS_PATH_MISSING);
        assertThat(UpdateRules.check(update, true, PeerRelation.CONFEDERATION_MEMBER))
                .extracting(Finding::rule)
                .containsExactly(Rule.AS_PATH_MISSING);
    }

    @Test
    void refusesMoreThanOnePrefix() {
        assertThat(rules(update(BGPSEC, reach(PREFIX, OTHER)), true)).containsExactly(Rule.MULTIPLE_PREFIXES);
        Update inBothPlaces =
                new Update(List.of(), List.of(IGP, NEXT_HOP, BGPSEC, reach(PREFIX)), List.of(OTHER), List.of());
        assertThat(rules(inBothPlaces, true)).containsExactly(Rule.MULTIPLE_PREFIXES);
        assertThat(UpdateRules.check(inBothPlaces, true).getFirst().message())
                .contains("2 prefixes (1 in MP_REACH_NLRI, 1 in the NLRI field)");
    }

    @Test
    void refusesAPrefixOutsideMpReach() {
        Update inField = new Update(List.of(), List.of(IGP, NEXT_HOP, BGPSEC), List.of(PREFIX), List.of());
        assertThat(rules(inField, true)).containsExactly(Rule.MISSING_MP_REACH);
        Update twoInField = new Update(List.of(), List.of(IGP, NEXT_HOP, BGPSEC), List.of(PREFIX, OTHER), List.of());
        assertThat(rules(twoInField, true)).containsExactly(Rule.MISSING_MP_REACH, Rule.MULTIPLE_PREFIXES);
        assertThat(rules(update(BGPSEC), true)).containsExactly(Rule.MISSING_MP_REACH);
        assertThat(rules(update(BGPSEC, reach()), true)).containsExactly(Rule.MISSING_MP_REACH);
        MpReach vpn = new MpReach(0x80, new AfiSafi(1, 128), Bytes.EMPTY, List.of(), Bytes.fromHex("00"));
        assertThat(rules(update(BGPSEC, vpn), true)).containsExactly(Rule.MISSING_MP_REACH);
    }

    @Test
    void refusesBgpsecWithoutNegotiation() {
        assertThat(rules(update(BGPSEC, reach(PREFIX)), false)).containsExactly(Rule.CAPABILITY_NOT_NEGOTIATED);
    }

    @Test
    void acceptsBgpsecPathBesideAnEqualAsPath() {
        assertThat(dualPath(update(AS_PATH, BGPSEC, reach(PREFIX)))).isEmpty();
        assertThat(dualPath(new Update(List.of(), List.of(IGP, NEXT_HOP, AS_PATH, BGPSEC), List.of(PREFIX), List.of())))
                .as("IPv4 in the NLRI field")
                .isEmpty();
        assertThat(dualPath(new Update(
                        List.of(), List.of(IGP, NEXT_HOP, AS_PATH, BGPSEC), List.of(PREFIX, OTHER), List.of())))
                .as("each prefix is a path of its own")
                .isEmpty();
        BgpsecPath partial = new BgpsecPath(0xb0, BGPSEC.value());
        assertThat(dualPath(decode(message(update(AS_PATH, partial, reach(PREFIX))))))
                .as("the Partial flag")
                .isEmpty();
        assertThat(UpdateRules.isDualPath(update(AS_PATH, BGPSEC))).isTrue();
        assertThat(UpdateRules.isDualPath(update(BGPSEC))).isFalse();
        assertThat(UpdateRules.isDualPath(update(AS_PATH))).isFalse();
    }

    @Test
    void refusesAnAsPathThatDiffersBesideBgpsecPath() {
        AsPath other = new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64502L, 64501L))));
        assertThat(dualPath(update(other, BGPSEC, reach(PREFIX)))).containsExactly(Rule.AS_PATH_DIFFERS);
    }

    @Test
    void refusesDamageAndMissingPrefixesBesideAsPath() {
        assertThat(dualPath(update(AS_PATH, BGPSEC))).containsExactly(Rule.MISSING_MP_REACH);
        Update damaged = decode(message(only(
                new UnknownAttribute(0x40, PathAttribute.ORIGIN, Bytes.fromHex("09")),
                AS_PATH,
                BGPSEC,
                reach(PREFIX))));
        assertThat(dualPath(damaged)).containsExactly(Rule.ATTRIBUTE_MALFORMED);
        Update badAsPath = decode(message(update(
                new UnknownAttribute(0x40, PathAttribute.AS_PATH, Bytes.fromHex("0201")), BGPSEC, reach(PREFIX))));
        assertThat(dualPath(badAsPath)).containsExactly(Rule.ATTRIBUTE_MALFORMED);
    }

    /** An AS number above 65535 is AS_TRANS in AS_PATH and itself in AS4_PATH (RFC 6793 section 4.2.2). */
    @Test
    void comparesTheTruePathOfATwoOctetSession() {
        BgpsecPath path =
                new BgpsecPath(0x90, SignedPath.over(64501, 4200000000L).attribute());
        AsPath old = new AsPath(
                0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of((long) AsPath.AS_TRANS, 64501L))));
        As4Path as4 = new As4Path(0xc0, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(4200000000L, 64501L))));
        Update update = update(old, as4, path, reach(PREFIX));
        assertThat(UpdateRules.checkDualPath(update, false)).isEmpty();
        assertThat(dualPath(update)).containsExactly(Rule.AS_PATH_DIFFERS);
    }

    @Test
    void refusesDamagedAttributes() {
        Bytes good = message(update(reach(PREFIX), BGPSEC));
        int bgpsecAt = good.length() - BGPSEC.value().length() - 4;
        assertThat(rules(decode(with(good, bgpsecAt, 0xd0)), true))
                .as("BGPsec_PATH with the Transitive flag")
                .containsExactly(Rule.ATTRIBUTE_MALFORMED);
        int length = good.u8(bgpsecAt + 3);
        assertThat(rules(decode(with(good, bgpsecAt + 3, length + 1)), true))
                .as("BGPsec_PATH longer than the rest of the UPDATE")
                .containsExactly(Rule.ATTRIBUTE_TRUNCATED);
        Update badOrigin = decode(message(
                only(new UnknownAttribute(0x40, PathAttribute.ORIGIN, Bytes.fromHex("09")), AS_PATH, reach(PREFIX))));
        assertThat(rules(badOrigin, false)).containsExactly(Rule.ATTRIBUTE_MALFORMED);
    }

    @Test
    void aDiscardedAttributeBreaksNoRule() {
        Bytes attributes = Bytes.fromHex("40 01 01 02  c0 07 08 00000000 c0000201  40 03 04 c0000201");
        Bytes good = message(update(reach(PREFIX), BGPSEC));
        UpdateCheck checked = check(withAttributes(good, attributes), PeerRelation.EXTERNAL);
        assertThat(UpdateRules.check(checked, true, PeerRelation.EXTERNAL)).isEmpty();
        assertThat(UpdateRules.discards(checked))
                .extracting(Finding::rule)
                .containsExactly(Rule.ATTRIBUTE_DISCARDED, Rule.ATTRIBUTE_DISCARDED, Rule.ATTRIBUTE_DISCARDED);
        assertThat(UpdateRules.discards(checked))
                .extracting(Finding::message)
                .anySatisfy(message -> assertThat(message)
                        .isEqualTo(
                                "UPDATE / AGGREGATOR: the AS number is 0 (RFC 7607 section 2, RFC 7606 section 7.7)."));
        Bytes otc = withAttributes(good, attributes.concat(Bytes.fromHex("c0 23 03 000000")));
        assertThat(UpdateRules.check(check(otc, PeerRelation.EXTERNAL), true, PeerRelation.EXTERNAL))
                .extracting(Finding::rule)
                .containsExactly(Rule.ATTRIBUTE_MALFORMED);
    }

    /** RFC 7606 sections 7.5, 7.9 and 7.10. */
    @Test
    void discardsTheAttributesOfInternalPeersFromOthers() {
        Bytes good = message(update(reach(PREFIX), BGPSEC));
        for (String attribute : List.of("40 05 05 0000000064", "80 09 08 c0000201c0000202", "80 0a 06 c0000201c000")) {
            Bytes message = withAttributes(good, Bytes.fromHex(attribute));
            UpdateCheck external = check(message, PeerRelation.EXTERNAL);
            assertThat(UpdateRules.check(external, true, PeerRelation.EXTERNAL)).isEmpty();
            assertThat(UpdateRules.discards(external))
                    .extracting(Finding::rule)
                    .containsExactly(Rule.ATTRIBUTE_DISCARDED);
            assertThat(UpdateRules.check(check(message, PeerRelation.INTERNAL), true, PeerRelation.INTERNAL))
                    .extracting(Finding::rule)
                    .contains(Rule.ATTRIBUTE_MALFORMED);
        }
    }

    /** Signatures do not make such an UPDATE VALID. */
    @Test
    void refusesASignedUpdateThatIsMalformedByContent() {
        assertThat(rules(only(BGPSEC, reach(PREFIX)), true)).containsExactly(Rule.ATTRIBUTE_MISSING);
        assertThat(rules(only(new UnknownAttribute(0x40, 1, Bytes.fromHex("03")), BGPSEC, reach(PREFIX)), true))
                .as("an Update that was not decoded has no faults of syntax")
                .isEmpty();
        assertThat(rules(update(BGPSEC, reach(PREFIX), new UnknownAttribute(0x40, 200, Bytes.fromHex("01"))), true))
                .containsExactly(Rule.ATTRIBUTE_MALFORMED);
        AsPath zero = new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(64501L, 0L))));
        assertThat(rules(update(zero, reach(PREFIX)), true)).containsExactly(Rule.AS_ZERO);
    }

    @Test
    void findsEveryBrokenRule() {
        Update update =
                new Update(List.of(), List.of(IGP, NEXT_HOP, AS_PATH, BGPSEC), List.of(PREFIX, OTHER), List.of());
        assertThat(rules(update, false))
                .containsExactlyInAnyOrder(
                        Rule.AS_PATH_AND_BGPSEC_PATH,
                        Rule.CAPABILITY_NOT_NEGOTIATED,
                        Rule.MISSING_MP_REACH,
                        Rule.MULTIPLE_PREFIXES);
    }

    @Property
    void neverThrows(@ForAll int position, @ForAll byte flip, @ForAll boolean negotiated) {
        Bytes good = message(update(AS_PATH, BGPSEC, reach(PREFIX)));
        int at = 19 + Math.floorMod(position, good.length() - 19);
        if (BgpCodec.decode(with(good, at, good.u8(at) ^ flip), BgpSessionOptions.DEFAULT)
                instanceof Decoded.Ok<BgpMessage>(Update update)) {
            UpdateRules.check(update, negotiated);
            UpdateRules.checkDualPath(update, negotiated);
        }
    }

    private static List<Rule> rules(Update update, boolean negotiated) {
        List<Finding> findings = UpdateRules.check(update, negotiated);
        assertThat(findings).allSatisfy(f -> assertThat(f.message()).endsWith("."));
        return findings.stream().map(Finding::rule).toList();
    }

    private static List<Rule> dualPath(Update update) {
        List<Finding> findings = UpdateRules.checkDualPath(update, true);
        assertThat(findings).allSatisfy(f -> assertThat(f.message()).endsWith("."));
        return findings.stream().map(Finding::rule).toList();
    }

    private static UpdateCheck check(Bytes message, PeerRelation relation) {
        return UpdateCheck.of(
                decode(message),
                Reception.from(UpdateRules.sender(relation), true).withBgpsec());
    }

    /** Appends attributes to a message without NLRI field. */
    private static Bytes withAttributes(Bytes message, Bytes attributes) {
        byte[] bytes = message.concat(attributes).toArray();
        int length = message.u16(21) + attributes.length();
        bytes[16] = (byte) (bytes.length >> 8);
        bytes[17] = (byte) bytes.length;
        bytes[21] = (byte) (length >> 8);
        bytes[22] = (byte) length;
        return Bytes.wrap(bytes);
    }

    /** Returns an UPDATE with ORIGIN and these attributes; without attributes an empty one. */
    private static Update update(PathAttribute... attributes) {
        List<PathAttribute> all = new ArrayList<>(List.of(attributes));
        if (!all.isEmpty()) {
            all.addFirst(IGP);
        }
        return new Update(List.of(), all, List.of(), List.of());
    }

    private static Update only(PathAttribute... attributes) {
        return new Update(List.of(), List.of(attributes), List.of(), List.of());
    }

    private static MpReach reach(Nlri... nlri) {
        return new MpReach(
                0x80, AfiSafi.IPV4_UNICAST, Bytes.fromHex("c0000201"), new ArrayList<>(List.of(nlri)), Bytes.EMPTY);
    }

    private static Bytes message(Update update) {
        return BgpCodec.encode(update, BgpSessionOptions.DEFAULT);
    }

    private static Update decode(Bytes message) {
        return (Update) BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow();
    }

    private static Bytes with(Bytes bytes, int at, int value) {
        byte[] copy = bytes.toArray();
        copy[at] = (byte) value;
        return Bytes.wrap(copy);
    }
}
