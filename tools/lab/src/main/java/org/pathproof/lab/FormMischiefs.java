// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import static org.pathproof.lab.LabUpdates.asPath;
import static org.pathproof.lab.LabUpdates.bgpsecPath;
import static org.pathproof.lab.LabUpdates.nextHop;
import static org.pathproof.lab.LabUpdates.origin;
import static org.pathproof.lab.LabUpdates.reach;
import static org.pathproof.lab.LabUpdates.update;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.Mischief.Place;
import org.pathproof.lab.PathSigner.Signer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.Update;

/** Updates that break a rule of form (RFC 8205 sections 2.2, 4.1 and 5.2), though their signatures verify where there are any. */
final class FormMischiefs {
    private FormMischiefs() {}

    static void addTo(Stage stage) {
        headers(stage);
        blocks(stage);
        octets(stage);
        updates(stage);
        sessions(stage);
    }

    private static Expectation malformed(Rule rule, Integer... hops) {
        return Expectation.of(PathState.MALFORMED, rule, hops);
    }

    /** Checks 2, 5, 7 and 8: what stands in the Secure_Path. */
    private static void headers(Stage stage) {
        stage.add(
                "pcount-zero",
                "the neighbour hides itself by pCount 0, and is no route server",
                stage.sign(withNewest(stage, new Hop(Stage.NEIGHBOUR, 0, 0))),
                malformed(Rule.PCOUNT_ZERO_NOT_ALLOWED));
        stage.add(
                "confed-flag",
                "the neighbour sets Confed_Segment, and is in no confederation with us",
                stage.sign(withNewest(stage, new Hop(Stage.NEIGHBOUR, 1, SecurePath.FLAG_CONFED_SEGMENT))),
                malformed(Rule.CONFED_FLAG_UNEXPECTED));
        stage.add(
                "as-loop",
                "the route was in this network before",
                stage.sign(stage.signers(Stage.ORIGIN, stage.localAs(), Stage.SECOND_TRANSIT, Stage.NEIGHBOUR)),
                malformed(Rule.AS_LOOP));
        stage.add(
                "first-as",
                "the newest hop is not the neighbour that sent it",
                stage.sign(stage.signers(Stage.ORIGIN, Stage.FIRST_TRANSIT, Stage.SECOND_TRANSIT)),
                malformed(Rule.FIRST_AS_MISMATCH));
    }

    private static List<Signer> withNewest(Stage stage, Hop newest) {
        List<Signer> signers = new ArrayList<>(stage.goodSigners());
        signers.set(3, new Signer(newest, stage.keys().of(newest.asn())));
        return signers;
    }

    /** Check 3, and the suites. */
    private static void blocks(Stage stage) {
        SecurePath path = stage.goodPath();
        SignatureBlock block = path.blocks().getFirst();
        stage.add(
                "missing-signature",
                "a block has a signature less than the path has hops",
                Stage.withBlocks(
                        path,
                        new SignatureBlock(
                                block.suite(),
                                block.segments().subList(0, block.segments().size() - 1))),
                malformed(Rule.SEGMENT_COUNT_MISMATCH));
        path = stage.goodPath();
        stage.add(
                "unsupported-suite",
                "the only block is of an algorithm suite that nobody knows",
                Stage.withBlocks(path, Stage.blockOfSuite(path, 77)),
                Expectation.of(PathState.UNSIGNED, Rule.UNSUPPORTED_SUITE));
        path = stage.goodPath();
        stage.add(
                "invalid-suite",
                "the block is of algorithm suite 0, which must not be used",
                Stage.withBlocks(path, Stage.blockOfSuite(path, 0)),
                malformed(Rule.INVALID_SUITE));
    }

