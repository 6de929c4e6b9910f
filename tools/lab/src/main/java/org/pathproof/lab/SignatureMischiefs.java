// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.lab.Mischief.KeyEvent;
import org.pathproof.lab.Mischief.Place;
import org.pathproof.lab.PathSigner.Signer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Well-formed paths that were tampered with, or whose keys are not what they ought to be (RFC 8205 section 5.2, steps 2 to 4). Hop 4,
 * the neighbour, is the one who tampers, and signs what it made: so its own signature verifies, and a hop below it tells.
 */
final class SignatureMischiefs {
    private static final long WITHDRAWN_KEY_AS = 64502;
    private static final int UNPUBLISHED = 7;

    private SignatureMischiefs() {}

    /** ASes of these paths, other than the stage's own, that have keys. */
    static List<Long> signers() {
        return List.of(WITHDRAWN_KEY_AS);
    }

    static void addTo(Stage stage) {
        forgedHop(stage);
        stage.add(
                "removed-hop",
                "a hop is taken out to make the path shorter",
                stage.resigned(Stage.without(stage.goodPath(), 3)),
                mismatch(2));
        stage.add(
                "added-hop",
                "a hop that never saw the route is put in, with a signature made by another key",
                addedHop(stage),
                mismatch(2, 3));
        stage.add(
                "replayed",
                "a path signed for another network, AS" + Stage.OTHER_NETWORK + ", is sent here",
                stage.sign(stage.prefix(), stage.goodSigners(), Stage.OTHER_NETWORK),
                mismatch(4));
        swappedPrefix(stage);
        SecurePath path = stage.goodPath();
        stage.add(
                "pcount-changed",
                "the pCount of a hop is made 3 after it signed",
                stage.resigned(Stage.withSegment(path, 3, new SecurePath.Segment(3, 0, Stage.SECOND_TRANSIT))),
                mismatch(3));
        path = stage.goodPath();
        stage.add(
                "flags-changed",
                "an unassigned flag of a hop is set after it signed (RFC 8205 section 3.1)",
                stage.resigned(Stage.withSegment(path, 3, new SecurePath.Segment(1, 0x01, Stage.SECOND_TRANSIT))),
                mismatch(3));
        flippedBit(stage);
        path = stage.goodPath();
        SignatureSegment newest = Stage.signature(path, 4);
        Bytes notDer = newest.signature().concat(Bytes.fromHex("00"));
        stage.add(
                "not-der",
                "an octet follows the DER of a signature",
                Stage.withSignature(path, 4, new SignatureSegment(newest.ski(), notDer)),
                Expectation.of(PathState.NOT_VALID, Rule.SIGNATURE_MALFORMED, 4));
        keys(stage);
        hijackedOrigin(stage);
    }

    private static Expectation mismatch(Integer... hops) {
        return Expectation.of(PathState.NOT_VALID, Rule.SIGNATURE_MISMATCH, hops);
    }

    private static void forgedHop(Stage stage) {
        LabKey victim = stage.keys().of(Stage.ORIGIN);
        LabKey forger = stage.keys().of(Stage.NEIGHBOUR);
        List<Signer> signers = List.of(
                new Signer(Hop.of(Stage.ORIGIN), new LabKey(forger.secret(), victim.routerKey())),
                stage.signer(Stage.NEIGHBOUR));
        stage.add(
                "forged-hop",
                "the neighbour says that it heard the route from its origin, and forges the origin's signature",
                stage.sign(signers),
                mismatch(1));
    }

    private static SecurePath addedHop(Stage stage) {
        LabKey victim = stage.keys().of(Stage.STRANGER);
        LabKey forger = stage.keys().of(Stage.NEIGHBOUR);
        SecurePath heard =
                stage.sign(stage.prefix(), stage.signers(Stage.ORIGIN, Stage.FIRST_TRANSIT), Stage.NEIGHBOUR);
        SecurePath made = stage.sign(List.of(
                stage.signer(Stage.ORIGIN),
                stage.signer(Stage.FIRST_TRANSIT),
                new Signer(Hop.of(Stage.STRANGER), new LabKey(forger.secret(), victim.routerKey())),
                stage.signer(Stage.NEIGHBOUR)));
        // The first transit signed to the neighbour, not to the hop that was put in.
        return stage.resigned(Stage.withSignature(made, 2, Stage.signature(heard, 2)));
    }

    private static void swappedPrefix(Stage stage) {
        Prefix other = Prefix.parse("198.51.100.0/24");
        stage.add(
                "swapped-prefix",
                "the signatures of another prefix's path are put on this one",
                stage.resigned(stage.sign(other, stage.goodSigners(), stage.localAs())),
                mismatch(1, 2, 3));
    }

    private static void flippedBit(Stage stage) {
        SecurePath path = stage.goodPath();
        SignatureSegment newest = Stage.signature(path, 4);
        byte[] octets = newest.signature().toArray();
        octets[octets.length - 1] ^= 1;
        stage.add(
                "flipped-bit",
                "one bit of a signature is flipped",
                Stage.withSignature(path, 4, new SignatureSegment(newest.ski(), Bytes.wrap(octets))),
                mismatch(4));
    }

    private static void keys(Stage stage) {
        LabKeys keys = stage.keys();
        RouterKey own = keys.of(Stage.FIRST_TRANSIT).routerKey();
        stage.add(
                "wrong-key",
                "a hop names its key and signs with another",
                withSecondHop(
                        stage,
                        new LabKey(keys.of(Stage.FIRST_TRANSIT, UNPUBLISHED).secret(), own)),
                mismatch(2));
        stage.add(
                "unknown-key",
                "a hop signs with a key that the RPKI does not hold",
                withSecondHop(stage, keys.of(Stage.FIRST_TRANSIT, UNPUBLISHED)),
                Expectation.of(PathState.NOT_VALID, Rule.KEY_NOT_FOUND, 2));
        stage.add(
                "borrowed-key",
                "a hop signs with a key that the RPKI holds for another AS",
                withSecondHop(stage, keys.of(Stage.STRANGER)),
                Expectation.of(PathState.NOT_VALID, Rule.KEY_NOT_FOUND, 2));
        Prefix prefix = stage.prefix();
        SecurePath path = stage.sign(stage.signers(Stage.ORIGIN, WITHDRAWN_KEY_AS, Stage.NEIGHBOUR));
        stage.add(new Mischief(
                "withdrawn-key",
                "the key of a hop is withdrawn from the RPKI after the path was proved",
                prefix,
                Place.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                Expectation.of(PathState.NOT_VALID, Rule.KEY_WITHDRAWN, 2).or(Rule.KEY_NOT_FOUND),
                List.of(new KeyEvent(true, keys.of(WITHDRAWN_KEY_AS).routerKey()))));
    }

    private static SecurePath withSecondHop(Stage stage, LabKey key) {
        List<Signer> signers = new ArrayList<>(stage.goodSigners());
        signers.set(1, new Signer(Hop.of(Stage.FIRST_TRANSIT), key));
        return stage.sign(signers);
    }

    /** BGPsec proves the way, not the right to originate: that is RFC 6811's part (RFC 8205 section 7.1). */
    private static void hijackedOrigin(Stage stage) {
        stage.add(
                "hijacked-origin",
                "an AS originates a prefix that is not its own, and signs it properly",
                stage.sign(stage.signers(Stage.STRANGER, Stage.NEIGHBOUR)),
                Expectation.of(PathState.VALID).withOrigin(OriginState.INVALID));
    }
}
