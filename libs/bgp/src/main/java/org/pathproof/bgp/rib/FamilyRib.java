// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Nlri;

/**
 * The routes of one family for one neighbor, and the changes that its session has not sent yet. Routes are numbers of
 * {@link SharedRoutes}. Not thread-safe.
 *
 * <p>The neighbor has these attributes at present: for a queued route those in {@code sent}, for an unsendable route
 * none, and for any other route those in {@code routes}.
 */
final class FamilyRib {
    // Flags of a route, above the number of its attributes. A route without attributes is withdrawn.
    private static final int WITHDRAWAL_QUEUED = 1 << 31;
    private static final int ANNOUNCEMENT_QUEUED = 1 << 30;
    /** The neighbor requested the route again. */
    private static final int REPEATED = 1 << 29;
    /** The attributes are too long for the session. */
    private static final int UNSENDABLE = 1 << 28;

    private static final int QUEUED = WITHDRAWAL_QUEUED | ANNOUNCEMENT_QUEUED;
    private static final int ATTRIBUTES = Interner.MAX;

    private final AfiSafi family;
    private final PathIds pathIds;
    private final SharedRoutes shared;
    private final BatchOrder order;

    /** Number of the desired attributes and flags of each route. */
    private final IntTable routes = new IntTable();
    /** Attributes that the neighbor has, for queued routes that it has. */
    private final IntTable sent = new IntTable();

    private final RouteQueue withdrawals = new RouteQueue();
    private final RouteQueue announcements = new RouteQueue();
    /** Encoder of the session; null if no session sends this family. */
    private @Nullable UpdatePacker packer;

    private boolean sendsPathIds;
    private boolean endOfRibDue;
    private boolean endOfRefreshDue;
    private boolean refreshRequested;
    private boolean marksRefresh;
    private int size;
    private long oversized;

    FamilyRib(AfiSafi family, PathIds pathIds, SharedRoutes shared) {
        this.family = family;
        this.pathIds = pathIds;
        this.shared = shared;
        this.order = new BatchOrder(shared, number -> routes.get(number) & ATTRIBUTES);
    }

    /** Returns the number of routes with attributes, sent or not. */
    int size() {
        return size;
    }

    /** Returns the number of times that a route was too long for a session. */
    long oversized() {
        return oversized;
    }

    /** Sets the attributes of a route; null withdraws it. Returns false if nothing changes. */
    boolean set(Nlri nlri, @Nullable AttributeSet wanted) {
        if (wanted == null) {
            int number = shared.prefixes.find(nlri);
            int state = number == 0 ? 0 : routes.get(number);
            if ((state & ATTRIBUTES) == 0) {
                return false;
            }
            change(number, state, 0);
            return true;
        }
        int attributes = shared.attributes.take(wanted);
        int number = shared.prefixes.take(nlri);
        int state = routes.get(number);
        if (state != 0) {
            shared.prefixes.release(number); // the table has counted its use already
        }
        if ((state & ATTRIBUTES) == attributes) {
            shared.attributes.release(attributes);
            return false;
        }
        change(number, state, attributes);
        return true;
    }

    private void change(int number, int state, int attributes) {
        int old = state & ATTRIBUTES;
        int next = state & (QUEUED | REPEATED) | attributes;
        if (isSent(number)) {
            int has = sent(number, state);
            if ((state & QUEUED) == 0) {
                keepSent(number, has);
            }
            if (attributes == 0) {
                next |= has == 0 ? 0 : queueWithdrawal(number, state);
            } else if (attributes != has || (state & REPEATED) != 0) {
                next |= queueAnnouncement(number, state);
            }
        }
        size += (attributes == 0 ? 0 : 1) - (old == 0 ? 0 : 1);
        put(number, next);
        shared.attributes.release(old);
    }

    /** Withdraws all routes. */
    void clear() {
        for (int number : routes.keys()) {
            int state = routes.get(number);
            if ((state & ATTRIBUTES) != 0) {
                change(number, state, 0);
            }
        }
    }

    /** Begins a session that sends this family. */
    void begin(UpdatePacker sessionPacker, boolean withPathIds, boolean enhancedRefresh) {
        packer = sessionPacker;
        sendsPathIds = withPathIds;
        marksRefresh = enhancedRefresh;
        endOfRibDue = true;
        queueTable();
    }

    /** Ends the session: the neighbor has no routes. */
    void end() {
        packer = null;
        endOfRibDue = false;
        endOfRefreshDue = false;
        refreshRequested = false;
        withdrawals.clear();
        announcements.clear();
        for (int number : sent.keys()) {
            keepSent(number, 0);
        }
        for (int number : routes.keys()) {
            put(number, routes.get(number) & ATTRIBUTES);
        }
    }

    /** Sends all routes again after the current batch. Does nothing without a session. */
    void refresh() {
        refreshRequested = packer != null;
    }

    /** Returns the next message; null if there is none. */
    @Nullable
    Bytes poll() {
        UpdatePacker current = packer;
        while (current != null) {
            Bytes withdrawal = pollWithdrawal(current);
            if (withdrawal != null) {
                return withdrawal;
            }
            if (announcements.isBatchDone()) {
                if (endOfRibDue) {
                    endOfRibDue = false;
                    return current.endOfRib(family);
                }
                if (endOfRefreshDue) {
                    endOfRefreshDue = false;
                    return current.refreshMarker(family, UpdatePacker.END_OF_REFRESH);
                }
                if (refreshRequested) {
                    refreshRequested = false;
                    repeatTable();
                    if (marksRefresh) {
                        endOfRefreshDue = true;
                        return current.refreshMarker(family, UpdatePacker.BEGIN_OF_REFRESH);
                    }
                } else if (!announcements.nextBatch(order::byAttributes)) {
                    return null;
                }
            }
            Bytes announcement = pollAnnouncement(current);
            if (announcement != null) {
                return announcement;
            }
        }
        return null;
    }

