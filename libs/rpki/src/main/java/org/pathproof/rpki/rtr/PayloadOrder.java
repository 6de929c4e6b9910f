// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.rpki.RpkiDelta;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.RouterKeyPdu;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * The order in which a cache sends data, so that a router that applies it piece by piece never sees a valid route as invalid
 * (8210bis section 11): what is announced before what is withdrawn, more specific prefixes before those that cover them, all VRPs of a
 * prefix together, the longest Max Length first.
 */
final class PayloadOrder {
    private static final Comparator<Vrp> VRPS = Comparator.comparingInt(
                    (Vrp vrp) -> -vrp.prefix().length())
            .thenComparing(Vrp::prefix)
            .thenComparing(Comparator.comparingInt(Vrp::maxLength).reversed())
            .thenComparingLong(Vrp::asn);

    private PayloadOrder() {}

    static List<Vrp> sorted(Collection<Vrp> vrps) {
        return vrps.stream().sorted(VRPS).toList();
    }

    /** A change as PDUs. An ASPA that replaces another is announced only (8210bis section 5.12). */
    static List<RtrPdu> change(RpkiDelta delta, int version, boolean routerKeys) {
        List<RtrPdu> pdus = new ArrayList<>();
        Set<Long> replaced = new HashSet<>();
        for (RpkiObject object : delta.announced()) {
            if (object instanceof Aspa aspa) {
                replaced.add(aspa.customer());
            }
        }
        List<RpkiObject> withdrawn = delta.withdrawn().stream()
                .filter(object -> !(object instanceof Aspa aspa) || !replaced.contains(aspa.customer()))
                .toList();
        add(delta.announced(), true, version, routerKeys, pdus);
        add(withdrawn, false, version, routerKeys, pdus);
        return pdus;
    }

    static RtrPdu pdu(RpkiObject object, boolean announce, int version) {
        return switch (object) {
            case Vrp vrp -> new PrefixPdu(version, announce, vrp);
            case RouterKey key -> new RouterKeyPdu(version, announce, key);
            case Aspa aspa -> new AspaPdu(version, announce, AspaPdu.Layout.CURRENT, aspa);
        };
    }

    private static void add(
            List<RpkiObject> objects, boolean announce, int version, boolean routerKeys, List<RtrPdu> to) {
        objects.stream()
                .filter(Vrp.class::isInstance)
                .map(Vrp.class::cast)
                .sorted(VRPS)
                .forEach(vrp -> to.add(pdu(vrp, announce, version)));
        for (RpkiObject object : objects) {
            if (object instanceof RouterKey && routerKeys && version >= 1 || object instanceof Aspa && version >= 2) {
                to.add(pdu(object, announce, version));
            }
        }
    }
}
