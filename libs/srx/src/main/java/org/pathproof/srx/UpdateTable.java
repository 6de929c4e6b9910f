// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * All updates in memory, found by content, identifier, prefix and router key. An update without a proxy is kept for its
 * keep window. Used only on the thread of its {@link UpdateMonitor}.
 */
final class UpdateTable {
    private static final Duration EXPIRY_INTERVAL = Duration.ofSeconds(1);

    private final int maxWeight;
    private final SplittableRandom random = new SplittableRandom();
    private final Map<UpdateContent, MonitoredUpdate> byContent = new HashMap<>();
    private final Map<Long, MonitoredUpdate> byId = new HashMap<>();
    private final TreeMap<Prefix, Set<MonitoredUpdate>> byPrefix = new TreeMap<>();
    private final Map<MonitoredUpdate.HopKey, Set<MonitoredUpdate>> byKey = new HashMap<>();
    private final LinkedHashMap<MonitoredUpdate, Instant> unused = new LinkedHashMap<>();
    private int weight;
    private Instant nextExpiry = Instant.MIN;

    /** @param maxWeight maximum sum of {@link UpdateContent#weight} */
    UpdateTable(int maxWeight) {
        this.maxWeight = maxWeight;
    }

    int size() {
        return byContent.size();
    }

    boolean isFull() {
        return weight >= maxWeight;
    }

    Collection<MonitoredUpdate> all() {
        return byContent.values();
    }

    /** Returns the update with this content, and creates it if there is none. Empty when the table is full. */
    Optional<MonitoredUpdate> obtain(UpdateContent content) {
        MonitoredUpdate known = byContent.get(content);
        if (known != null) {
            unused.remove(known);
            return Optional.of(known);
        }
        while (weight > maxWeight - content.weight()) {
            if (!removeOldestUnused()) {
                return Optional.empty();
            }
        }
        long id = content.checksum();
        while (id == 0 || byId.containsKey(id)) {
            id = random.nextLong(1, 1L << 32); // a proxy can send many updates with the same checksum
        }
        MonitoredUpdate update = new MonitoredUpdate(content, id);
        byContent.put(content, update);
        byId.put(id, update);
        byPrefix.computeIfAbsent(content.prefix(), p -> new LinkedHashSet<>(2)).add(update);
        weight += content.weight();
        return Optional.of(update);
    }

    @Nullable
    MonitoredUpdate find(long id) {
        return byId.get(id);
    }

    /** Adds an update to the index of router keys. */
    void addToIndex(MonitoredUpdate update) {
        for (MonitoredUpdate.HopKey key : update.hopKeys()) {
            byKey.computeIfAbsent(key, k -> new LinkedHashSet<>(2)).add(update);
        }
    }

    /**
     * Removes a proxy from the subscribers of an update. After the last subscriber, the update stays in memory for
     * {@code keep}.
     */
    void unsubscribe(MonitoredUpdate update, ProxySession proxy, Duration keep, Instant now) {
        if (update.subscribers().remove(proxy) == null || !update.subscribers().isEmpty()) {
            return;
        }
        if (keep.isZero()) {
            remove(update);
        } else {
            unused.put(update, now.plus(keep));
        }
    }

    /** Removes unused updates whose keep window has ended, at most once in a second. */
    void expire(Instant now) {
        if (now.isBefore(nextExpiry)) {
            return;
        }
        nextExpiry = now.plus(EXPIRY_INTERVAL);
        for (Iterator<Map.Entry<MonitoredUpdate, Instant>> i = unused.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<MonitoredUpdate, Instant> entry = i.next();
            if (!entry.getValue().isAfter(now)) {
                i.remove();
                remove(entry.getKey());
            }
        }
    }

    /** Returns the updates whose results a change of the RPKI set may alter. */
    Set<MonitoredUpdate> affectedBy(RpkiChange change) {
        Set<MonitoredUpdate> affected = new HashSet<>();
        collect(change.announced(), affected);
        collect(change.withdrawn(), affected);
        return affected;
    }

    private void collect(List<RpkiObject> objects, Set<MonitoredUpdate> affected) {
        for (RpkiObject object : objects) {
            if (object instanceof RouterKey key) {
                affected.addAll(byKey.getOrDefault(new MonitoredUpdate.HopKey(key.asn(), key.ski()), Set.of()));
            } else if (object instanceof Vrp vrp) {
                // In the order of prefixes, a prefix is followed by the prefixes that it covers.
                for (Map.Entry<Prefix, Set<MonitoredUpdate>> entry :
                        byPrefix.tailMap(vrp.prefix(), true).entrySet()) {
                    if (!vrp.prefix().covers(entry.getKey())) {
                        break;
                    }
                    affected.addAll(entry.getValue());
                }
            }
        }
    }

    private boolean removeOldestUnused() {
        Iterator<MonitoredUpdate> oldest = unused.keySet().iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        MonitoredUpdate update = oldest.next();
        oldest.remove();
        remove(update);
        return true;
    }

    private void remove(MonitoredUpdate update) {
        byContent.remove(update.content());
        byId.remove(update.id());
        weight -= update.content().weight();
        Set<MonitoredUpdate> same = byPrefix.get(update.content().prefix());
        if (same != null) {
            same.remove(update);
            if (same.isEmpty()) {
                byPrefix.remove(update.content().prefix());
            }
        }
        for (MonitoredUpdate.HopKey key : update.hopKeys()) {
            Set<MonitoredUpdate> users = byKey.get(key);
            if (users != null) {
                users.remove(update);
                if (users.isEmpty()) {
                    byKey.remove(key);
                }
            }
        }
    }
}
