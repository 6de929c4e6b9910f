// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import static org.pathproof.lab.paths.LabUpdates.asPath;
import static org.pathproof.lab.paths.LabUpdates.bgpsecPath;
import static org.pathproof.lab.paths.LabUpdates.nextHop;
import static org.pathproof.lab.paths.LabUpdates.origin;
import static org.pathproof.lab.paths.LabUpdates.reach;
import static org.pathproof.lab.paths.LabUpdates.update;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.attacks.Attack.Session;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;
import org.pathproof.wire.bgp.Update;

/** Updates that break a syntax rule (RFC 8205 sections 2.2, 4.1 and 5.2). The attacks forge no signature. */
final class SyntaxAttacks {
    private SyntaxAttacks() {}

    static void addTo(AttackNetwork network) {
        addHeaders(network);
        addBlocks(network);
        addEncodings(network);
        addUpdates(network);
        addSessions(network);
    }

    private static Expectation malformed(Rule rule, Integer... hops) {
        return Expectation.of(PathState.MALFORMED, rule, hops);
    }

    /** Breaks checks 2, 5, 7 and 8, on the Secure_Path. */
    private static void addHeaders(AttackNetwork network) {
        network.add(
                "pcount-zero",
                "the neighbor hides itself with pCount 0, but is not a route server",
                network.sign(withNewest(network, new Hop(AttackNetwork.NEIGHBOR, 0, 0))),
                malformed(Rule.PCOUNT_ZERO_NOT_ALLOWED));
        network.add(
                "confed-flag",
                "the neighbor sets Confed_Segment, but is not a member of the confederation",
                network.sign(withNewest(network, new Hop(AttackNetwork.NEIGHBOR, 1, SecurePath.FLAG_CONFED_SEGMENT))),
                malformed(Rule.CONFED_FLAG_UNEXPECTED));
        network.add(
                "as-loop",
                "the path already contains the local AS",
                network.sign(network.signers(
                        AttackNetwork.ORIGIN, network.localAs(), AttackNetwork.SECOND_TRANSIT, AttackNetwork.NEIGHBOR)),
                malformed(Rule.AS_LOOP));
        network.add(
                "first-as",
                "the newest hop is not the neighbor that sent the update",
                network.sign(network.signers(
                        AttackNetwork.ORIGIN, AttackNetwork.FIRST_TRANSIT, AttackNetwork.SECOND_TRANSIT)),
                malformed(Rule.FIRST_AS_MISMATCH));
    }

    private static List<Signer> withNewest(AttackNetwork network, Hop newest) {
        List<Signer> signers = new ArrayList<>(network.goodSigners());
        signers.set(3, new Signer(newest, network.keys().of(newest.asn())));
        return signers;
    }

    /** Breaks check 3 and the rules on algorithm suites. */
    private static void addBlocks(AttackNetwork network) {
        SecurePath path = network.goodPath();
        SignatureBlock block = path.blocks().getFirst();
        network.add(
                "missing-signature",
                "a block has one signature less than the path has hops",
                AttackNetwork.withBlocks(
                        path,
                        new SignatureBlock(
                                block.suite(),
                                block.segments().subList(0, block.segments().size() - 1))),
                malformed(Rule.SEGMENT_COUNT_MISMATCH));
        path = network.goodPath();
        network.add(
                "unsupported-suite",
                "the only block has an unassigned algorithm suite",
                AttackNetwork.withBlocks(path, AttackNetwork.blockOfSuite(path, 77)),
                Expectation.of(PathState.UNSIGNED, Rule.UNSUPPORTED_SUITE));
        path = network.goodPath();
        network.add(
                "invalid-suite",
                "the block has algorithm suite 0, which is reserved",
                AttackNetwork.withBlocks(path, AttackNetwork.blockOfSuite(path, 0)),
                malformed(Rule.INVALID_SUITE));
    }

