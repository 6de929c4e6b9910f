// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.Nlri;

/**
 * The changes of one family that a session has not sent yet. Announcements are grouped by their attributes. Prefixes
 * and attributes are ordered, so that equal changes are sent in equal order. Not thread-safe.
 */
final class FamilyQueue {
    private static final Comparator<Nlri> ORDER =
            Comparator.comparing(Nlri::prefix).thenComparingLong(Nlri::pathId);

    private final AfiSafi family;
    private final TreeMap<AttributeSet, NavigableSet<Nlri>> announcements = new TreeMap<>();
    private final NavigableSet<Nlri> withdrawals = new TreeSet<>(ORDER);
    /** Routes that must be sent or withdrawn before the next End-of-RIB or end-of-refresh marker. */
    private final Set<Nlri> table = new HashSet<>();

    private boolean endOfRibDue = true;
    private boolean refreshRequested;
    private boolean endOfRefreshDue;

    FamilyQueue(AfiSafi family) {
        this.family = family;
    }

    AfiSafi family() {
        return family;
    }

    /** Queues a route as a part of the table, before the next marker. */
    void announceInTable(Nlri nlri, AttributeSet attributes) {
        table.add(nlri);
        announce(nlri, attributes);
    }

    void announce(Nlri nlri, AttributeSet attributes) {
        announcements
                .computeIfAbsent(attributes, ignored -> new TreeSet<>(ORDER))
                .add(nlri);
    }

    void withdraw(Nlri nlri) {
        withdrawals.add(nlri);
    }

    /** Removes the queued change of a route. */
    void cancel(Nlri nlri, @Nullable AttributeSet attributes) {
        withdrawals.remove(nlri);
        if (attributes != null) {
            NavigableSet<Nlri> group = announcements.get(attributes);
            if (group != null && group.remove(nlri) && group.isEmpty()) {
                announcements.remove(attributes);
            }
        }
    }

    /** Removes a route from the routes that the next marker waits for. */
    void settle(Nlri nlri) {
        table.remove(nlri);
    }

    /** Returns true if the next marker waits for the route. */
    boolean needs(Nlri nlri) {
        return table.contains(nlri);
    }

    /** Returns true if a marker is due because the table has been sent. */
    boolean isTableDone() {
        return table.isEmpty() && (endOfRibDue || endOfRefreshDue);
    }

    NavigableSet<Nlri> withdrawals() {
        return withdrawals;
    }

    Map.@Nullable Entry<AttributeSet, NavigableSet<Nlri>> firstAnnouncements() {
        return announcements.firstEntry();
    }

    /** Returns true once, when the initial table has been sent. */
    boolean takeEndOfRib() {
        boolean due = endOfRibDue && table.isEmpty();
        endOfRibDue &= !due;
        return due;
    }

    void requestRefresh() {
        refreshRequested = true;
    }

    /** Returns true once for a requested refresh, after the initial table (RFC 7313 section 4). */
    boolean takeRefresh() {
        boolean due = refreshRequested && !endOfRibDue;
        refreshRequested &= !due;
        return due;
    }

    void expectEndOfRefresh() {
        endOfRefreshDue = true;
    }

    /** Returns true once, when all routes of a refresh and all withdrawals have been sent. */
    boolean takeEndOfRefresh() {
        boolean due = endOfRefreshDue && table.isEmpty() && withdrawals.isEmpty();
        endOfRefreshDue &= !due;
        return due;
    }
}
