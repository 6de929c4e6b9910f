// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
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
 * <p>Memory is bounded by the number of routes, even if the neighbor is slow. A route has one entry, and at most one
 * place in the queue of withdrawals and one in the queue of announcements.
 *
 * <p>Thread-safe. Routes stay when a session ends.
 */
public final class AdjRibOut implements UpdateSource {
    private final PathIds pathIds;
    private final Map<AfiSafi, FamilyRib> families = new TreeMap<>();
    private Runnable wakeUp = () -> {};

    /**
     * A change of one route.
     *
     * @param pathId the Path Identifier (RFC 7911), unsigned 32 bits; see {@link PathIds}
     * @param attributes attributes to announce; empty to withdraw the route
     */
    public record Change(Prefix prefix, long pathId, Optional<AttributeSet> attributes) {}

    /** Creates an Adj-RIB-Out that shares nothing with others. */
    public AdjRibOut(PathIds pathIds) {
        this(pathIds, new SharedRoutes());
    }

    /** Creates an Adj-RIB-Out that shares prefixes and attributes with others. */
    public AdjRibOut(PathIds pathIds, SharedRoutes shared) {
        this.pathIds = pathIds;
        for (AfiSafi family : List.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST)) {
            families.put(family, new FamilyRib(family, pathIds, shared));
        }
    }

    /**
     * Announces a route. Does nothing if it has these attributes already.
     *
     * @param pathId the Path Identifier (RFC 7911), unsigned 32 bits; see {@link PathIds}
     * @param attributes as for {@link AttributeSet#of}
     * @throws IllegalArgumentException when the attributes are not possible, the Path Identifier does not have 32 bits,
     *     or it is not 0 for {@link PathIds#SINGLE}
     */
    public void announce(Prefix prefix, long pathId, List<PathAttribute> attributes) {
        change(List.of(new Change(prefix, pathId, Optional.of(AttributeSet.of(attributes)))));
    }

    /** Withdraws a route. Does nothing if there is no such route. */
    public void withdraw(Prefix prefix, long pathId) {
        change(List.of(new Change(prefix, pathId, Optional.empty())));
    }

    /**
     * Changes several routes at once. Routes with equal attributes then share UPDATEs.
     *
     * @throws IllegalArgumentException when a Path Identifier does not have 32 bits, or is not 0 for {@link
     *     PathIds#SINGLE}. Then no route changes
     */
    public void change(List<Change> changes) {
        for (Change change : changes) {
            long pathId = change.pathId();
            if (pathId < 0 || pathId > 0xffff_ffffL || pathIds == PathIds.SINGLE && pathId != 0) {
                throw new IllegalArgumentException(
                        "path id " + pathId + " of " + change.prefix() + " is not possible here");
            }
        }
        Runnable wake;
        synchronized (this) {
            boolean changed = false;
            for (Change change : changes) {
                Nlri nlri = new Nlri(change.pathId(), change.prefix());
                changed |= family(nlri).set(nlri, change.attributes().orElse(null));
            }
            if (!changed) {
                return;
            }
            wake = wakeUp;
        }
        wake.run();
    }

    /** Withdraws all routes. */
    public void clear() {
        Runnable wake;
        synchronized (this) {
            families.values().forEach(FamilyRib::clear);
            wake = wakeUp;
        }
        wake.run();
    }

    /** Returns the number of announced routes, sent or not. */
    public synchronized int size() {
        return families.values().stream().mapToInt(FamilyRib::size).sum();
    }

    /** Returns the number of times that a route was too long for the session's messages and was not sent. */
    public synchronized long oversized() {
        return families.values().stream().mapToLong(FamilyRib::oversized).sum();
    }

    @Override
    public synchronized void onSessionEstablished(NegotiatedSession session, Runnable wakeUp) {
        onSessionClosed();
        this.wakeUp = wakeUp;
        UpdatePacker packer = new UpdatePacker(session.sending(), session.maxMessageLength());
        families.forEach((family, rib) -> {
            if (session.families().contains(family)) {
                rib.begin(packer, session.sendsPathIds(family), session.enhancedRefresh());
            }
        });
    }

    @Override
    public synchronized void onSessionClosed() {
        wakeUp = () -> {};
        families.values().forEach(FamilyRib::end);
    }

    @Override
    public void refresh(AfiSafi family) {
        Runnable wake;
        synchronized (this) {
            FamilyRib rib = families.get(family);
            if (rib == null) {
                return;
            }
            rib.refresh();
            wake = wakeUp;
        }
        wake.run();
    }

    @Override
    public synchronized Optional<Bytes> poll() {
        for (FamilyRib rib : families.values()) {
            Bytes message = rib.poll();
            if (message != null) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    private FamilyRib family(Nlri nlri) {
        AfiSafi family = nlri.prefix().isIpv4() ? AfiSafi.IPV4_UNICAST : AfiSafi.IPV6_UNICAST;
        return Objects.requireNonNull(families.get(family));
    }
}
