// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.attacks.Attack.KeyEvent;
import org.pathproof.lab.attacks.Attack.Session;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Well-formed paths with changed contents or wrong keys (RFC 8205 section 5.2, steps 2 to 4 of the signature
 * verification). If an attack changes the path, the neighbor (the newest hop) signs the changed path. The signature of
 * the neighbor then verifies, and the signature of an earlier hop does not.
 */
final class SignatureAttacks {
    private static final long WITHDRAWN_KEY_AS = 64502;
    private static final int UNPUBLISHED_KEY_INDEX = 7;

    private SignatureAttacks() {}

    /** Returns the ASes with keys that only these paths use. */
    static List<Long> signers() {
        return List.of(WITHDRAWN_KEY_AS);
    }

    static void addTo(AttackNetwork network) {
        addForgedHop(network);
        network.add(
                "removed-hop",
                "a hop is removed to make the path shorter",
                network.resigned(AttackNetwork.without(network.goodPath(), 3)),
                mismatch(2));
        network.add(
                "added-hop",
                "a hop that never had the route is inserted, with a signature by another key",
                addedHop(network),
                mismatch(2, 3));
        network.add(
                "replayed",
                "a path that was signed for another network, AS" + AttackNetwork.OTHER_NETWORK + ", is sent here",
                network.sign(network.prefix(), network.goodSigners(), AttackNetwork.OTHER_NETWORK),
                mismatch(4));
        addSwappedPrefix(network);
        SecurePath path = network.goodPath();
        network.add(
                "pcount-changed",
                "the pCount of a hop is changed to 3 after the hop signed",
                network.resigned(
                        AttackNetwork.withSegment(path, 3, new SecurePath.Segment(3, 0, AttackNetwork.SECOND_TRANSIT))),
                mismatch(3));
        path = network.goodPath();
        network.add(
                "flags-changed",
                "an unassigned flag of a hop is set after the hop signed (RFC 8205 section 3.1)",
                network.resigned(AttackNetwork.withSegment(
                        path, 3, new SecurePath.Segment(1, 0x01, AttackNetwork.SECOND_TRANSIT))),
                mismatch(3));
        addFlippedBit(network);
        path = network.goodPath();
        SignatureSegment newest = AttackNetwork.signature(path, 4);
        Bytes notDer = newest.signature().concat(Bytes.fromHex("00"));
        network.add(
                "not-der",
                "a byte follows the DER of a signature",
                AttackNetwork.withSignature(path, 4, new SignatureSegment(newest.ski(), notDer)),
                Expectation.of(PathState.NOT_VALID, Rule.SIGNATURE_MALFORMED, 4));
        addWrongKeys(network);
        addHijackedOrigin(network);
    }

    private static Expectation mismatch(Integer... hops) {
        return Expectation.of(PathState.NOT_VALID, Rule.SIGNATURE_MISMATCH, hops);
    }

    private static void addForgedHop(AttackNetwork network) {
        LabKey victim = network.keys().of(AttackNetwork.ORIGIN);
        LabKey forger = network.keys().of(AttackNetwork.NEIGHBOR);
        List<Signer> signers = List.of(
                new Signer(Hop.of(AttackNetwork.ORIGIN), new LabKey(forger.secret(), victim.routerKey())),
                network.signer(AttackNetwork.NEIGHBOR));
        network.add(
                "forged-hop",
                "the neighbor claims to have the route from the origin, and forges the origin's signature",
                network.sign(signers),
                mismatch(1));
    }