    /** Breaks check 1, on the encoding of the attribute. */
    private static void addEncodings(AttackNetwork network) {
        Bytes value = BgpsecPathCodec.encode(network.goodPath());
        addEncoded(
                network,
                "truncated",
                "the attribute ends in the middle of a signature",
                value.slice(0, value.length() - 10),
                malformed(Rule.ATTRIBUTE_TRUNCATED));
        SecurePath path = network.goodPath();
        Bytes twoBlocks = BgpsecPathCodec.encode(
                AttackNetwork.withBlocks(path, path.blocks().getFirst(), AttackNetwork.blockOfSuite(path, 77)));
        addEncoded(
                network,
                "trailing-bytes",
                "three bytes follow the second block",
                twoBlocks.concat(Bytes.fromHex("000000")),
                malformed(Rule.ATTRIBUTE_TRAILING_BYTES));
    }

    private static void addEncoded(
            AttackNetwork network, String name, String description, Bytes value, Expectation expected) {
        Prefix prefix = network.prefix();
        add(network, name, description, Session.SIGNING, LabUpdates.signed(Nlri.of(prefix), value), expected);
    }

    /** Breaks check 4 and section 4.1, on the rest of the update. */
    private static void addUpdates(AttackNetwork network) {
        Nlri nlri = Nlri.of(network.prefix());
        Bytes path = BgpsecPathCodec.encode(network.goodPath());
        List<Long> asPath = List.of(
                AttackNetwork.NEIGHBOR,
                AttackNetwork.SECOND_TRANSIT,
                AttackNetwork.FIRST_TRANSIT,
                AttackNetwork.ORIGIN);
        add(
                network,
                "both-paths",
                "the update has AS_PATH and BGPsec_PATH",
                Session.SIGNING,
                update(origin(), asPath(asPath), reach(List.of(nlri)), bgpsecPath(path)),
                malformed(Rule.AS_PATH_AND_BGPSEC_PATH));

        nlri = Nlri.of(network.prefix());
        add(
                network,
                "no-path",
                "the update has neither AS_PATH nor BGPsec_PATH",
                Session.SIGNING,
                update(origin(), reach(List.of(nlri))),
                malformed(Rule.AS_PATH_MISSING));

        nlri = Nlri.of(network.prefix());
        path = BgpsecPathCodec.encode(network.goodPath());
        Nlri second = Nlri.of(Prefix.parse("198.51.100.0/24"));
        add(
                network,
                "two-prefixes",
                "the update has a second prefix besides the signed one",
                Session.SIGNING,
                update(origin(), reach(List.of(nlri, second)), bgpsecPath(path)),
                malformed(Rule.MULTIPLE_PREFIXES));

        nlri = Nlri.of(network.prefix());
        path = BgpsecPathCodec.encode(network.goodPath());
        add(
                network,
                "no-mp-reach",
                "the prefix is in the NLRI field instead of MP_REACH_NLRI",
                Session.SIGNING,
                new Update(List.of(), List.of(origin(), nextHop(), bgpsecPath(path)), List.of(nlri), List.of()),
                malformed(Rule.MISSING_MP_REACH));
    }

    private static void addSessions(AttackNetwork network) {
        Prefix prefix = network.prefix();
        SecurePath path = network.sign(
                network.signers(AttackNetwork.ORIGIN, AttackNetwork.FIRST_TRANSIT, AttackNetwork.PLAIN_NEIGHBOR));
        add(
                network,
                "not-negotiated",
                "BGPsec_PATH arrives on a session that did not negotiate BGPsec",
                Session.PLAIN,
                LabUpdates.signed(Nlri.of(prefix), path),
                malformed(Rule.CAPABILITY_NOT_NEGOTIATED));

        prefix = network.prefix();
        List<Long> asPath = List.of(
                AttackNetwork.STRIPPING_NEIGHBOR,
                AttackNetwork.SECOND_TRANSIT,
                AttackNetwork.FIRST_TRANSIT,
                AttackNetwork.ORIGIN);
        add(
                network,
                "stripped",
                "the neighbor negotiates BGPsec but sends AS_PATH only; its session is flagged bgpsec-stripped",
                Session.STRIPPING,
                LabUpdates.plain(Nlri.of(prefix), asPath),
                Expectation.of(PathState.UNSIGNED));
    }

    /** Adds an attack on the next prefix of the network. */
    private static void add(
            AttackNetwork network,
            String name,
            String description,
            Session session,
            Update update,
            Expectation expected) {
        network.add(new Attack(name, description, network.prefix(), session, update, expected, List.of()));
    }
}
