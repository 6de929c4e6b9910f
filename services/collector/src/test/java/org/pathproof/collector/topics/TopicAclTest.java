// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.TopicSettings;
import org.pathproof.contracts.Topics;
import org.pathproof.harness.kafka.EmbeddedKafka;
import org.slf4j.LoggerFactory;

/** Tests the messages about missing ACLs with a broker that has an authorizer. */
final class TopicAclTest {
    private static final List<String> TOPICS = List.of(Topics.ROUTES, Topics.VERDICTS, Topics.SESSIONS, Topics.REJECTS);
    private static final ResourcePattern CLUSTER =
            new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final EmbeddedKafka kafka = EmbeddedKafka.own(Map.of(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "allow.everyone.if.no.acl.found", "true"));
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(TopicProvisioner.class);
    private final Admin admin = kafka.admin();

    @BeforeEach
    void start() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        kafka.close();
    }

    @Test
    void namesTopicAndAclWhenATopicCannotBeAltered() throws Exception {
        admin.createTopics(TOPICS.stream()
                        .map(name -> new NewTopic(name, 2, (short) 1))
                        .toList())
                .all()
                .get();
        deny(topic(Topics.SESSIONS), AclOperation.ALTER_CONFIGS);
        deny(topic(Topics.REJECTS), AclOperation.DESCRIBE_CONFIGS);

        assertThat(new TopicProvisioner(admin, TopicSettings.defaults()).provision())
                .isEmpty();
        assertThat(warnings())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("topic not altered, an ACL is missing: topic=pathproof.sessions ")
                        && line.contains("allow DescribeConfigs and AlterConfigs on topic pathproof.sessions"))
                .anyMatch(line -> line.startsWith("topic not altered, an ACL is missing: topic=pathproof.rejects "));
    }

    @Test
    void namesTopicAndAclWhenATopicCannotBeCreatedOrDescribed() throws Exception {
        TopicProvisioner provisioner = new TopicProvisioner(admin, TopicSettings.defaults());
        deny(topic(Topics.ROUTES), AclOperation.CREATE);
        deny(CLUSTER, AclOperation.CREATE);
        assertThatThrownBy(provisioner::provision)
                .isExactlyInstanceOf(KafkaException.class)
                .hasMessageStartingWith(
                        "cannot create topic pathproof.routes: allow Create on topic pathproof.routes (")
                .hasCauseInstanceOf(AuthorizationException.class);
    }

    private List<String> warnings() {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("not altered"))
                .toList();
    }

    private static ResourcePattern topic(String name) {
        return new ResourcePattern(ResourceType.TOPIC, name, PatternType.LITERAL);
    }

    /** Denies an operation on a resource, and allows all others. Waits until the broker applies the ACLs. */
    private void deny(ResourcePattern resource, AclOperation operation) throws Exception {
        List<AclBinding> bindings = Stream.of(
                        new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.ALL, AclPermissionType.ALLOW),
                        new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.DENY))
                .map(entry -> new AclBinding(resource, entry))
                .toList();
        admin.createAcls(bindings).all().get();
        AclBindingFilter filter = new AclBindingFilter(
                resource.toFilter(), bindings.getLast().entry().toFilter());
        await().atMost(TIMEOUT)
                .until(() -> !admin.describeAcls(filter).values().get().isEmpty());
    }
}
