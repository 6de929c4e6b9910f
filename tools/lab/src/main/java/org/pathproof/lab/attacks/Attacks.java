// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.attacks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.lab.attacks.Attack.KeyEvent;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** All attacks, and the RPKI objects that they need. */
public final class Attacks {
    /** AS on no valid path of the lab. */
    public static final long UNRELATED_AS = AttackNetwork.UNRELATED_AS;

    private static final Prefix IPV4 = Prefix.parse("198.18.0.0/16");

    private Attacks() {}

    /** Returns all attacks against a network. */
    public static List<Attack> all(LabKeys keys, long localAs) {
        AttackNetwork network = new AttackNetwork(keys, localAs);
        ValidPaths.addTo(network);
        SignatureAttacks.addTo(network);
        SyntaxAttacks.addTo(network);
        DualPathAttacks.addTo(network);
        RouteLeaks.addTo(network);
        return network.attacks();
    }

    /**
     * Returns the RPKI before any attack: the keys of all ASes that sign, a VRP that authorises the origin for the
     * IPv4 prefixes, and the ASPAs of the leaked routes.
     */
    public static List<RpkiObject> rpki(LabKeys keys, long localAs) {
        List<RpkiObject> objects = new ArrayList<>();
        Set<Long> signers = new HashSet<>(List.of(
                AttackNetwork.ORIGIN,
                AttackNetwork.FIRST_TRANSIT,
                AttackNetwork.SECOND_TRANSIT,
                AttackNetwork.UNRELATED_AS,
                AttackNetwork.NEIGHBOR,
                AttackNetwork.PLAIN_NEIGHBOR,
                AttackNetwork.DUAL_PATH_NEIGHBOR,
                localAs));
        signers.addAll(ValidPaths.signers());
        signers.addAll(SignatureAttacks.signers());
        signers.addAll(RouteLeaks.signers());
        for (long asn : signers) {
            objects.add(keys.of(asn).routerKey());
        }
        objects.add(keys.of(AttackNetwork.FIRST_TRANSIT, 1).routerKey());
        objects.add(new Vrp(IPV4, 24, AttackNetwork.ORIGIN));
        objects.addAll(RouteLeaks.aspas(localAs));
        return objects;
    }

    /** Returns the keys that are withdrawn after all key events of an attack. */
    public static List<RouterKey> withdrawnAfter(Attack attack) {
        List<RouterKey> withdrawn = new ArrayList<>();
        for (KeyEvent event : attack.keyEvents()) {
            if (event.withdrawn()) {
                withdrawn.add(event.key());
            } else {
                withdrawn.remove(event.key());
            }
        }
        return withdrawn;
    }
}
