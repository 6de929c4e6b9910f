// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.attacks.Attack.KeyEvent;
import org.pathproof.lab.attacks.Attack.Session;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureSegment;

/** Correct but mostly unusual routes. A validator that is too strict refuses some of them. */
final class ValidPaths {
    /** Number of hops for an UPDATE of more than 4,096 bytes (RFC 8654). */
    private static final int LONG_PATH_HOPS = 48;

    private static final long LONG_PATH_AS = 4_200_000_000L;
    private static final long RETURNING_KEY_AS = 64503;
    private static final Expectation VALID = Expectation.of(PathState.VALID);

    private ValidPaths() {}

    static void addTo(AttackNetwork network) {
        network.add("honest", "an ordinary signed path", network.goodPath(), VALID.withOrigin(OriginState.VALID));
        addHonestIpv6(network);

        List<Signer> prepended = new ArrayList<>(network.goodSigners());
        prepended.set(
                1,
                new Signer(
                        new Hop(AttackNetwork.FIRST_TRANSIT, 5, 0),
                        network.keys().of(AttackNetwork.FIRST_TRANSIT)));
        network.add("prepended", "a hop prepends itself, with pCount 5", network.sign(prepended), VALID);

        List<Signer> rollover = new ArrayList<>(network.goodSigners());
        rollover.set(
                1,
                new Signer(Hop.of(AttackNetwork.FIRST_TRANSIT), network.keys().of(AttackNetwork.FIRST_TRANSIT, 1)));
        network.add(
                "second-key", "a hop signs with the second of its two keys (RFC 8634)", network.sign(rollover), VALID);

        network.add(
                "high-s", "a signature (r, s) is replaced by (r, n - s), which is also valid", highS(network), VALID);

        SecurePath path = network.goodPath();
        network.add(
                "two-blocks",
                "a second block has an unknown algorithm suite (RFC 8205 section 6.1)",
                AttackNetwork.withBlocks(path, path.blocks().getFirst(), AttackNetwork.blockOfSuite(path, 77)),
                VALID);

        network.add(
                "long-path",
                LONG_PATH_HOPS + " hops, an UPDATE of more than 4,096 bytes (RFC 8654)",
                network.sign(longPath(network)),
                VALID);
        addReturnedKey(network);
        addPlain(network);
    }

    /** Returns the ASes with keys that only these paths use. */
    static List<Long> signers() {
        List<Long> asns = new ArrayList<>(List.of(RETURNING_KEY_AS));
        for (int i = 0; i < LONG_PATH_HOPS - 2; i++) {
            asns.add(LONG_PATH_AS + i);
        }
        return asns;
    }

    private static void addHonestIpv6(AttackNetwork network) {
        Prefix prefix = network.prefixIpv6();
        SecurePath path = network.sign(prefix, network.goodSigners(), network.localAs());
        network.add(new Attack(
                "honest-ipv6",
                "an ordinary signed path, IPv6",
                prefix,
                Session.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                VALID.withOrigin(OriginState.NOT_FOUND),
                List.of()));
    }

    private static SecurePath highS(AttackNetwork network) {
        SecurePath path = network.goodPath();
        SignatureSegment newest = AttackNetwork.signature(path, 4);
        BigInteger[] rs = PathSigner.integers(newest.signature());
        BigInteger otherS = LabKeys.P256.getN().subtract(rs[1]);
        return AttackNetwork.withSignature(path, 4, new SignatureSegment(newest.ski(), PathSigner.der(rs[0], otherS)));
    }

    private static List<Signer> longPath(AttackNetwork network) {
        List<Signer> signers = new ArrayList<>();
        signers.add(network.signer(AttackNetwork.ORIGIN));
        for (int i = 0; i < LONG_PATH_HOPS - 2; i++) {
            signers.add(network.signer(LONG_PATH_AS + i));
        }
        signers.add(network.signer(AttackNetwork.NEIGHBOR));
        return signers;
    }

    private static void addReturnedKey(AttackNetwork network) {
        Prefix prefix = network.prefix();
        LabKey key = network.keys().of(RETURNING_KEY_AS);
        SecurePath path = network.sign(network.signers(AttackNetwork.ORIGIN, RETURNING_KEY_AS, AttackNetwork.NEIGHBOR));
        network.add(new Attack(
                "returned-key",
                "the key of a hop leaves the RPKI and returns",
                prefix,
                Session.SIGNING,
                LabUpdates.signed(Nlri.of(prefix), path),
                VALID,
                List.of(new KeyEvent(true, key.routerKey()), new KeyEvent(false, key.routerKey()))));
    }

    private static void addPlain(AttackNetwork network) {
        Prefix prefix = network.prefix();
        network.add(new Attack(
                "plain-bgp",
                "a neighbor without BGPsec",
                prefix,
                Session.PLAIN,
                LabUpdates.plain(
                        Nlri.of(prefix),
                        List.of(AttackNetwork.PLAIN_NEIGHBOR, AttackNetwork.SECOND_TRANSIT, AttackNetwork.ORIGIN)),
                Expectation.of(PathState.UNSIGNED).withOrigin(OriginState.VALID),
                List.of()));
    }
}
