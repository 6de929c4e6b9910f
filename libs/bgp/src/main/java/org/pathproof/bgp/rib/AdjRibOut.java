// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgp.NegotiatedSession;
import org.pathproof.bgp.UpdateSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * The routes for one neighbor (Adj-RIB-Out, RFC 4271 section 3.2), for IPv4 and IPv6 unicast. Each session gets all
 * routes, an End-of-RIB for each family, and then the changes.
 *
 * <p>Memory is bounded by the number of routes, even if the neighbor is slow. A route has one entry and at most one
 * queued change.
 *
 * <p>Thread-safe. Routes stay when a session ends.
 */
public final class AdjRibOut implements UpdateSource {
    private final PathIds pathIds;
    private final Map<Nlri, Entry> routes = new HashMap<>();
    private final AttributePool pool = new AttributePool();

    /** Queues of the session's families; empty without a session. */
    private final Map<AfiSafi, FamilyQueue> queues = new TreeMap<>();

    private @Nullable NegotiatedSession session;
    private @Nullable UpdatePacker packer;
    private Runnable wakeUp = () -> {};
    private long oversized;

    /** A route. It is removed when it is neither desired nor sent. */
    private static final class Entry {
        /** Attributes to announce to the neighbor; null for a withdrawn route. */
        @Nullable
        AttributeSet desired;
        /** Attributes that the session has sent; null if the neighbor does not have the route. */
        @Nullable
        AttributeSet sent;
    }

    public AdjRibOut(PathIds pathIds) {
        this.pathIds = pathIds;
    }

    /**
     * Announces a route. Does nothing if it has these attributes already.
     *
     * @param pathId the Path Identifier (RFC 7911), unsigned 32 bits; see {@link PathIds}
     * @param attributes all path attributes with 4-octet AS numbers, each type once. The next hop is in NEXT_HOP, or in
     *     an MP_REACH_NLRI without prefixes
     * @throws IllegalArgumentException when the attributes do not fit into a message of 65,535 bytes or contain
     *     prefixes, or the Path Identifier is not 0 for {@link PathIds#SINGLE}
     */
    public void announce(Prefix prefix, long pathId, List<PathAttribute> attributes) {
        AttributeSet set = new AttributeSet(attributes);
        if (pathId < 0 || pathId > 0xffff_ffffL || pathIds == PathIds.SINGLE && pathId != 0) {
            throw new IllegalArgumentException("path id " + pathId + " of " + prefix + " is not possible here");
        }
        change(new Nlri(pathId, prefix), set);
    }

    /** Withdraws a route. Does nothing if there is no such route. */
    public void withdraw(Prefix prefix, long pathId) {
        change(new Nlri(pathId, prefix), null);
    }

    /** Withdraws all routes. */
    public void clear() {
        Runnable wake;
        synchronized (this) {
            List.copyOf(routes.keySet()).forEach(nlri -> set(nlri, null));
            wake = wakeUp;
        }
        wake.run();
    }

    /** Returns the number of announced routes, sent or not. */
    public synchronized int size() {
        return (int)
                routes.values().stream().filter(entry -> entry.desired != null).count();
    }

    /** Returns the number of times that a route was too long for the session's messages and was not sent. */
    public synchronized long oversized() {
        return oversized;
    }

    @Override
    public synchronized void sessionEstablished(NegotiatedSession session, Runnable wakeUp) {
        forgetSession();
        this.session = session;
        this.wakeUp = wakeUp;
        this.packer = new UpdatePacker(session.sending(), session.maxMessageLength());
        for (AfiSafi family : session.families()) {
            if (family.equals(AfiSafi.IPV4_UNICAST) || family.equals(AfiSafi.IPV6_UNICAST)) {
                FamilyQueue queue = new FamilyQueue(family);
                queues.put(family, queue);
                queueAll(queue);
            }
        }
    }

    @Override
    public synchronized void sessionClosed() {
        forgetSession();
    }

    @Override
    public void refresh(AfiSafi family) {
        Runnable wake;
        synchronized (this) {
            FamilyQueue queue = queues.get(family);
            if (queue == null) {
                return;
            }
            queue.requestRefresh();
            wake = wakeUp;
        }
        wake.run();
    }

