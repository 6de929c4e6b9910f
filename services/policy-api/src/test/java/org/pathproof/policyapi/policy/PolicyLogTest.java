// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.FeedSwitch;
import org.pathproof.contracts.v1.PolicyChange;
import org.pathproof.contracts.v1.PolicyVersion;

/** Tests that the order of records decides which changes are accepted, also after compaction. */
final class PolicyLogTest {
    private static final String DOCUMENT = "own-as: 64999\n";

    private final PolicyLog log = new PolicyLog();

    private static byte[] version(long version, String author) {
        return PolicyChange.newBuilder()
                .setAuthor(author)
                .setPolicy(PolicyVersion.newBuilder()
                        .setVersion(version)
                        .setPredecessor(version - 1)
                        .setDocument(DOCUMENT))
                .build()
                .toByteArray();
    }

    private static byte[] feedSwitch(boolean off) {
        return PolicyChange.newBuilder()
                .setAuthor("ann")
                .setFeeds(FeedSwitch.newBuilder().setOff(off))
                .build()
                .toByteArray();
    }

    @Test
    void acceptsTheFirstOfTwoConcurrentVersions() {
        assertThat(log.add("a", version(1, "ann"))).isEqualTo(PolicyLog.Outcome.ACCEPTED);
        assertThat(log.add("b", version(2, "bob"))).isEqualTo(PolicyLog.Outcome.ACCEPTED);
        assertThat(log.add("c", version(2, "carl"))).isEqualTo(PolicyLog.Outcome.REJECTED);
        PolicyState state = log.state(true);
        assertThat(state.version()).isEqualTo(2);
        assertThat(state.policy().orElseThrow().by().author()).isEqualTo("bob");
        assertThat(state.policy().orElseThrow().before()).contains(DOCUMENT);
        assertThat(state.document().version()).isEqualTo(2);
        assertThat(state.history()).hasSize(2);
        assertThat(log.obsolete()).containsExactly("c");
    }

    @Test
    void theSwitchWinsOverEveryPolicy() {
        log.add("a", version(1, "ann"));
        assertThat(log.add("s", feedSwitch(true))).isEqualTo(PolicyLog.Outcome.ACCEPTED);
        assertThat(log.state(true).effective().feeds()).isFalse();
        log.add("b", version(2, "bob"));
        assertThat(log.state(true).effective().feeds()).isFalse();
        log.add("t", feedSwitch(false));
        assertThat(log.state(true).effective().feeds()).isTrue();
        assertThat(log.state(true).version()).isEqualTo(2);
    }

    @Test
    void observesEverythingUnderAPolicyThatCannotBeUsed() {
        byte[] broken = PolicyChange.newBuilder()
                .setPolicy(PolicyVersion.newBuilder().setVersion(1).setDocument("groups: 7"))
                .build()
                .toByteArray();
        log.add("a", broken);
        assertThat(log.state(true).problem()).contains("version 1:1:9: groups: must be a list");
        assertThat(log.state(true).document().groups()).isEmpty();
        log.add("b", version(2, "bob"));
        assertThat(log.state(true).problem()).isNull();
    }

    @Test
    void refusesValuesThatAreNoChange() {
        assertThatThrownBy(() -> log.add("a", new byte[] {1, 2, 3})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> log.add("a", new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThat(log.state(true).history()).isEmpty();
    }

    @Test
    void boundsTheHistoryAndKeepsThePolicyInForce() {
        log.add("policy", version(1, "ann"));
        for (int i = 0; i < 2 * PolicyLog.MAX_CHANGES; i++) {
            log.add("switch-" + i, feedSwitch(i % 2 == 0));
        }
        PolicyState state = log.state(true);
        assertThat(state.history()).hasSize(PolicyLog.MAX_CHANGES);
        assertThat(state.version()).isEqualTo(1);
        assertThat(state.history().getFirst()).isEqualTo(state.policy().orElseThrow());
        assertThat(log.obsolete()).hasSize(PolicyLog.MAX_CHANGES + 1).doesNotContain("policy");
    }

    /** Writers that remove obsolete records, and compaction at any time, do not change the policy of a new reader. */
    @Property(tries = 200)
    void aNewReaderOfTheCompactedTopicHasTheSamePolicy(@ForAll long seed) {
        PolicyLog writer = new PolicyLog();
        Random random = new Random(seed);
        Map<String, byte[]> compacted = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) {
            long version = writer.state(true).version() + 1 - (random.nextInt(4) == 0 ? 1 : 0);
            Map.Entry<String, byte[]> next = random.nextInt(10) == 0
                    ? Map.entry("k" + i, feedSwitch(random.nextBoolean()))
                    : Map.entry("k" + i, version(Math.max(1, version), "writer " + i));
            PolicyLog.Outcome outcome = writer.add(next.getKey(), next.getValue());
            compacted.put(next.getKey(), next.getValue());
            if (outcome == PolicyLog.Outcome.ACCEPTED && random.nextInt(3) > 0) {
                for (String key : writer.obsolete()) {
                    writer.add(key, null);
                    compacted.remove(key);
                }
            }
        }
        PolicyLog reader = new PolicyLog();
        List<Map.Entry<String, byte[]>> records = new ArrayList<>();
        compacted.forEach((key, value) -> records.add(Map.entry(key, value)));
        records.forEach(entry -> reader.add(entry.getKey(), entry.getValue()));
        PolicyState expected = writer.state(true);
        PolicyState read = reader.state(true);
        assertThat(read.policy().map(AcceptedChange.Policy::by))
                .isEqualTo(expected.policy().map(AcceptedChange.Policy::by));
        assertThat(read.version()).isEqualTo(expected.version());
        assertThat(read.feedSwitch()).isEqualTo(expected.feedSwitch());
    }
}
