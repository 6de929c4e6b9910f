// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.lab.Mischief.KeyEvent;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/** All mischiefs, and what the RPKI holds about those who are in them. */
public final class Mischiefs {
    private static final Prefix IPV4 = Prefix.parse("198.18.0.0/16");

    private Mischiefs() {}

    /** Every mischief against a network. */
    public static List<Mischief> all(LabKeys keys, long localAs) {
        Stage stage = new Stage(keys, localAs);
        HonestPaths.addTo(stage);
        SignatureMischiefs.addTo(stage);
        FormMischiefs.addTo(stage);
        return stage.made();
    }

    /** What the RPKI holds before any mischief: everybody's keys, and that the IPv4 prefixes are the origin's. */
    public static List<RpkiObject> rpki(LabKeys keys, long localAs) {
        List<RpkiObject> objects = new ArrayList<>();
        Set<Long> signers = new HashSet<>(List.of(
                Stage.ORIGIN,
                Stage.FIRST_TRANSIT,
                Stage.SECOND_TRANSIT,
                Stage.STRANGER,
                Stage.NEIGHBOUR,
                Stage.PLAIN_NEIGHBOUR,
                localAs));
        signers.addAll(HonestPaths.signers());
        signers.addAll(SignatureMischiefs.signers());
        for (long asn : signers) {
            objects.add(keys.of(asn).routerKey());
        }
        objects.add(keys.of(Stage.FIRST_TRANSIT, 1).routerKey());
        objects.add(new Vrp(IPV4, 24, Stage.ORIGIN));
        return objects;
    }

    /** The keys that are in the RPKI no more when all of a mischief has happened. */
    public static List<RouterKey> withdrawnAfter(Mischief mischief) {
        List<RouterKey> withdrawn = new ArrayList<>();
        for (KeyEvent event : mischief.keyEvents()) {
            if (event.withdrawn()) {
                withdrawn.add(event.key());
            } else {
                withdrawn.remove(event.key());
            }
        }
        return withdrawn;
    }
}
