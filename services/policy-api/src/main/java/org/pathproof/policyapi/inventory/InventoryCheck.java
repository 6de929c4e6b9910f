// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pathproof.contracts.v1.InventorySource;
import org.pathproof.policyapi.inventory.InventorySettings.Learning;
import org.pathproof.policyapi.log.LogOwner.Changes;
import org.pathproof.policyapi.log.VersionedLog;

/**
 * Compares the entries with the routers and peers that are up, and returns the entries to write: new ones, lost ones
 * and those that are back. Each replica checks; {@link VersionedLog} accepts the first of equal changes. One thread
 * checks.
 */
final class InventoryCheck {
    /** Maximum number of learned routers with one address, so that changing names do not fill the inventory. */
    static final int MAX_ROUTERS_PER_ADDRESS = 32;

    /** Time for which the record of a retired entry stays, so that no earlier record replaces it. */
    static final Duration RETIRED_TIME = Duration.ofDays(30);

    private final VersionedLog<InventoryKey, InventoryEntry> entries;
    private final InventorySettings settings;
    private final Set<InventoryKey> declared;
    /** First time at which this replica saw a router or peer up, without a break. */
    private final Map<InventoryKey, Instant> upSince = new HashMap<>();
    /** First time at which this replica saw an entry not up, without a break. */
    private final Map<InventoryKey, Instant> downSince = new HashMap<>();

    private volatile int unlearned;

    InventoryCheck(VersionedLog<InventoryKey, InventoryEntry> entries, InventorySettings settings) {
        this.entries = entries;
        this.settings = settings;
        this.declared = Set.copyOf(settings.declared());
    }

    /** Returns the number of routers and peers that would be expected without the bounds of learned entries. */
    int unlearned() {
        return unlearned;
    }

    /** Forgets the times. To be called after a time without data about routers. */
    void reset() {
        upSince.clear();
        downSince.clear();
    }

    Changes<InventoryKey, InventoryEntry> check(SeenRouters seen, Instant now) {
        List<InventoryEntry> changes = new ArrayList<>();
        List<InventoryKey> removals = new ArrayList<>();
        upSince.keySet().retainAll(seen.up());
        seen.up().forEach(key -> upSince.putIfAbsent(key, now));
        Set<InventoryKey> expected = new HashSet<>();
        for (InventoryEntry entry : entries.all()) {
            if (!entry.retired()) {
                expected.add(entry.key());
                compare(entry, seen, now).ifPresent(changes::add);
            } else if (!declared.contains(entry.key())
                    && entry.changed().plus(RETIRED_TIME).isBefore(now)) {
                removals.add(entry.key());
            }
        }
        downSince.keySet().retainAll(expected);
        for (InventoryKey key : declared) {
            if (entries.find(key).isEmpty()) {
                changes.add(InventoryEntry.first(
                        key, InventorySource.INVENTORY_DECLARED, seen.up().contains(key), now));
            }
        }
        learn(seen, now, changes);
        return new Changes<>(changes, removals);
    }

    private Optional<InventoryEntry> compare(InventoryEntry entry, SeenRouters seen, Instant now) {
        InventoryKey key = entry.key();
        if (seen.up().contains(key)) {
            downSince.remove(key);
            return entry.isLost() || !entry.seen()
                    ? Optional.of(entry.up(now, seen.addresses().getOrDefault(key.router(), "")))
                    : Optional.empty();
        }
        if (!key.isRouter() && !seen.up().contains(key.ofRouter())) {
            downSince.remove(key); // nothing is known about the peers of a lost router
            return Optional.empty();
        }
        Instant since = downSince.computeIfAbsent(key, ignored -> now);
        return !entry.isLost() && !since.plus(settings.lostAfter()).isAfter(now)
                ? Optional.of(entry.lost(since, now))
                : Optional.empty();
    }

    /**
     * Adds the routers and peers that were up for long enough. A retired one must be up for this time after its
     * retirement. Routers whose certificate describes them are first, then those that are up for the longest time.
     */
    private void learn(SeenRouters seen, Instant now, List<InventoryEntry> changes) {
        if (settings.learn() == Learning.NONE) {
            unlearned = 0;
            return;
        }
        Counts counts = new Counts();
        int omitted = 0;
        List<InventoryKey> candidates = upSince.entrySet().stream()
                .filter(candidate -> isLearned(candidate.getKey(), candidate.getValue(), now))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing((InventoryKey key) -> !key.isRouter())
                        .thenComparing(key -> !seen.described().contains(key.router()))
                        .thenComparing(upSince::get)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        Set<InventoryKey> routers = new HashSet<>();
        for (InventoryKey key : candidates) {
            String address = key.isRouter() ? seen.addresses().getOrDefault(key.router(), "") : "";
            boolean withRouter = key.isRouter()
                    || routers.contains(key.ofRouter())
                    || entries.find(key.ofRouter())
                            .filter(router -> !router.retired())
                            .isPresent();
            if (!withRouter || !counts.add(key, address)) {
                omitted++;
                continue;
            }
            routers.add(key);
            changes.add(entries.find(key)
                    .map(retired -> retired.expected(InventorySource.INVENTORY_LEARNED, true, now, "", ""))
                    .orElseGet(() -> InventoryEntry.first(key, InventorySource.INVENTORY_LEARNED, true, now))
                    .withAddress(address));
        }
        unlearned = omitted;
    }

    private boolean isLearned(InventoryKey key, Instant up, Instant now) {
        if (!key.isRouter() && settings.learn() == Learning.ROUTERS || declared.contains(key)) {
            return false;
        }
        InventoryEntry entry = entries.find(key).orElse(null);
        if (entry != null && !entry.retired()) {
            return false;
        }
        Instant from = entry != null && entry.changed().isAfter(up) ? entry.changed() : up;
        return !from.plus(settings.learnAfter()).isAfter(now);
    }

    /** Counts learned entries, and refuses those beyond the bounds. */
    private final class Counts {
        private final Map<String, Integer> addresses = new HashMap<>();
        private int routers;
        private int peers;

        Counts() {
            for (InventoryEntry entry : entries.all()) {
                if (!entry.retired() && entry.source() == InventorySource.INVENTORY_LEARNED) {
                    count(entry.key(), entry.address());
                }
            }
        }

        private void count(InventoryKey key, String address) {
            if (key.isRouter()) {
                routers++;
                addresses.merge(address, 1, Integer::sum);
            } else {
                peers++;
            }
        }

        boolean add(InventoryKey key, String address) {
            boolean fits = key.isRouter()
                    ? routers < settings.maxRouters() && addresses.getOrDefault(address, 0) < MAX_ROUTERS_PER_ADDRESS
                    : peers < settings.maxPeers();
            if (fits) {
                count(key, address);
            }
            return fits;
        }
    }
}
