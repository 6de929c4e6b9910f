// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.attacks.Attack.Session;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;

/**
 * Routes with BGPsec_PATH beside AS_PATH, from a neighbor whose session did not negotiate BGPsec. The expected
 * verdicts are those of a collector with the neighbor in {@code pathproof.collector.dual-path-peers}.
 */
final class DualPathAttacks {
    private static final Expectation VALID = Expectation.of(PathState.VALID);
    private static final int LAST_HOP = 4;

    private DualPathAttacks() {}

    static void addTo(AttackNetwork network) {
        addValid(network);
        addChangedSignatures(network);
        addChangedAsPaths(network);
        addUnpermitted(network);
    }

    private static void addValid(AttackNetwork network) {
        SecurePath path = path(network);
        add(
                network,
                "dual-path",
                "BGPsec_PATH beside an equal AS_PATH, from a neighbor that may send both",
                path,
                asPath(path),
                VALID.withOrigin(OriginState.VALID));

        List<Signer> prepending = signers(network);
        prepending.set(
                2,
                new Signer(
                        new Hop(AttackNetwork.SECOND_TRANSIT, 3, 0),
                        network.keys().of(AttackNetwork.SECOND_TRANSIT)));
        path = network.sign(prepending);
        add(
                network,
                "dual-path-prepended",
                "beside AS_PATH: a hop prepends itself in both paths, with pCount 3",
                path,
                asPath(path),
                VALID);

        Prefix prefix = network.prefixIpv6();
        path = network.sign(prefix, signers(network), network.localAs());
        add(
                network,
                "dual-path-ipv6",
                "beside AS_PATH, with an IPv6 prefix",
                prefix,
                LabUpdates.dualPath(Nlri.of(prefix), path, asPath(path)),
                VALID);
    }

    /** AS_PATH and BGPsec_PATH have the same path, but the hops signed another path. */
    private static void addChangedSignatures(AttackNetwork network) {
        SecurePath path = path(network);
        SecurePath replaced =
                AttackNetwork.withSegment(path, 2, new SecurePath.Segment(1, 0, AttackNetwork.UNRELATED_AS));
        add(
                network,
                "dual-path-replaced",
                "beside AS_PATH: another AS stands in the place of a hop, in both paths",
                replaced,
                asPath(replaced),
                Expectation.of(PathState.NOT_VALID, Rule.SIGNATURE_MISMATCH, 1, 2)
                        .or(Rule.KEY_NOT_FOUND));

        path = AttackNetwork.without(path(network), 3);
        add(
                network,
                "dual-path-shortened",
                "beside AS_PATH: a hop is missing in both paths",
                path,
                asPath(path),
                Expectation.of(PathState.NOT_VALID, Rule.SIGNATURE_MISMATCH, 2, 3));
    }

    /** BGPsec_PATH is intact, and AS_PATH differs from it. */
    private static void addChangedAsPaths(AttackNetwork network) {
        addChangedAsPath(
                network,
                "dual-path-as-path-differs",
                "AS_PATH beside an intact BGPsec_PATH has another AS in the place of a hop",
                asPath -> asPath.set(1, AttackNetwork.UNRELATED_AS),
                differs(3));
        addChangedAsPath(
                network,
                "dual-path-as-path-shortened",
                "AS_PATH beside an intact BGPsec_PATH lacks a hop, and is preferred because it is shorter",
                asPath -> asPath.remove(2),
                differs(2));
        addChangedAsPath(
                network,
                "dual-path-as-path-prepended",
                "AS_PATH beside an intact BGPsec_PATH repeats the neighbor, whose pCount is 1",
                asPath -> asPath.addFirst(AttackNetwork.DUAL_PATH_NEIGHBOR),
                differs(3));
        addChangedAsPath(
                network,
                "dual-path-as-path-origin",
                "AS_PATH beside an intact BGPsec_PATH ends in another origin",
                asPath -> asPath.add(AttackNetwork.UNRELATED_AS),
                differs(0).withOrigin(OriginState.INVALID));
    }

    private static void addChangedAsPath(
            AttackNetwork network, String name, String description, Consumer<List<Long>> change, Expectation expected) {
        SecurePath path = path(network);
        List<Long> asPath = asPath(path);
        change.accept(asPath);
        add(network, name, description, path, asPath, expected);
    }

    private static void addUnpermitted(AttackNetwork network) {
        Prefix prefix = network.prefix();
        SecurePath path = network.sign(
                network.signers(AttackNetwork.ORIGIN, AttackNetwork.FIRST_TRANSIT, AttackNetwork.PLAIN_NEIGHBOR));
        network.add(new Attack(
                "dual-path-not-permitted",
                "BGPsec_PATH beside an equal AS_PATH, from a neighbor that may not send both",
                prefix,
                Session.PLAIN,
                LabUpdates.dualPath(Nlri.of(prefix), path, asPath(path)),
                Expectation.of(PathState.MALFORMED, Rule.AS_PATH_AND_BGPSEC_PATH),
                List.of()));
    }

    private static Expectation differs(int hop) {
        return Expectation.of(PathState.MALFORMED, Rule.AS_PATH_DIFFERS, hop);
    }

    /** Returns the signers of the neighbor's good path, origin first; the list can be changed. */
    private static List<Signer> signers(AttackNetwork network) {
        List<Signer> signers = new ArrayList<>(network.goodSigners());
        signers.set(LAST_HOP - 1, network.signer(AttackNetwork.DUAL_PATH_NEIGHBOR));
        return signers;
    }

    private static SecurePath path(AttackNetwork network) {
        return network.sign(signers(network));
    }

    /** Returns the equivalent AS_PATH (RFC 8205 section 4.4), nearest AS first; the list can be changed. */
    private static List<Long> asPath(SecurePath path) {
        List<Long> asPath = new ArrayList<>();
        for (SecurePath.Segment segment : path.segments()) {
            for (int i = 0; i < segment.pCount(); i++) {
                asPath.add(segment.asn());
            }
        }
        return asPath;
    }

    private static void add(
            AttackNetwork network,
            String name,
            String description,
            SecurePath path,
            List<Long> asPath,
            Expectation expected) {
        Prefix prefix = network.prefix();
        add(network, name, description, prefix, LabUpdates.dualPath(Nlri.of(prefix), path, asPath), expected);
    }

    private static void add(
            AttackNetwork network,
            String name,
            String description,
            Prefix prefix,
            Update update,
            Expectation expected) {
        network.add(new Attack(name, description, prefix, Session.DUAL_PATH, update, expected, List.of()));
    }
}
