// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class TopicProvisionerTest {
    private final Map<String, NewTopic> topics = TopicProvisioner.topics(TopicSettings.defaults()).stream()
            .collect(Collectors.toMap(NewTopic::name, t -> t));

    @Test
    void verdictsHaveTheNumberOfPartitionsOfRoutes() {
        assertThat(topic(Topics.VERDICTS).numPartitions())
                .isEqualTo(topic(Topics.ROUTES).numPartitions());
    }

    @Test
    void compactsStateAndDeletesHistory() {
        assertThat(topics).hasSize(4);
        assertThat(policy(Topics.VERDICTS)).isEqualTo(TopicConfig.CLEANUP_POLICY_COMPACT);
        assertThat(policy(Topics.SESSIONS)).isEqualTo(TopicConfig.CLEANUP_POLICY_COMPACT);
        assertThat(policy(Topics.ROUTES)).isEqualTo(TopicConfig.CLEANUP_POLICY_DELETE);
        assertThat(policy(Topics.REJECTS)).isEqualTo(TopicConfig.CLEANUP_POLICY_DELETE);
    }

    @Test
    void theReferenceNamesEveryTopicAndItsPolicy() throws IOException {
        String reference = Files.readString(Path.of("../../docs/reference/topics.md"));
        topics.forEach((name, topic) -> assertThat(reference.lines())
                .anyMatch(line -> line.startsWith("| `" + name + "` |") && line.contains("| " + policy(name) + " |")));
        NewTopic policies = TopicProvisioner.policiesTopic(TopicSettings.defaults());
        assertThat(policies.numPartitions()).isEqualTo(1);
        assertThat(reference.lines())
                .anyMatch(line -> line.startsWith("| `" + Topics.POLICIES + "` |") && line.contains("| 1 | compact |"));
        NewTopic refusals = TopicProvisioner.refusalsTopic(TopicSettings.defaults());
        assertThat(refusals.numPartitions()).isEqualTo(1);
        assertThat(reference.lines())
                .anyMatch(line -> line.startsWith("| `" + Topics.REFUSALS + "` |") && line.contains("| 1 | compact |"));
        assertThat(reference).contains("`" + Topics.OPENBMP_RAW + "`").contains("`" + Topics.OPENBMP_REKEYED + "`");
    }

    @Test
    void repeatsARequestWhileTheBrokerLacksTheTopic() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        int partitions = TopicProvisioner.retryUntilKnown(() -> {
            if (asked.incrementAndGet() < 3) {
                throw new UnknownTopicOrPartitionException();
            }
            return 12;
        });
        assertThat(partitions).isEqualTo(12);
        assertThat(asked).hasValue(3);
    }

    @Test
    void throwsOtherErrorsAtOnce() {
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() -> TopicProvisioner.retryUntilKnown(() -> {
                    asked.incrementAndGet();
                    throw new TopicAuthorizationException("pathproof.routes");
                }))
                .isInstanceOf(TopicAuthorizationException.class);
        assertThat(asked).hasValue(1);
    }

    private String policy(String topic) {
        return Objects.requireNonNull(topic(topic).configs().get(TopicConfig.CLEANUP_POLICY_CONFIG));
    }

    private NewTopic topic(String name) {
        return Objects.requireNonNull(topics.get(name));
    }
}
