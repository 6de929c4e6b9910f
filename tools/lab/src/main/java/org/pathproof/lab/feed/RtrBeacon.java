// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.util.List;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * A VRP that no route of the lab depends on. The VRP passes from the lab's cache through key-sync to the RTR service.
 */
record RtrBeacon(MemoryRpkiSource rpki, RtrClient rtr) implements Beacon.Target {
    /** VRP of 192.0.2.128/25. */
    private static final List<RpkiObject> VRP = List.of(new Vrp(Prefix.ipv4(0xc0000280, 25), 25, 64511));

    /** Adds the VRP. */
    static void prepare(MemoryRpkiSource rpki) {
        rpki.apply(VRP, List.of());
    }

    @Override
    public void change(boolean present) {
        rpki.apply(present ? VRP : List.of(), present ? List.of() : VRP);
    }

    @Override
    public boolean isPresent() {
        return rtr.data().filter(data -> data.contains(VRP.getFirst())).isPresent();
    }
}