    /** Check 1: the attribute's octets. */
    private static void octets(Stage stage) {
        Bytes value = BgpsecPathCodec.encode(stage.goodPath());
        addOctets(
                stage,
                "truncated",
                "the attribute ends in the middle of a signature",
                value.slice(0, value.length() - 10),
                malformed(Rule.ATTRIBUTE_TRUNCATED));
        SecurePath path = stage.goodPath();
        Bytes twoBlocks =
                BgpsecPathCodec.encode(Stage.withBlocks(path, path.blocks().getFirst(), Stage.blockOfSuite(path, 77)));
        addOctets(
                stage,
                "trailing-octets",
                "three octets follow the second block",
                twoBlocks.concat(Bytes.fromHex("000000")),
                malformed(Rule.ATTRIBUTE_TRAILING_BYTES));
    }

    private static void addOctets(Stage stage, String name, String story, Bytes value, Expectation expected) {
        Prefix prefix = stage.prefix();
        add(stage, name, story, Place.SIGNING, LabUpdates.signed(Nlri.of(prefix), value), expected);
    }

    /** Check 4, and section 4.1: the update around the attribute. */
    private static void updates(Stage stage) {
        Nlri nlri = Nlri.of(stage.prefix());
        Bytes path = BgpsecPathCodec.encode(stage.goodPath());
        List<Long> asPath = List.of(Stage.NEIGHBOUR, Stage.SECOND_TRANSIT, Stage.FIRST_TRANSIT, Stage.ORIGIN);
        add(
                stage,
                "both-paths",
                "AS_PATH stands beside BGPsec_PATH",
                Place.SIGNING,
                update(origin(), asPath(asPath), reach(List.of(nlri)), bgpsecPath(path)),
                malformed(Rule.AS_PATH_AND_BGPSEC_PATH));

        nlri = Nlri.of(stage.prefix());
        add(
                stage,
                "no-path",
                "neither AS_PATH nor BGPsec_PATH is there",
                Place.SIGNING,
                update(origin(), reach(List.of(nlri))),
                malformed(Rule.AS_PATH_MISSING));

        nlri = Nlri.of(stage.prefix());
        path = BgpsecPathCodec.encode(stage.goodPath());
        Nlri second = Nlri.of(Prefix.parse("198.51.100.0/24"));
        add(
                stage,
                "two-prefixes",
                "a second prefix stands beside the one that was signed",
                Place.SIGNING,
                update(origin(), reach(List.of(nlri, second)), bgpsecPath(path)),
                malformed(Rule.MULTIPLE_PREFIXES));

        nlri = Nlri.of(stage.prefix());
        path = BgpsecPathCodec.encode(stage.goodPath());
        add(
                stage,
                "no-mp-reach",
                "the prefix stands in the NLRI field and not in MP_REACH_NLRI",
                Place.SIGNING,
                new Update(List.of(), List.of(origin(), nextHop(), bgpsecPath(path)), List.of(nlri), List.of()),
                malformed(Rule.MISSING_MP_REACH));
    }

    private static void sessions(Stage stage) {
        Prefix prefix = stage.prefix();
        SecurePath path = stage.sign(stage.signers(Stage.ORIGIN, Stage.FIRST_TRANSIT, Stage.PLAIN_NEIGHBOUR));
        add(
                stage,
                "not-negotiated",
                "BGPsec_PATH arrives on a session that did not negotiate BGPsec",
                Place.PLAIN,
                LabUpdates.signed(Nlri.of(prefix), path),
                malformed(Rule.CAPABILITY_NOT_NEGOTIATED));

        prefix = stage.prefix();
        List<Long> asPath = List.of(Stage.STRIPPING_NEIGHBOUR, Stage.SECOND_TRANSIT, Stage.FIRST_TRANSIT, Stage.ORIGIN);
        add(
                stage,
                "stripped",
                "the neighbour negotiates BGPsec and sends AS_PATH only; its session is flagged bgpsec-stripped",
                Place.STRIPPING,
                LabUpdates.plain(Nlri.of(prefix), asPath),
                Expectation.of(PathState.UNSIGNED));
    }

    /** Adds an update about the prefix that {@code stage} gives now. */
    private static void add(Stage stage, String name, String story, Place place, Update update, Expectation expected) {
        stage.add(new Mischief(name, story, stage.prefix(), place, update, expected, List.of()));
    }
}
