// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;
import org.pathproof.rpki.AspaForm;
import org.pathproof.rpki.RpkiDelta;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.RouterKeyPdu;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * The order in which a cache sends data (draft-ietf-sidrops-8210bis section 11). With this order, a router that applies
 * PDUs one by one never treats a valid route as invalid. Announcements precede withdrawals, and more specific prefixes
 * precede those that cover them. All VRPs of a prefix are together, the longest Max Length first.
 */
final class PayloadOrder {
    private static final Comparator<Vrp> VRPS = Comparator.comparingInt(
                    (Vrp vrp) -> -vrp.prefix().length())
            .thenComparing(Vrp::prefix)
            .thenComparing(Comparator.comparingInt(Vrp::maxLength).reversed())
            .thenComparingLong(Vrp::asn);

    private static final Comparator<Vrp> BY_PREFIX =
            Comparator.comparing(Vrp::prefix).thenComparingInt(Vrp::maxLength).thenComparingLong(Vrp::asn);
    private static final int LONGEST = 128;

    private PayloadOrder() {}

    /**
     * Returns the VRPs of a set in this order. A snapshot's VRPs are already ordered by prefix, so only their positions
     * are sorted.
     */
    static List<Vrp> sorted(Collection<Vrp> vrps) {
        return vrps instanceof List<Vrp> list && list instanceof RandomAccess && isByPrefix(list)
                ? new Reordered(list, order(list))
                : vrps.stream().sorted(VRPS).toList();
    }

    private static boolean isByPrefix(List<Vrp> vrps) {
        Vrp before = null;
        for (Vrp vrp : vrps) {
            if (before != null && BY_PREFIX.compare(before, vrp) > 0) {
                return false;
            }
            before = vrp;
        }
        return true;
    }

    private static int[] order(List<Vrp> vrps) {
        int[] ends = new int[LONGEST + 2];
        for (Vrp vrp : vrps) {
            ends[LONGEST - vrp.prefix().length() + 1]++;
        }
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        int[] order = new int[vrps.size()];
        int at = 0;
        while (at < order.length) { // per prefix, from the longest Max Length to the shortest
            int end = endOfPrefix(vrps, at);
            for (int group = end; group > at; ) {
                int first = group - 1;
                while (first > at
                        && vrps.get(first - 1).maxLength()
                                == vrps.get(group - 1).maxLength()) {
                    first--;
                }
                int bucket = LONGEST - vrps.get(at).prefix().length();
                for (int i = first; i < group; i++) {
                    order[ends[bucket]++] = i;
                }
                group = first;
            }
            at = end;
        }
        return order;
    }

    private static int endOfPrefix(List<Vrp> vrps, int from) {
        Prefix prefix = vrps.get(from).prefix();
        int end = from + 1;
        while (end < vrps.size() && vrps.get(end).prefix().equals(prefix)) {
            end++;
        }
        return end;
    }

    /** A view of a list in another order. */
    private static final class Reordered extends AbstractList<Vrp> implements RandomAccess {
        private final List<Vrp> vrps;
        private final int[] order;

        Reordered(List<Vrp> vrps, int[] order) {
            this.vrps = vrps;
            this.order = order;
        }

        @Override
        public Vrp get(int index) {
            return vrps.get(order[index]);
        }

        @Override
        public int size() {
            return order.length;
        }
    }

    /**
     * Returns false for an ASPA for which a router closes its session. The sources of this program refuse such an ASPA;
     * a set that another program or version wrote may contain one.
     */
    static boolean isSent(RpkiObject object) {
        return !(object instanceof Aspa aspa) || AspaForm.defect(aspa).isEmpty();
    }

    /**
     * Returns the PDUs of a change. An ASPA that replaces another is only announced (draft-ietf-sidrops-8210bis section
     * 5.12).
     */
    static List<RtrPdu> change(RpkiDelta delta, int version, RtrContent content) {
        List<RtrPdu> pdus = new ArrayList<>();
        Set<Long> replaced = new HashSet<>();
        for (RpkiObject object : delta.announced()) {
            if (object instanceof Aspa aspa && isSent(aspa)) {
                replaced.add(aspa.customer());
            }
        }
        List<RpkiObject> withdrawn = delta.withdrawn().stream()
                .filter(object -> !(object instanceof Aspa aspa) || !replaced.contains(aspa.customer()))
                .toList();
        add(delta.announced(), true, version, content, pdus);
        add(withdrawn, false, version, content, pdus);
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
            List<RpkiObject> objects, boolean announce, int version, RtrContent content, List<RtrPdu> to) {
        objects.stream()
                .filter(Vrp.class::isInstance)
                .map(Vrp.class::cast)
                .sorted(VRPS)
                .forEach(vrp -> to.add(pdu(vrp, announce, version)));
        for (RpkiObject object : objects) {
            if (object instanceof RouterKey && content.hasRouterKeys(version)
                    || object instanceof Aspa && content.hasAspas(version) && isSent(object)) {
                to.add(pdu(object, announce, version));
            }
        }
    }
}
