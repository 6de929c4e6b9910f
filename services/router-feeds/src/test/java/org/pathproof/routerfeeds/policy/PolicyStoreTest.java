// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.pathproof.verdictstore.input.KafkaTopics;

/** Tests the policy of several replicas at one real Kafka. */
final class PolicyStoreTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int ROUNDS = 20;

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final List<PolicyStore> stores = new ArrayList<>();

    @AfterEach
    void stop() {
        stores.forEach(PolicyStore::stop);
    }

    private PolicyStore replica(Optional<PolicyStore.InitialPolicy> initial) {
        PolicyStore store = new PolicyStore(
                new KafkaTopics(kafka.bootstrapServers(), Map.of()),
                TopicSettings.defaults().withReplicationFactor((short) 1),
                initial,
                Clock.systemUTC());
        stores.add(store);
        store.start();
        return store;
    }

    private static PolicyStore ready(PolicyStore store) {
        await().atMost(LIMIT).until(() -> store.state().ready());
        return store;
    }

    private static PolicyDocument policy(int ownAs) {
        return PolicyReader.read("own-as: " + ownAs + "\n", "test").document().orElseThrow();
    }

    /** Replaces the policy. Returns false if another replica has replaced it before. */
    private static boolean replaces(PolicyStore store, PolicyDocument document, long expected) {
        try {
            store.replace(document, expected, "test", "");
            return true;
        } catch (PolicyConflictException e) {
            assertThat(e).hasMessageContaining("the policy has version " + (expected + 1) + ", not " + expected);
            return false;
        }
    }

    @Test
    void ofTwoChangesAtTheSameTimeExactlyOneWins() {
        PolicyStore first = ready(replica(Optional.empty()));
        PolicyStore second = ready(replica(Optional.empty()));
        Set<String> winners = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            long expected = round;
            CompletableFuture<Boolean> other =
                    CompletableFuture.supplyAsync(() -> replaces(second, policy(65002), expected));
            boolean wins = replaces(first, policy(65001), expected);
            assertThat(wins).as("round " + round).isNotEqualTo(other.join());
            winners.add(wins ? "first" : "second");
            await().atMost(LIMIT)
                    .until(() -> first.state().version() == expected + 1
                            && first.state().equals(second.state()));
            assertThat(first.state().document().numbers().orElseThrow().ownAs()).isEqualTo(wins ? 65001 : 65002);
        }
        assertThat(winners).isNotEmpty();
        assertThat(ready(replica(Optional.empty())).state()).as("a new replica").isEqualTo(first.state());
    }

    @Test
    void aFileIsPublishedOnceAndOnlyWithoutAPolicy() {
        PolicyStore first = replica(Optional.of(new PolicyStore.InitialPolicy(policy(65001), "a.yaml")));
        PolicyStore second = replica(Optional.of(new PolicyStore.InitialPolicy(policy(65001), "a.yaml")));
        ready(first);
        ready(second);
        assertThat(first.state().version()).isEqualTo(1);
        assertThat(second.state()).isEqualTo(first.state());
        assertThat(first.state().policy().orElseThrow().by().author()).isEqualTo("file a.yaml");

        PolicyStore later = replica(Optional.of(new PolicyStore.InitialPolicy(policy(65009), "b.yaml")));
        assertThat(ready(later).state()).isEqualTo(first.state());
    }

    @Test
    void theSwitchReachesEveryReplica() throws PolicyConflictException {
        PolicyStore first = ready(replica(Optional.empty()));
        PolicyStore second = ready(replica(Optional.empty()));
        List<Boolean> seen = new ArrayList<>();
        second.onChange(() -> seen.add(second.state().isSwitchedOff()));
        first.replace(policy(65001), 0, "ann", "");
        first.setSwitch(true, "ann", "routes flap");
        await().atMost(LIMIT).until(() -> second.state().isSwitchedOff());
        assertThat(seen).contains(true);
        assertThat(second.state().effective().feeds()).isFalse();
        assertThat(second.state().version()).isEqualTo(1);
        second.setSwitch(false, "bob", "");
        await().atMost(LIMIT).until(() -> !first.state().isSwitchedOff());
        assertThat(first.state().history()).hasSize(3);
    }

    @Test
    void anEditAppliesToTheVersionInForce() throws PolicyConflictException {
        PolicyStore store = ready(replica(Optional.empty()));
        store.replace(policy(65001), 0, "ann", "");
        List<CompletableFuture<Long>> edits = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            edits.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return store.edit(document -> document.withFeeds(!document.feeds()), "bob", "");
                } catch (PolicyConflictException e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        assertThat(edits.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(2L, 3L, 4L, 5L);
        assertThat(store.state().document().feeds()).isTrue();
    }

    @Test
    void refusesAPolicyThatIsTooLong() {
        PolicyStore store = replica(Optional.empty());
        StringBuilder routers = new StringBuilder("groups:\n");
        for (int group = 0; group < 100; group++) {
            routers.append("  - name: g").append(group).append("\n    routers: [");
            for (int i = 0; i < 1_000; i++) {
                routers.append(i == 0 ? "" : ", ")
                        .append("router-")
                        .append(group)
                        .append('-')
                        .append(i);
            }
            routers.append("]\n");
        }
        PolicyDocument large =
                PolicyReader.read(routers.toString(), "test").document().orElseThrow();
        ready(store);
        assertThatThrownBy(() -> store.replace(large, 0, "ann", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 900000 are allowed");
        assertThat(store.state().version()).isZero();
    }
}
