// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.ownership;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Ownership;
import org.pathproof.wire.Bytes;

/**
 * Derives the owners of routers from the records of pathproof.collectors. Not safe for use by several threads.
 *
 * <ul>
 *   <li>The first collector that lists a router without an owner becomes its owner.
 *   <li>An owner whose next record does not list the router releases it.
 *   <li>A collector can claim an owned router only if its claim cites the owner's latest heartbeat. An owner with a
 *       newer heartbeat keeps the router.
 * </ul>
 */
final class OwnershipLog {
    private final Map<String, Collector> collectors = new HashMap<>();
    private final Map<String, Long> lastRead = new HashMap<>();
    private final Map<Bytes, String> owners = new HashMap<>();

    /** Applies the next record; {@code nanos} is the {@link System#nanoTime} at which it was read. */
    void read(Collector record, long nanos) {
        String id = record.getId();
        Collector before = collectors.get(id);
        if (before != null
                && before.getIncarnation() == record.getIncarnation()
                && before.getBeat() >= record.getBeat()) {
            return; // a duplicate
        }
        collectors.put(id, record);
        lastRead.put(id, nanos);
        Map<Bytes, Ownership> named = new HashMap<>();
        record.getRoutersList()
                .forEach(o -> named.put(Bytes.wrap(o.getRouterHash().toByteArray()), o));
        owners.entrySet().removeIf(e -> e.getValue().equals(id) && !named.containsKey(e.getKey()));
        named.forEach((router, claim) -> {
            String owner = owners.get(router);
            if (owner == null || cites(claim, collectors.get(owner))) {
                owners.put(router, id);
            }
        });
    }

    private static boolean cites(Ownership claim, @Nullable Collector owner) {
        return owner != null
                && claim.getOver().equals(owner.getId())
                && claim.getOverIncarnation() == owner.getIncarnation()
                && claim.getOverBeat() == owner.getBeat();
    }

    /** Removes a collector whose record was deleted. */
    void forget(String collector) {
        collectors.remove(collector);
        lastRead.remove(collector);
        owners.values().removeIf(collector::equals);
    }

    /** Returns the hashes of the routers that a collector owns. */
    Set<Bytes> ownedBy(String collector) {
        Set<Bytes> owned = new HashSet<>();
        owners.forEach((router, owner) -> {
            if (owner.equals(collector)) {
                owned.add(router);
            }
        });
        return owned;
    }

    /** Returns the id of the collector that owns a router; null for none. */
    @Nullable
    String owner(Bytes router) {
        return owners.get(router);
    }

    /** Returns the last record of a collector; null when there is none. */
    @Nullable
    Collector last(String collector) {
        return collectors.get(collector);
    }

    /** Returns true if no record of a collector was read for the duration of the lease. */
    boolean isSilent(String collector, long nanos, long leaseNanos) {
        Long last = lastRead.get(collector);
        return last == null || nanos - last > leaseNanos;
    }
}
