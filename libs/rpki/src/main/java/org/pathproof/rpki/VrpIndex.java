// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * VRPs in one sorted array, each with the index of the nearest one before it that covers it: the covering look-up of RFC 6811 section 2
 * is a binary search and a walk up, with no allocation besides its result.
 */
final class VrpIndex {
    static final VrpIndex EMPTY = new VrpIndex(new Vrp[0]);

    /** Prefixes stand before what they cover, as {@link Prefix} orders them. */
    private static final Comparator<Vrp> ORDER =
            Comparator.comparing(Vrp::prefix).thenComparingInt(Vrp::maxLength).thenComparingLong(Vrp::asn);

    private final Vrp[] sorted;
    private final int[] cover;
    private final List<Vrp> view;

    private VrpIndex(Vrp[] sorted) {
        this.sorted = sorted;
        this.cover = new int[sorted.length];
        this.view = Collections.unmodifiableList(Arrays.asList(sorted));
        for (int i = 0; i < sorted.length; i++) {
            int candidate = i - 1;
            while (candidate >= 0 && !sorted[candidate].prefix().covers(sorted[i].prefix())) {
                candidate = cover[candidate];
            }
            cover[i] = candidate;
        }
    }

    static VrpIndex of(Collection<Vrp> vrps) {
        if (vrps.isEmpty()) {
            return EMPTY;
        }
        Vrp[] all = vrps.toArray(Vrp[]::new);
        Arrays.sort(all, ORDER);
        int kept = 1;
        for (int i = 1; i < all.length; i++) {
            if (!all[i].equals(all[kept - 1])) {
                all[kept++] = all[i];
            }
        }
        return new VrpIndex(kept == all.length ? all : Arrays.copyOf(all, kept));
    }

    /** This without {@code gone} (which may hold what is not here) and with {@code added} (none of which is here). */
    VrpIndex with(Collection<Vrp> added, Set<Vrp> gone) {
        if (added.isEmpty() && gone.isEmpty()) {
            return this;
        }
        Vrp[] news = added.toArray(Vrp[]::new);
        Arrays.sort(news, ORDER);
        List<Vrp> merged = new ArrayList<>(sorted.length + news.length);
        int next = 0;
        for (Vrp vrp : sorted) {
            while (next < news.length && ORDER.compare(news[next], vrp) < 0) {
                merged.add(news[next++]);
            }
            if (!gone.contains(vrp)) {
                merged.add(vrp);
            }
        }
        merged.addAll(Arrays.asList(news).subList(next, news.length));
        return new VrpIndex(merged.toArray(Vrp[]::new));
    }

    List<Vrp> covering(Prefix prefix) {
        int at = lastNotAfter(prefix);
        while (at >= 0 && !sorted[at].prefix().covers(prefix)) {
            at = cover[at];
        }
        if (at < 0) {
            return List.of();
        }
        List<Vrp> found = new ArrayList<>(4);
        for (; at >= 0; at = cover[at]) {
            found.add(sorted[at]);
        }
        return found;
    }

    boolean contains(Vrp vrp) {
        return Arrays.binarySearch(sorted, vrp, ORDER) >= 0;
    }

    List<Vrp> all() {
        return view;
    }

    /** The last VRP whose prefix is not behind {@code prefix}. Whatever covers {@code prefix} covers or is that one. */
    private int lastNotAfter(Prefix prefix) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle].prefix().compareTo(prefix) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