    @Override
    public synchronized Optional<Bytes> poll() {
        UpdatePacker current = packer;
        if (current == null) {
            return Optional.empty();
        }
        for (FamilyQueue queue : queues.values()) {
            Bytes message = poll(queue, current);
            if (message != null) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    private @Nullable Bytes poll(FamilyQueue queue, UpdatePacker current) {
        AfiSafi family = queue.family();
        if (queue.takeEndOfRib()) {
            return current.endOfRib(family);
        }
        if (queue.takeRefresh()) {
            queueAll(queue);
            if (session != null && session.enhancedRefresh()) {
                queue.expectEndOfRefresh();
                return current.refreshMarker(family, UpdatePacker.BEGIN_OF_REFRESH);
            }
        }
        if (queue.takeEndOfRefresh()) {
            return current.refreshMarker(family, UpdatePacker.END_OF_REFRESH);
        }
        if (!queue.withdrawals().isEmpty()) {
            UpdatePacker.Packed packed = current.withdraw(family, queue.withdrawals());
            for (int i = 0; i < packed.prefixes(); i++) {
                withdrawn(queue, queue.withdrawals().first());
            }
            return packed.message();
        }
        return pollAnnouncement(queue, current);
    }

    private @Nullable Bytes pollAnnouncement(FamilyQueue queue, UpdatePacker current) {
        for (var group = queue.firstAnnouncements(); group != null; group = queue.firstAnnouncements()) {
            AttributeSet attributes = group.getKey();
            NavigableSet<Nlri> prefixes = group.getValue();
            Optional<UpdatePacker.Packed> packed = current.announce(queue.family(), attributes, prefixes);
            if (packed.isPresent()) {
                for (int i = 0; i < packed.get().prefixes(); i++) {
                    announced(queue, prefixes.first(), attributes);
                }
                return packed.get().message();
            }
            leaveOut(queue, prefixes.first(), attributes);
        }
        if (!queue.withdrawals().isEmpty() || queue.isTableDone()) {
            return poll(queue, current);
        }
        return null;
    }

    private void change(Nlri nlri, @Nullable AttributeSet attributes) {
        Runnable wake;
        synchronized (this) {
            if (!set(nlri, attributes)) {
                return;
            }
            wake = wakeUp;
        }
        wake.run();
    }

    /** Sets the desired attributes and queues the change. Returns false if nothing changes. */
    private boolean set(Nlri nlri, @Nullable AttributeSet wanted) {
        Entry entry = routes.get(nlri);
        AttributeSet old = entry == null ? null : entry.desired;
        if (wanted == null ? old == null : wanted.equals(old)) {
            return false;
        }
        if (entry == null) {
            entry = new Entry();
            routes.put(nlri, entry);
        }
        AttributeSet attributes = wanted == null ? null : pool.take(wanted);
        entry.desired = attributes;
        FamilyQueue queue = queueOf(nlri);
        if (queue != null) {
            queue.cancel(nlri, old);
            if (attributes != null && !queue.needs(nlri) && attributes.equals(entry.sent)) {
                queue.settle(nlri); // the neighbor has these attributes
            } else if (attributes != null) {
                queue.announce(nlri, attributes);
            } else {
                queue.settle(nlri);
                if (entry.sent != null) {
                    queue.withdraw(nlri);
                }
            }
        }
        pool.release(old);
        if (entry.desired == null && entry.sent == null) {
            routes.remove(nlri);
        }
        return true;
    }

    private void announced(FamilyQueue queue, Nlri nlri, AttributeSet attributes) {
        Entry entry = routes.get(nlri);
        queue.cancel(nlri, attributes);
        queue.settle(nlri);
        if (entry != null) {
            AttributeSet before = entry.sent;
            entry.sent = pool.take(attributes);
            pool.release(before);
        }
    }

    private void withdrawn(FamilyQueue queue, Nlri nlri) {
        queue.cancel(nlri, null);
        Entry entry = routes.get(nlri);
        if (entry != null) {
            pool.release(entry.sent);
            entry.sent = null;
            if (entry.desired == null) {
                routes.remove(nlri);
            }
        }
    }

    /**
     * Omits an announcement that is too long for the session. Withdraws the route if the neighbor has older attributes.
     */
    private void leaveOut(FamilyQueue queue, Nlri nlri, AttributeSet attributes) {
        oversized++;
        queue.cancel(nlri, attributes);
        queue.settle(nlri);
        Entry entry = routes.get(nlri);
        if (entry != null && entry.sent != null) {
            queue.withdraw(nlri);
        }
    }

    private void queueAll(FamilyQueue queue) {
        routes.forEach((nlri, entry) -> {
            if (entry.desired != null && queueOf(nlri) == queue) {
                queue.announceInTable(nlri, entry.desired);
            }
        });
    }

    /** Returns the queue of the session that sends a route; null if no session sends it. */
    private @Nullable FamilyQueue queueOf(Nlri nlri) {
        FamilyQueue queue = queues.get(nlri.prefix().isIpv4() ? AfiSafi.IPV4_UNICAST : AfiSafi.IPV6_UNICAST);
        return queue != null && session != null && pathIds.sends(nlri.pathId(), session.sendsPathIds(queue.family()))
                ? queue
                : null;
    }

    private void forgetSession() {
        queues.clear();
        session = null;
        packer = null;
        wakeUp = () -> {};
        routes.values().forEach(entry -> {
            pool.release(entry.sent);
            entry.sent = null;
        });
        routes.values().removeIf(entry -> entry.desired == null);
    }
}
