// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Plural;

/** Health of the inventory: fails while a router or peer is lost and not acknowledged. */
final class InventoryHealth implements HealthPart {
    private static final int MAX_NAMED = 5;

    private final InventoryStore store;
    private final Clock clock;

    InventoryHealth(InventoryStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "inventory";
    }

    /** Returns the health; empty while no router is expected. */
    @Override
    public Optional<PartHealth> health() {
        String problem = store.problem();
        if (problem != null) {
            return Optional.of(PartHealth.failing(problem));
        }
        Instant now = clock.instant();
        List<InventoryEntry> expected =
                store.entries().stream().filter(entry -> !entry.retired()).toList();
        if (!store.isReady() || expected.isEmpty()) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>();
        List<InventoryEntry> faults =
                expected.stream().filter(entry -> entry.isFault(now)).toList();
        addLost(faults, expected, true, words);
        addLost(faults, expected, false, words);
        if (faults.isEmpty()) {
            long routers = count(expected, true);
            words.add(Plural.of(routers, "router") + " and " + Plural.of(expected.size() - routers, "peer")
                    + " are expected, and none is lost");
        }
        long acknowledged = expected.stream()
                .filter(entry -> entry.isLost() && entry.isAcknowledged(now))
                .count();
        if (acknowledged > 0) {
            words.add(acknowledged + " lost and acknowledged");
        }
        if (store.unlearned() > 0) {
            words.add(store.unlearned()
                    + " that are up are not expected, because a bound of pathproof.policy-api.inventory is reached");
        }
        String text = String.join("; ", words);
        return Optional.of(faults.isEmpty() ? PartHealth.ok(text) : PartHealth.failing(text));
    }

    private static long count(List<InventoryEntry> entries, boolean routers) {
        return entries.stream()
                .filter(entry -> entry.key().isRouter() == routers)
                .count();
    }

    private void addLost(
            List<InventoryEntry> faults, List<InventoryEntry> expected, boolean routers, List<String> words) {
        List<InventoryEntry> lost = faults.stream()
                .filter(entry -> entry.key().isRouter() == routers)
                .toList();
        if (lost.isEmpty()) {
            return;
        }
        SeenRouters seen = store.seen();
        String names = lost.stream()
                .limit(MAX_NAMED)
                .map(entry -> entry.key() + ", " + seen.reason(entry) + ", since "
                        + entry.lostSince().map(Instant::toString).orElse(""))
                .collect(Collectors.joining("; "));
        int more = lost.size() - MAX_NAMED;
        words.add(lost.size() + " of "
                + Plural.of(count(expected, routers), routers ? "expected router" : "expected peer") + " lost ("
                + names + (more > 0 ? "; and " + more + " more" : "") + ")");
    }
}
