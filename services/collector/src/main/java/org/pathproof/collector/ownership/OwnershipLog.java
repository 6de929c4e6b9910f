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
 * What follows from pathproof.collectors as far as it was read. Not for use by several threads.
 *
 * <ul>
 *   <li>A router that nobody owns is owned by the first who names it.
 *   <li>An owner that does not name it any more gives it up.
 *   <li>Who names a router that another one owns gets it only by taking it over from the owner's last beat before that record: an owner that has
 *       been heard of meanwhile keeps it.
 * </ul>
 */
final class OwnershipLog {
    private final Map<String, Collector> collectors = new HashMap<>();
    private final Map<String, Long> heard = new HashMap<>();
    private final Map<Bytes, String> owners = new HashMap<>();

    /** Takes the next record; {@code nanos} is when it was read. */
    void read(Collector record, long nanos) {
        String id = record.getId();
        Collector before = collectors.get(id);
        if (before != null
                && before.getIncarnation() == record.getIncarnation()
                && before.getBeat() >= record.getBeat()) {
            return; // written twice
        }
        collectors.put(id, record);
        heard.put(id, nanos);
        Map<Bytes, Ownership> named = new HashMap<>();
        record.getRoutersList()
                .forEach(o -> named.put(Bytes.wrap(o.getRouterHash().toByteArray()), o));
        owners.entrySet().removeIf(e -> e.getValue().equals(id) && !named.containsKey(e.getKey()));
        named.forEach((router, claim) -> {
            String owner = owners.get(router);
            if (owner == null || isFrom(claim, collectors.get(owner))) {
                owners.put(router, id);
            }
        });
    }

    private static boolean isFrom(Ownership claim, @Nullable Collector owner) {
        return owner != null
                && claim.getOver().equals(owner.getId())
                && claim.getOverIncarnation() == owner.getIncarnation()
                && claim.getOverBeat() == owner.getBeat();
    }

    /** The record of a collector was deleted: it is gone for good, as far as others know. */
    void forget(String collector) {
        collectors.remove(collector);
        heard.remove(collector);
        owners.values().removeIf(collector::equals);
    }

    /** What a collector owns. */
    Set<Bytes> ownedBy(String collector) {
        Set<Bytes> owned = new HashSet<>();
        owners.forEach((router, owner) -> {
            if (owner.equals(collector)) {
                owned.add(router);
            }
        });
        return owned;
    }

    /** Who owns a router; null for nobody. */
    @Nullable
    String owner(Bytes router) {
        return owners.get(router);
    }

    /** The last record of a collector; null when there is none. */
    @Nullable
    Collector last(String collector) {
        return collectors.get(collector);
    }

    /** Whether nothing was read of a collector for so long. */
    boolean isSilent(String collector, long nanos, long leaseNanos) {
        Long last = heard.get(collector);
        return last == null || nanos - last > leaseNanos;
    }
}
