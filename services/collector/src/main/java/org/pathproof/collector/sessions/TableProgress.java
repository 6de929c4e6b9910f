// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.Nlri;

/**
 * Decides when the router has sent the whole table of one epoch of a view, for each family on its own. A family is
 * complete with the first of these events:
 *
 * <ul>
 *   <li>its End-of-RIB (RFC 4724 section 2), if the OPENs have the family;
 *   <li>the quiet time without a prefix that is new in this epoch. Repeated announcements of the same prefixes and
 *       withdrawals are changes of a table, not parts of it;
 *   <li>after {@value #LEAST_WINDOWS} quiet times: one quiet time with a tenth of the new prefixes of the fullest one;
 *   <li>the sync time after its first route, or after the beginning if there is no route.
 * </ul>
 *
 * <p>So no router delays the end of a table by continuous updates. The size of this object is bounded. Not thread-safe.
 */
public final class TableProgress {
    /** Number of quiet times after the first route before a fall of the rate counts as the end of the table. */
    static final int LEAST_WINDOWS = 6;

    /** The rate has fallen if it is below the highest rate divided by this number. */
    private static final int FALL = 10;

    private static final Set<AfiSafi> UNICAST = Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST);

    private final long quietMicros;
    private final long emptyMicros;
    private final long syncMicros;
    private final Map<AfiSafi, FamilyProgress> families = new HashMap<>();
    /** Families that {@link #takeEnded} has returned. */
    private final Set<AfiSafi> taken = new HashSet<>();

    private boolean isOpen;
    private long beganMicros;
    private boolean hadRoutes;

    /**
     * @param quietTime time without a new prefix after which a family is complete
     * @param emptyTime the same for a table without routes
     * @param syncTime time after the first route after which a family is complete in any case
     */
    public TableProgress(Duration quietTime, Duration emptyTime, Duration syncTime) {
        quietMicros = micros(quietTime);
        emptyMicros = micros(emptyTime);
        syncMicros = micros(syncTime);
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1000;
    }

    /**
     * Begins a table.
     *
     * @param routes true if the session had routes before, in an epoch that continues
     */
    public void begin(boolean routes, long nowMicros) {
        families.clear();
        taken.clear();
        isOpen = true;
        beganMicros = nowMicros;
        hadRoutes = routes;
    }

    /** Forgets the prefixes of a table that is complete. */
    public void end() {
        isOpen = false;
        families.clear();
    }

    /** Records announced prefixes. Does nothing after the end of the table. */
    public void recordPrefixes(List<Nlri> prefixes, long nowMicros) {
        for (Nlri nlri : isOpen ? prefixes : List.<Nlri>of()) {
            family(nlri.prefix().afi() == AfiSafi.AFI_IPV4 ? AfiSafi.IPV4_UNICAST : AfiSafi.IPV6_UNICAST)
                    .record(nlri, nowMicros);
        }
    }

    /** Records an End-of-RIB. Repetitions change nothing. */
    public void recordEndOfRib(AfiSafi family, long nowMicros) {
        if (UNICAST.contains(family)) {
            family(family).end(nowMicros);
        }
    }

    private FamilyProgress family(AfiSafi family) {
        return families.computeIfAbsent(family, _ -> new FamilyProgress(quietMicros));
    }

    /**
     * Returns true if each unicast family of the session has its End-of-RIB.
     *
     * @param negotiated families of the OPENs; empty while unknown
     */
    public boolean hasEveryEnd(Set<AfiSafi> negotiated) {
        return !negotiated.isEmpty()
                && negotiated.stream()
                        .filter(UNICAST::contains)
                        .allMatch(f -> families.containsKey(f) && family(f).hasEnded());
    }

    /**
     * Returns true if the whole table is complete.
     *
     * @param negotiated families of the OPENs; empty while unknown
     * @param stalledMicros messages waited unread before this time, which therefore does not count as quiet
     */
    public boolean isComplete(Set<AfiSafi> negotiated, long nowMicros, long stalledMicros) {
        Moment at = new Moment(nowMicros, stalledMicros, negotiated.isEmpty());
        Collection<AfiSafi> all = negotiated.isEmpty() ? families.keySet() : negotiated;
        boolean any = false;
        for (AfiSafi family : all) {
            if (!UNICAST.contains(family)) {
                continue;
            }
            any = true;
            if (!isComplete(families.get(family), at)) {
                return false;
            }
        }
        return any || isEmptyFamilyComplete(at);
    }

    /**
     * Returns the families whose End-of-RIB is older than the quiet time, each once for a table.
     *
     * @param negotiated families of the OPENs; empty while unknown
     */
    public List<AfiSafi> takeEnded(Set<AfiSafi> negotiated, long nowMicros) {
        return families.entrySet().stream()
                .filter(family -> family.getValue().hasEndedFor(quietMicros, nowMicros))
                .map(Map.Entry::getKey)
                .filter(family -> negotiated.contains(family) && taken.add(family))
                .toList();
    }

    private boolean isComplete(@Nullable FamilyProgress family, Moment at) {
        if (family == null || family.firstMicros() == 0) {
            return family != null && family.hasEnded() && !at.familiesUnknown() || isEmptyFamilyComplete(at);
        }
        if (family.hasEnded() && !at.familiesUnknown()) {
            return true;
        }
        long quietSince = Math.max(family.lastNewMicros(), beganMicros);
        return at.hasPassed(quietMicros, quietSince)
                || family.hasFallen(at.nowMicros()) && at.hasPassed(quietMicros, at.stalledMicros())
                || at.nowMicros() - family.firstMicros() >= syncMicros;
    }

    /** A family without a route is complete with the rest of the table, or after the time for empty tables. */
    private boolean isEmptyFamilyComplete(Moment at) {
        long newest = beganMicros;
        boolean routes = hadRoutes;
        for (FamilyProgress family : families.values()) {
            routes = true;
            newest = Math.max(newest, family.lastNewMicros());
        }
        return routes && at.hasPassed(quietMicros, newest)
                || at.hasPassed(emptyMicros, beganMicros)
                || at.nowMicros() - beganMicros >= syncMicros;
    }

    /** The time of a decision. */
    private record Moment(long nowMicros, long stalledMicros, boolean familiesUnknown) {
        /** Returns true if a duration has passed since a time, without the time of a stall. */
        boolean hasPassed(long micros, long since) {
            return nowMicros - Math.max(since, stalledMicros) >= micros;
        }
    }

    /** The table of one family. */
    private static final class FamilyProgress {
        /** Maximum number of remembered prefixes. All others count as new. */
        private static final int MAX_REMEMBERED = 4_096;

        private static final int LEAST_SLOTS = 64;

        private final long windowMicros;
        /** Hashes of prefixes; 0 marks a free slot. The length is a power of two. */
        private int[] remembered = new int[LEAST_SLOTS];

        private int size;
        private long firstMicros;
        private long lastNewMicros;
        private long endMicros;
        private long windowStart;
        private long inWindow;
        private long inLastWindow = Long.MAX_VALUE;
        private long mostInWindow;

        private FamilyProgress(long windowMicros) {
            this.windowMicros = Math.max(1, windowMicros);
        }

        private void record(Nlri nlri, long nowMicros) {
            if (!remember(nlri.hashCode() * 0x9e3779b1 | 1)) {
                return;
            }
            if (firstMicros == 0) {
                firstMicros = nowMicros;
                windowStart = nowMicros;
            }
            roll(nowMicros);
            inWindow++;
            mostInWindow = Math.max(mostInWindow, inWindow);
            lastNewMicros = nowMicros;
        }

        /** Returns true if a hash is new, or if it is not remembered. */
        private boolean remember(int hash) {
            int slot = slot(remembered, hash);
            if (remembered[slot] == hash) {
                return false;
            }
            if (size < MAX_REMEMBERED) {
                remembered[slot] = hash;
                size++;
                if (2 * size > remembered.length) {
                    grow();
                }
            }
            return true;
        }

        private void grow() {
            int[] larger = new int[2 * remembered.length];
            for (int hash : remembered) {
                if (hash != 0) {
                    larger[slot(larger, hash)] = hash;
                }
            }
            remembered = larger;
        }

        /** Returns the slot that holds a hash, or the free slot where it belongs. */
        private static int slot(int[] in, int hash) {
            int slot = hash >>> 8 & in.length - 1;
            while (in[slot] != 0 && in[slot] != hash) {
                slot = slot + 1 & in.length - 1;
            }
            return slot;
        }

        /** Ends the windows that are over at a time. */
        private void roll(long nowMicros) {
            if (nowMicros - windowStart >= windowMicros) {
                boolean next = nowMicros - windowStart < 2 * windowMicros;
                inLastWindow = next ? inWindow : 0;
                inWindow = 0;
                windowStart += (nowMicros - windowStart) / windowMicros * windowMicros;
            }
        }

        private void end(long nowMicros) {
            if (endMicros == 0) {
                endMicros = nowMicros;
                lastNewMicros = Math.max(lastNewMicros, nowMicros);
            }
        }

        private boolean hasEnded() {
            return endMicros != 0;
        }

        private boolean hasEndedFor(long micros, long nowMicros) {
            return endMicros != 0 && nowMicros - endMicros >= micros;
        }

        private boolean hasFallen(long nowMicros) {
            roll(nowMicros);
            return nowMicros - firstMicros >= LEAST_WINDOWS * windowMicros && inLastWindow <= mostInWindow / FALL;
        }

        private long firstMicros() {
            return firstMicros;
        }

        private long lastNewMicros() {
            return lastNewMicros;
        }
    }
}
