// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.policyapi.inventory.InventorySettings.Learning.NONE;
import static org.pathproof.policyapi.inventory.InventorySettings.Learning.ROUTERS;
import static org.pathproof.policyapi.inventory.InventorySettings.Learning.ROUTERS_AND_PEERS;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.policyapi.log.LogOwner;
import org.pathproof.policyapi.log.VersionedLog;

/** Tests the check with a log that accepts each change at once. */
final class InventoryCheckTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final InventoryKey R1 = InventoryKey.named("r1");
    private static final InventoryKey P1 = new InventoryKey("r1", "192.0.2.1");

    private final VersionedLog<InventoryKey, InventoryEntry> log = new VersionedLog<>();
    private InventoryCheck check = new InventoryCheck(log, settings(ROUTERS_AND_PEERS, 1_000, List.of()));
    private Instant now = Instant.parse("2026-11-29T10:00:00Z");

    private static InventorySettings settings(InventorySettings.Learning learn, int maxRouters, List<String> declared) {
        return new InventorySettings(learn, HOUR, FIVE_MINUTES, maxRouters, 20_000, declared);
    }

    /** Returns routers and peers that are up. Each router has an address of its own. */
    private static SeenRouters up(InventoryKey... keys) {
        Map<String, String> addresses = new HashMap<>();
        Arrays.stream(keys).forEach(key -> addresses.put(key.router(), "address of " + key.router()));
        return new SeenRouters(new HashSet<>(List.of(keys)), addresses, Set.of(), addresses.keySet());
    }

    private void checkAfter(Duration time, SeenRouters seen) {
        now = now.plus(time);
        LogOwner.Changes<InventoryKey, InventoryEntry> changes = check.check(seen, now);
        changes.entries().forEach(entry -> log.add(entry.key(), entry));
        changes.removals().forEach(key -> log.add(key, null));
    }

    private Set<InventoryKey> expected() {
        return log.all().stream()
                .filter(entry -> !entry.retired())
                .map(InventoryEntry::key)
                .collect(Collectors.toSet());
    }

    private InventoryEntry entry(InventoryKey key) {
        return log.find(key).orElseThrow();
    }

    private void learn(InventoryKey... keys) {
        checkAfter(Duration.ZERO, up(keys));
        checkAfter(HOUR, up(keys));
        assertThat(expected()).contains(keys);
    }

    @Test
    void aRouterAndItsPeersAreExpectedAfterTheTimeOfLearning() {
        checkAfter(Duration.ZERO, up(R1, P1));
        checkAfter(HOUR.minusSeconds(1), up(R1, P1));
        assertThat(expected()).isEmpty();

        checkAfter(Duration.ofSeconds(1), up(R1, P1));

        assertThat(expected()).containsExactlyInAnyOrder(R1, P1);
    }

    @Test
    void aBreakStartsTheTimeOfLearningAgain() {
        checkAfter(Duration.ZERO, up(R1));
        checkAfter(Duration.ofMinutes(40), up());
        checkAfter(Duration.ofMinutes(1), up(R1));
        checkAfter(Duration.ofMinutes(40), up(R1));

        assertThat(expected()).isEmpty();
    }

    @Test
    void aRouterIsLostUntilItIsBack() {
        learn(R1);
        Instant down = now.plusSeconds(1);
        checkAfter(Duration.ofSeconds(1), up());
        checkAfter(FIVE_MINUTES.minusSeconds(1), up());
        assertThat(entry(R1).isLost()).isFalse();

        checkAfter(Duration.ofSeconds(1), up());
        assertThat(entry(R1).lostSince()).contains(down);
        checkAfter(Duration.ofDays(2), up());
        assertThat(entry(R1).lostSince()).contains(down);
        assertThat(entry(R1).isFault(now)).isTrue();

        checkAfter(Duration.ofSeconds(1), up(R1));
        assertThat(entry(R1).isLost()).isFalse();
    }

    @Test
    void aReplicaThatStartsKeepsTheTimeOfTheLoss() {
        learn(R1);
        checkAfter(Duration.ofSeconds(1), up());
        checkAfter(FIVE_MINUTES, up());
        Instant since = entry(R1).lostSince().orElseThrow();

        check = new InventoryCheck(log, settings(ROUTERS_AND_PEERS, 1_000, List.of()));
        checkAfter(Duration.ofMinutes(1), up());

        assertThat(entry(R1).lostSince()).contains(since);
    }

    @Test
    void thePeersOfALostRouterAreNotLost() {
        learn(R1, P1);
        checkAfter(Duration.ofSeconds(1), up());
        checkAfter(FIVE_MINUTES, up());
        assertThat(entry(R1).isLost()).isTrue();
        assertThat(entry(P1).isLost()).isFalse();

        checkAfter(Duration.ofMinutes(1), up(R1));
        checkAfter(FIVE_MINUTES, up(R1));

        assertThat(entry(R1).isLost()).isFalse();
        assertThat(entry(P1).isLost()).isTrue();
    }

    @Test
    void aDeclaredRouterThatNeverCameIsLost() {
        check = new InventoryCheck(log, settings(NONE, 0, List.of("r9 192.0.2.9")));
        checkAfter(Duration.ZERO, up(R1));
        checkAfter(Duration.ofSeconds(1), up(R1));
        checkAfter(FIVE_MINUTES, up(R1));

        InventoryKey r9 = InventoryKey.named("r9");
        assertThat(expected()).containsExactlyInAnyOrder(r9, new InventoryKey("r9", "192.0.2.9"));
        assertThat(entry(r9).isFault(now)).isTrue();
        assertThat(up(R1).reason(entry(r9))).isEqualTo("never connected");
    }

    @Test
    void anAcknowledgementEndsAtItsTimeOrWithTheLoss() {
        learn(R1);
        checkAfter(Duration.ofSeconds(1), up());
        checkAfter(FIVE_MINUTES, up());
        log.add(
                R1,
                entry(R1)
                        .acknowledged(new InventoryEntry.Acknowledgement(
                                "noc", "cut", now.plus(Duration.ofDays(1)), "anna", now)));
        assertThat(entry(R1).isFault(now)).isFalse();
        checkAfter(Duration.ofHours(25), up());
        assertThat(entry(R1).isFault(now)).isTrue();

        checkAfter(Duration.ofSeconds(1), up(R1));

        assertThat(entry(R1).acknowledgement()).isEmpty();
    }

    @Test
    void aRetiredRouterIsLearnedOnlyAfterItWasUpAgainForTheTimeOfLearning() {
        learn(R1);
        checkAfter(Duration.ofSeconds(1), up());
        checkAfter(FIVE_MINUTES, up());
        log.add(R1, entry(R1).retired(now, "anna", "removed"));
        checkAfter(HOUR, up());
        assertThat(expected()).isEmpty();

        checkAfter(Duration.ofSeconds(1), up(R1));
        checkAfter(HOUR.minusSeconds(1), up(R1));
        assertThat(expected()).isEmpty();
        checkAfter(Duration.ofSeconds(1), up(R1));

        assertThat(expected()).containsExactly(R1);
        assertThat(entry(R1).isLost()).isFalse();
    }

    @Test
    void theRecordOfARetiredRouterIsRemovedAfterAMonth() {
        learn(R1);
        log.add(R1, entry(R1).retired(now, "anna", "removed"));
        checkAfter(InventoryCheck.RETIRED_TIME, up());
        assertThat(log.all()).hasSize(1);

        checkAfter(Duration.ofSeconds(1), up());

        assertThat(log.all()).isEmpty();
    }

    @Test
    void aFloodOfNamesLeavesTheBoundAndTheKnownRouters() {
        check = new InventoryCheck(log, settings(ROUTERS_AND_PEERS, 10, List.of("core")));
        learn(R1, P1);
        InventoryKey[] flood = IntStream.range(0, 5_000)
                .mapToObj(n -> InventoryKey.named("flood-" + n))
                .toArray(InventoryKey[]::new);
        InventoryKey[] all = Arrays.copyOf(flood, flood.length + 2);
        all[flood.length] = R1;
        all[flood.length + 1] = P1;

        checkAfter(Duration.ofSeconds(1), up(all));
        checkAfter(HOUR, up(all));

        assertThat(expected().stream().filter(InventoryKey::isRouter))
                .hasSize(11)
                .contains(R1, InventoryKey.named("core"));
        assertThat(check.unlearned()).isEqualTo(4_991);
        // The flood ends: its names are lost like others, and no further ones are learned.
        checkAfter(Duration.ofSeconds(1), up(R1, P1));
        assertThat(check.unlearned()).isZero();
    }

    @Test
    void oneAddressHasABoundedNumberOfRouters() {
        Map<String, String> addresses =
                IntStream.range(0, 100).boxed().collect(Collectors.toMap(n -> "name-" + n, n -> "198.51.100.1"));
        SeenRouters seen = new SeenRouters(
                addresses.keySet().stream().map(InventoryKey::named).collect(Collectors.toSet()),
                addresses,
                Set.of(),
                addresses.keySet());
        checkAfter(Duration.ZERO, seen);
        checkAfter(HOUR, seen);

        assertThat(expected()).hasSize(InventoryCheck.MAX_ROUTERS_PER_ADDRESS);
    }

    @Test
    void aRouterThatItsCertificateDescribesIsLearnedFirst() {
        check = new InventoryCheck(log, settings(ROUTERS, 1, List.of()));
        SeenRouters both = up(R1, InventoryKey.named("r2"), P1);
        SeenRouters seen = new SeenRouters(both.up(), both.addresses(), Set.of("r2"), both.connected());
        checkAfter(Duration.ZERO, seen);
        checkAfter(HOUR, seen);

        assertThat(expected()).containsExactly(InventoryKey.named("r2"));
    }

    @Test
    void aTimeWithoutDataIsNoLoss() {
        learn(R1);
        checkAfter(Duration.ofSeconds(1), up());
        check.reset();
        checkAfter(FIVE_MINUTES, up());

        assertThat(entry(R1).isLost()).isFalse();
    }
}
