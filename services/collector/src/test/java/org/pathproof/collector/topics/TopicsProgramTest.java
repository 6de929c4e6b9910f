// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Runs the program of the chart's hook against a broker. */
@ExtendWith(OutputCaptureExtension.class)
final class TopicsProgramTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final EmbeddedKafka kafka = EmbeddedKafka.shared();
    private final Admin admin = kafka.admin();

    @Test
    void createsTheTopicsOfAllServicesAndAcceptsThemAgain() throws Exception {
        assertThat(run("--pathproof.collector.openbmp.publish=true")).isEqualTo(TopicsProgram.FITS);
        awaitTopics(
                Topics.ROUTES,
                Topics.VERDICTS,
                Topics.SESSIONS,
                Topics.REJECTS,
                Topics.COLLECTORS,
                Topics.POLICIES,
                Topics.REFUSALS,
                Topics.INVENTORY,
                Topics.INCIDENTS,
                Topics.OPENBMP_RAW);
        assertThat(run()).isEqualTo(TopicsProgram.FITS);
    }

    @Test
    void refusesOtherNumbersOfPartitionsAndCreatesNothing(CapturedOutput output) throws Exception {
        create(new NewTopic(Topics.ROUTES, 6, (short) 1), new NewTopic(Topics.POLICIES, 2, (short) 1));
        assertThat(run()).isEqualTo(TopicsProgram.REFUSED);
        assertThat(output)
                .contains(
                        "topic does not fit: pathproof.policies has 2 partitions and must have 1: delete the topic and"
                                + " deploy again",
                        "topic does not fit: pathproof.routes has 6 partitions, and pathproof.kafka.route-partitions is"
                                + " 12: set it to 6, because the number must not change while there are routes");
        awaitTopics(Topics.ROUTES, Topics.POLICIES);
    }

    @Test
    void refusesALowerReplicationFactor(CapturedOutput output) throws Exception {
        create(new NewTopic(Topics.SESSIONS, 1, (short) 1));
        assertThat(run("--pathproof.kafka.replication-factor=3")).isEqualTo(TopicsProgram.REFUSED);
        assertThat(output)
                .contains("topic does not fit: pathproof.sessions has replication factor 1, and"
                        + " pathproof.kafka.replication-factor is 3: add replicas with kafka-reassign-partitions, or"
                        + " lower the setting");
    }

    @Test
    void refusesAnotherCleanupPolicyThatItMustNotAlter(CapturedOutput output) throws Exception {
        create(new NewTopic(Topics.VERDICTS, 12, (short) 1).configs(Map.of("cleanup.policy", "delete")));
        assertThat(run("--pathproof.kafka.alter-topics=false")).isEqualTo(TopicsProgram.REFUSED);
        assertThat(output)
                .contains("topic does not fit: cleanup.policy of pathproof.verdicts is delete and must be"
                        + " compact: change it, or permit it with pathproof.kafka.alter-topics: true");
        assertThat(run()).isEqualTo(TopicsProgram.FITS);
    }

    private int run(String... further) {
        return TopicsProgram.run(Stream.concat(
                        Stream.of(
                                TopicsProgram.OPTION,
                                "--pathproof.kafka.bootstrap-servers=" + kafka.bootstrapServers()),
                        Stream.of(further))
                .toArray(String[]::new));
    }

    private void create(NewTopic... topics) throws Exception {
        admin.createTopics(List.of(topics)).all().get();
        awaitTopics(Stream.of(topics).map(NewTopic::name).toArray(String[]::new));
    }

    private void awaitTopics(String... names) {
        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(admin.listTopics().names().get()).containsExactlyInAnyOrder(names));
    }
}