    private static SecurePath addedHop(AttackNetwork network) {
        LabKey victim = network.keys().of(AttackNetwork.UNRELATED_AS);
        LabKey forger = network.keys().of(AttackNetwork.NEIGHBOR);
        SecurePath heard = network.sign(
                network.prefix(),
                network.signers(AttackNetwork.ORIGIN, AttackNetwork.FIRST_TRANSIT),
                AttackNetwork.NEIGHBOR);
        SecurePath made = network.sign(List.of(
                network.signer(AttackNetwork.ORIGIN),
                network.signer(AttackNetwork.FIRST_TRANSIT),
                new Signer(Hop.of(AttackNetwork.UNRELATED_AS), new LabKey(forger.secret(), victim.routerKey())),
                network.signer(AttackNetwork.NEIGHBOR)));
        // The first transit AS signed for the neighbor, not for the inserted hop.
        return network.resigned(AttackNetwork.withSignature(made, 2, AttackNetwork.signature(heard, 2)));
    }

    private static void addSwappedPrefix(AttackNetwork network) {
        Prefix other = Prefix.parse("198.51.100.0/24");
        network.add(
                "swapped-prefix",
                "the signatures are those of another prefix",
                network.resigned(network.sign(other, network.goodSigners(), network.localAs())),
                mismatch(1, 2, 3));
    }

    private static void addFlippedBit(AttackNetwork network) {
        SecurePath path = network.goodPath();
        SignatureSegment newest = AttackNetwork.signature(path, 4);
        byte[] signature = newest.signature().toArray();
        signature[signature.length - 1] ^= 1;
        network.add(
                "flipped-bit",
                "one bit of a signature is flipped",
                AttackNetwork.withSignature(path, 4, new SignatureSegment(newest.ski(), Bytes.wrap(signature))),
                mismatch(4));
    }

    private static void addWrongKeys(AttackNetwork network) {
        LabKeys keys = network.keys();
        RouterKey own = keys.of(AttackNetwork.FIRST_TRANSIT).routerKey();
        network.add(
                "wrong-key",
                "a hop signs with another key than that of its SKI",
                withSecondHop(
                        network,
                        new LabKey(
                                keys.of(AttackNetwork.FIRST_TRANSIT, UNPUBLISHED_KEY_INDEX)
                                        .secret(),
                                own)),
                mismatch(2));
        network.add(
                "unknown-key",
                "a hop signs with a key that is not in the RPKI",
                withSecondHop(network, keys.of(AttackNetwork.FIRST_TRANSIT, UNPUBLISHED_KEY_INDEX)),
                Expectation.of(PathState.NOT_VALID, Rule.KEY_NOT_FOUND, 2));
        network.add(
                "borrowed-key",
                "a hop signs with a key that belongs to another AS in the RPKI",
                withSecondHop(network, keys.of(AttackNetwork.UNRELATED_AS)),
                Expectation.of(PathState.NOT_VALID, Rule.KEY_NOT_FOUND, 2));
        Prefix prefix = network.prefix();
        SecurePath path = network.sign(network.signers(AttackNetwork.ORIGIN, WITHDRAWN_KEY_AS, AttackNetwork.NEIGHBOR));
        network.add(new Attack(
                "withdrawn-key",
                "the key of a hop is withdrawn from the RPKI after the path was verified",
                prefix,
                Session.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                Expectation.of(PathState.NOT_VALID, Rule.KEY_WITHDRAWN, 2).or(Rule.KEY_NOT_FOUND),
                List.of(new KeyEvent(true, keys.of(WITHDRAWN_KEY_AS).routerKey()))));
    }

    private static SecurePath withSecondHop(AttackNetwork network, LabKey key) {
        List<Signer> signers = new ArrayList<>(network.goodSigners());
        signers.set(1, new Signer(Hop.of(AttackNetwork.FIRST_TRANSIT), key));
        return network.sign(signers);
    }

    /**
     * BGPsec does not verify the right to originate a prefix; origin validation does (RFC 8205 section 8.1, RFC 6811).
     */
    private static void addHijackedOrigin(AttackNetwork network) {
        network.add(
                "hijacked-origin",
                "an AS originates a prefix of another AS, with a valid signature",
                network.sign(network.signers(AttackNetwork.UNRELATED_AS, AttackNetwork.NEIGHBOR)),
                Expectation.of(PathState.VALID).withOrigin(OriginState.INVALID));
    }
}
