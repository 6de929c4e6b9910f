// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * VRPs in sorted columns. Each row has the number of the nearest earlier row that covers it. So the look-up of covering
 * VRPs (RFC 6811 section 2) is a binary search, followed by a walk along these numbers. VRP objects are created on
 * access.
 */
final class VrpIndex {
    static final VrpIndex EMPTY = new VrpIndex(new VrpRows(AfiSafi.AFI_IPV4), new VrpRows(AfiSafi.AFI_IPV6));

    private final Family ipv4;
    private final Family ipv6;
    private final List<Vrp> view = new View();

    /** The rows of one address family, with the covering row of each. */
    private static final class Family {
        private final VrpRows rows;
        private final int[] cover;

        private Family(VrpRows rows, int[] cover) {
            this.rows = rows;
            this.cover = cover;
        }

        static Family of(VrpRows sorted) {
            int[] cover = new int[sorted.size()];
            for (int row = 0; row < cover.length; row++) {
                int candidate = row - 1;
                while (candidate >= 0 && !sorted.covers(candidate, row)) {
                    candidate = cover[candidate];
                }
                cover[row] = candidate;
            }
            return new Family(sorted, cover);
        }
    }

    private VrpIndex(VrpRows ipv4, VrpRows ipv6) {
        this(Family.of(ipv4), Family.of(ipv6));
    }

    private VrpIndex(Family ipv4, Family ipv6) {
        this.ipv4 = ipv4;
        this.ipv6 = ipv6;
    }

    static VrpIndex of(Collection<Vrp> vrps) {
        VrpRows four = new VrpRows(AfiSafi.AFI_IPV4);
        VrpRows six = new VrpRows(AfiSafi.AFI_IPV6);
        vrps.forEach(vrp -> (vrp.prefix().isIpv4() ? four : six).add(vrp));
        return of(four, six);
    }

    /** Creates an index of rows in any order. The caller must not use the rows again. */
    static VrpIndex of(VrpRows ipv4, VrpRows ipv6) {
        return ipv4.size() + ipv6.size() == 0 ? EMPTY : new VrpIndex(ipv4.sorted(), ipv6.sorted());
    }

    /** Returns this index without {@code gone} and with {@code added}. VRPs of {@code gone} may be absent. */
    VrpIndex with(Collection<Vrp> added, Collection<Vrp> gone) {
        if (added.isEmpty() && gone.isEmpty()) {
            return this;
        }
        VrpIndex more = of(added);
        VrpIndex less = of(gone);
        return new VrpIndex(with(ipv4, more.ipv4, less.ipv4), with(ipv6, more.ipv6, less.ipv6));
    }

    private static Family with(Family family, Family added, Family gone) {
        return added.rows.size() + gone.rows.size() == 0 ? family : Family.of(family.rows.with(added.rows, gone.rows));
    }

    /** Returns the VRPs that are not in the other index, as a view that creates each one on access. */
    List<Vrp> minus(VrpIndex other) {
        return other == this
                ? List.of()
                : new Picked(ipv4.rows, ipv4.rows.minus(other.ipv4.rows), ipv6.rows, ipv6.rows.minus(other.ipv6.rows));
    }

    List<Vrp> covering(Prefix prefix) {
        Family family = family(prefix);
        VrpRows rows = family.rows;
        int at = rows.lastNotAfter(prefix);
        while (at >= 0 && !rows.covers(at, prefix.hi(), prefix.lo(), prefix.length())) {
            at = family.cover[at];
        }
        if (at < 0) {
            return List.of();
        }
        List<Vrp> found = new ArrayList<>(4);
        for (; at >= 0; at = family.cover[at]) {
            found.add(rows.get(at));
        }
        return found;
    }

    boolean contains(Vrp vrp) {
        return family(vrp.prefix()).rows.contains(vrp);
    }

    int size() {
        return ipv4.rows.size() + ipv6.rows.size();
    }

    /** Returns all VRPs in order, IPv4 first, as a view that creates each one on access. */
    List<Vrp> all() {
        return view;
    }

    private Family family(Prefix prefix) {
        return prefix.isIpv4() ? ipv4 : ipv6;
    }

    private final class View extends AbstractList<Vrp> implements RandomAccess {
        @Override
        public Vrp get(int index) {
            int four = ipv4.rows.size();
            return index < four ? ipv4.rows.get(index) : ipv6.rows.get(index - four);
        }

        @Override
        public int size() {
            return VrpIndex.this.size();
        }

        @Override
        public boolean contains(@Nullable Object o) {
            return o instanceof Vrp vrp && VrpIndex.this.contains(vrp);
        }
    }

    /** A view of selected rows. */
    private static final class Picked extends AbstractList<Vrp> implements RandomAccess {
        private final VrpRows ipv4;
        private final int[] fours;
        private final VrpRows ipv6;
        private final int[] sixes;

        Picked(VrpRows ipv4, int[] fours, VrpRows ipv6, int[] sixes) {
            this.ipv4 = ipv4;
            this.fours = fours;
            this.ipv6 = ipv6;
            this.sixes = sixes;
        }

        @Override
        public Vrp get(int index) {
            return index < fours.length ? ipv4.get(fours[index]) : ipv6.get(sixes[index - fours.length]);
        }

        @Override
        public int size() {
            return fours.length + sixes.length;
        }
    }
}
