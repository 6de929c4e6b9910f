// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.FeedSwitch;
import org.pathproof.contracts.v1.PolicyChange;
import org.pathproof.contracts.v1.PolicyVersion;
import org.pathproof.wire.Bytes;

/** Tests that the order of records decides which changes are accepted, also after compaction. */
final class PolicyLogTest {
    private static final String DOCUMENT = "own-as: 64999\n";

    private final PolicyLog log = new PolicyLog();
    private long offset;

    /** A record of the topic. */
    private record Written(long offset, Bytes value) {}

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

    private PolicyLog.Outcome add(String key, byte[] value) {
        return log.add(offset++, key, value);
    }

    @Test
    void acceptsTheFirstOfTwoConcurrentVersions() {
        assertThat(add("a", version(1, "ann"))).isEqualTo(PolicyLog.Outcome.ACCEPTED);
        assertThat(add("b", version(2, "bob"))).isEqualTo(PolicyLog.Outcome.ACCEPTED);
        assertThat(add("c", version(2, "carl"))).isEqualTo(PolicyLog.Outcome.REJECTED);
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
        add("a", version(1, "ann"));
        assertThat(add("s", feedSwitch(true))).isEqualTo(PolicyLog.Outcome.ACCEPTED);
        assertThat(log.state(true).effective().feeds()).isFalse();
        add("b", version(2, "bob"));
        assertThat(log.state(true).effective().feeds()).isFalse();
        add("t", feedSwitch(false));
        assertThat(log.state(true).effective().feeds()).isTrue();
        assertThat(log.state(true).version()).isEqualTo(2);
    }

    @Test
    void reportsAPolicyThatCannotBeUsedAndHasNoGroups() {
        byte[] broken = PolicyChange.newBuilder()
                .setPolicy(PolicyVersion.newBuilder().setVersion(1).setDocument("groups: 7"))
                .build()
                .toByteArray();
        add("a", broken);
        assertThat(log.state(true).problem()).contains("version 1:1:9: groups: must be a list");
        assertThat(log.state(true).document().groups()).isEmpty();
        add("b", version(2, "bob"));
        assertThat(log.state(true).problem()).isNull();
    }

    @Test
    void refusesValuesThatAreNoChange() {
        assertThatThrownBy(() -> add("a", new byte[] {1, 2, 3})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> add("a", new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThat(log.state(true).history()).isEmpty();
    }

    @Test
    void boundsTheHistoryAndKeepsThePolicyInForce() {
        add("policy", version(1, "ann"));
        for (int i = 0; i < 2 * PolicyLog.MAX_CHANGES; i++) {
            add("switch-" + i, feedSwitch(i % 2 == 0));
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
        PolicyLog writer = new PolicyLog(100);
        Random random = new Random(seed);
        Map<String, Written> compacted = new LinkedHashMap<>();
        for (int i = 0; i < 300; i++) {
            long version = writer.state(true).version() + 1 - (random.nextInt(4) == 0 ? 1 : 0);
            Map.Entry<String, byte[]> next = random.nextInt(10) == 0
                    ? Map.entry("k" + i, feedSwitch(random.nextBoolean()))
                    : Map.entry("k" + i, version(Math.max(1, version), "writer " + i));
            PolicyLog.Outcome outcome = writer.add(i, next.getKey(), next.getValue());
            compacted.put(next.getKey(), new Written(i, Bytes.wrap(next.getValue())));
            if (outcome == PolicyLog.Outcome.ACCEPTED && random.nextInt(3) > 0) {
                for (String key : writer.obsolete()) {
                    writer.add(i, key, null);
                    compacted.remove(key);
                }
            }
        }
        PolicyLog reader = new PolicyLog(100);
        compacted.forEach((key, written) ->
                reader.add(written.offset(), key, written.value().toArray()));
        PolicyState expected = writer.state(true);
        PolicyState read = reader.state(true);
        assertThat(read.policy().map(AcceptedChange.Policy::by))
                .isEqualTo(expected.policy().map(AcceptedChange.Policy::by));
        assertThat(read.version()).isEqualTo(expected.version());
        assertThat(read.feedSwitch()).isEqualTo(expected.feedSwitch());
    }
}