    private @Nullable Bytes pollWithdrawal(UpdatePacker current) {
        List<Nlri> packed = new ArrayList<>();
        int room = current.roomToWithdraw(family);
        while (!withdrawals.isBatchDone() || packed.isEmpty() && withdrawals.nextBatch(order::byPrefix)) {
            int number = withdrawals.first();
            int state = routes.get(number);
            int has = sent.get(number);
            if (has != 0 && ((state & ATTRIBUTES) == 0 || (state & UNSENDABLE) != 0)) {
                Nlri nlri = shared.prefixes.get(number);
                room -= current.length(family, nlri);
                if (room < 0) {
                    break;
                }
                packed.add(nlri);
                keepSent(number, 0);
            }
            withdrawals.removeFirst();
            settle(number, state & ~WITHDRAWAL_QUEUED);
        }
        return packed.isEmpty() ? null : current.withdraw(family, packed);
    }

    /**
     * Returns an UPDATE with the next routes of the batch that have equal attributes. If the next route is too long,
     * returns an UPDATE that withdraws its older attributes. Null if there is nothing to send.
     */
    private @Nullable Bytes pollAnnouncement(UpdatePacker current) {
        List<Nlri> packed = new ArrayList<>();
        int attributes = 0;
        int room = 0;
        while (!announcements.isBatchDone()) {
            int number = announcements.first();
            int state = routes.get(number);
            int wanted = state & ATTRIBUTES;
            if (wanted != 0 && (wanted != sent.get(number) || (state & REPEATED) != 0)) {
                Nlri nlri = shared.prefixes.get(number);
                if (packed.isEmpty()) {
                    attributes = wanted;
                    room = current.roomToAnnounce(family, shared.attributes.get(attributes));
                }
                room -= current.length(family, nlri);
                if (packed.isEmpty() && room < 0) {
                    announcements.removeFirst();
                    leaveOut(number, state);
                    return pollWithdrawal(current);
                }
                if (wanted != attributes || room < 0) {
                    break;
                }
                packed.add(nlri);
                if ((state & WITHDRAWAL_QUEUED) != 0) {
                    keepSent(number, wanted);
                }
            }
            announcements.removeFirst();
            settle(number, state & ~(ANNOUNCEMENT_QUEUED | REPEATED));
        }
        return packed.isEmpty() ? null : current.announce(family, shared.attributes.get(attributes), packed);
    }

    /** Omits a route that is too long for the session. Withdraws it if the neighbor has older attributes. */
    private void leaveOut(int number, int state) {
        oversized++;
        int next = state & ~(ANNOUNCEMENT_QUEUED | REPEATED) | UNSENDABLE;
        if (sent.get(number) != 0) {
            next |= queueWithdrawal(number, next);
        }
        settle(number, next);
    }

    /** Stores the state of a route that left a queue. */
    private void settle(int number, int state) {
        if ((state & QUEUED) == 0) {
            keepSent(number, 0); // the state records what the neighbor has
        }
        put(number, state);
    }

    /** Queues all routes for a new session. */
    private void queueTable() {
        routes.replaceAll((number, state) -> isSent(number) ? state | queueAnnouncement(number, state) : state);
        announcements.nextBatch(order::byAttributes);
    }

    /** Queues all routes again. */
    private void repeatTable() {
        routes.replaceAll((number, state) -> {
            if ((state & ATTRIBUTES) == 0 || !isSent(number)) {
                return state;
            }
            if ((state & QUEUED) == 0) {
                keepSent(number, sent(number, state));
            }
            return state | REPEATED | queueAnnouncement(number, state);
        });
        announcements.nextBatch(order::byAttributes);
    }

    private int queueWithdrawal(int number, int state) {
        if ((state & WITHDRAWAL_QUEUED) == 0) {
            withdrawals.add(number);
        }
        return WITHDRAWAL_QUEUED;
    }

    private int queueAnnouncement(int number, int state) {
        if ((state & ANNOUNCEMENT_QUEUED) == 0) {
            announcements.add(number);
        }
        return ANNOUNCEMENT_QUEUED;
    }

    /** Returns the attributes of a route that the neighbor has; 0 for none. */
    private int sent(int number, int state) {
        if ((state & QUEUED) != 0) {
            return sent.get(number);
        }
        return (state & UNSENDABLE) != 0 ? 0 : state & ATTRIBUTES;
    }

    private void keepSent(int number, int attributes) {
        int before = sent.get(number);
        if (attributes != before) {
            if (attributes != 0) {
                shared.attributes.retain(attributes);
            }
            sent.put(number, attributes);
            shared.attributes.release(before);
        }
    }

    private void put(int number, int state) {
        routes.put(number, state);
        if (state == 0) {
            shared.prefixes.release(number);
        }
    }

    /** Returns true if the session sends this route. */
    private boolean isSent(int number) {
        return packer != null
                && (pathIds == PathIds.SINGLE
                        || pathIds.sends(shared.prefixes.get(number).pathId(), sendsPathIds));
    }
}
