// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.Mischief.KeyEvent;
import org.pathproof.lab.Mischief.Place;
import org.pathproof.lab.PathSigner.Signer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/** What looks unusual and is in order: a validator that is too strict fails here. */
final class HonestPaths {
    /** Enough hops for an UPDATE of more than 4,096 octets (RFC 8654). */
    private static final int LONG_PATH = 48;

    private static final long LONG_PATH_AS = 4_200_000_000L;
    private static final long RETURNING_KEY_AS = 64503;
    private static final Expectation VALID = Expectation.of(PathState.VALID);

    private HonestPaths() {}

    static void addTo(Stage stage) {
        stage.add("honest", "nobody tampers", stage.goodPath(), VALID.withOrigin(OriginState.VALID));
        honestIpv6(stage);

        List<Signer> prepended = new ArrayList<>(stage.goodSigners());
        prepended.set(
                1, new Signer(new Hop(Stage.FIRST_TRANSIT, 5, 0), stage.keys().of(Stage.FIRST_TRANSIT)));
        stage.add("prepended", "a hop prepends itself: pCount is 5", stage.sign(prepended), VALID);

        List<Signer> rollover = new ArrayList<>(stage.goodSigners());
        rollover.set(1, new Signer(Hop.of(Stage.FIRST_TRANSIT), stage.keys().of(Stage.FIRST_TRANSIT, 1)));
        stage.add("second-key", "a hop signs with the second of its two keys (RFC 8634)", stage.sign(rollover), VALID);

        stage.add("high-s", "a signature is replaced by its equal with the other s", highS(stage), VALID);

        SecurePath path = stage.goodPath();
        stage.add(
                "two-blocks",
                "a block of an unknown algorithm suite stands beside the good one (RFC 8205 section 6.1)",
                Stage.withBlocks(path, path.blocks().getFirst(), Stage.blockOfSuite(path, 77)),
                VALID);

        stage.add(
                "long-path",
                LONG_PATH + " hops: an UPDATE of more than 4,096 octets (RFC 8654)",
                stage.sign(longPath(stage)),
                VALID);
        returnedKey(stage);
        plain(stage);
    }

    /** ASes of these paths, other than the stage's own, that have keys. */
    static List<Long> signers() {
        List<Long> asns = new ArrayList<>(List.of(RETURNING_KEY_AS));
        for (int i = 0; i < LONG_PATH - 2; i++) {
            asns.add(LONG_PATH_AS + i);
        }
        return asns;
    }

    private static void honestIpv6(Stage stage) {
        Prefix prefix = stage.prefixIpv6();
        SecurePath path = stage.sign(prefix, stage.goodSigners(), stage.localAs());
        stage.add(new Mischief(
                "honest-ipv6",
                "nobody tampers, IPv6",
                prefix,
                Place.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                VALID.withOrigin(OriginState.NOT_FOUND),
                List.of()));
    }

    private static SecurePath highS(Stage stage) {
        SecurePath path = stage.goodPath();
        SignatureSegment newest = Stage.signature(path, 4);
        BigInteger[] rs = PathSigner.integers(newest.signature());
        BigInteger otherS = LabKeys.P256.getN().subtract(rs[1]);
        return Stage.withSignature(path, 4, new SignatureSegment(newest.ski(), PathSigner.der(rs[0], otherS)));
    }

    private static List<Signer> longPath(Stage stage) {
        List<Signer> signers = new ArrayList<>();
        signers.add(stage.signer(Stage.ORIGIN));
        for (int i = 0; i < LONG_PATH - 2; i++) {
            signers.add(stage.signer(LONG_PATH_AS + i));
        }
        signers.add(stage.signer(Stage.NEIGHBOUR));
        return signers;
    }

    private static void returnedKey(Stage stage) {
        Prefix prefix = stage.prefix();
        LabKey key = stage.keys().of(RETURNING_KEY_AS);
        SecurePath path = stage.sign(stage.signers(Stage.ORIGIN, RETURNING_KEY_AS, Stage.NEIGHBOUR));
        stage.add(new Mischief(
                "returned-key",
                "the key of a hop leaves the RPKI and comes back",
                prefix,
                Place.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                VALID,
                List.of(new KeyEvent(true, key.routerKey()), new KeyEvent(false, key.routerKey()))));
    }

    private static void plain(Stage stage) {
        Prefix prefix = stage.prefix();
        stage.add(new Mischief(
                "plain-bgp",
                "a neighbour without BGPsec",
                prefix,
                Place.PLAIN,
                LabUpdates.plain(Nlri.of(prefix), List.of(Stage.PLAIN_NEIGHBOUR, Stage.SECOND_TRANSIT, Stage.ORIGIN)),
                Expectation.of(PathState.UNSIGNED).withOrigin(OriginState.VALID),
                List.of()));
    }
}
