// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates missing topics of {@link Topics}, and sets the retention and compaction of existing topics to those of {@link
 * TopicSettings}. Every service may do so when it starts.
 *
 * <p>The verdict of a route must be in the partition of the route. Existing topics of routes and verdicts with
 * different numbers of partitions therefore cause an error.
 */
public final class TopicProvisioner {
    private static final Logger log = LoggerFactory.getLogger(TopicProvisioner.class);
    private static final long TIMEOUT_SECONDS = 30;
    /** Maximum time until the metadata of a new topic is on all brokers. */
    private static final Duration METADATA_PROPAGATION_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Admin admin;
    private final TopicSettings settings;

    /** Uses {@code admin}, which the caller closes. */
    public TopicProvisioner(Admin admin, TopicSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /** Returns the configuration of the topics of routes, verdicts, sessions and rejects. */
    public static List<NewTopic> topics(TopicSettings s) {
        TopicRetention retention = s.retention();
        return List.of(
                topic(Topics.ROUTES, s.routePartitions(), s, retention.routes(s.routePartitions())),
                topic(Topics.VERDICTS, s.routePartitions(), s, retention.perRoute()),
                topic(Topics.SESSIONS, s.sessionPartitions(), s, retention.perSession()),
                topic(Topics.REJECTS, s.sessionPartitions(), s, retention.rejects(s.sessionPartitions())));
    }

    /**
     * Creates the missing ones of {@link #topics}, and alters the settings of the existing ones.
     *
     * @return names of the created topics
     * @throws KafkaException if the brokers do not respond, or refuse the request
     * @throws IllegalStateException if routes and verdicts have different numbers of partitions
     */
    public Set<String> provision() throws InterruptedException {
        Set<String> existing = await(admin.listTopics().names());
        int partitions = existing.contains(Topics.ROUTES)
                ? partitions(Topics.ROUTES)
                : existing.contains(Topics.VERDICTS) ? partitions(Topics.VERDICTS) : settings.routePartitions();
        // A missing topic of routes or verdicts gets the number of partitions of the existing one.
        List<NewTopic> wanted = topics(settings.withRoutePartitions(partitions));
        List<String> created = new ArrayList<>();
        for (NewTopic topic : wanted) {
            if (existing.contains(topic.name())) {
                alter(topic.name(), topic.configs());
            } else if (create(topic)) {
                created.add(topic.name());
            }
        }
        int routes = partitions(Topics.ROUTES);
        int verdicts = partitions(Topics.VERDICTS);
        if (routes != verdicts) {
            throw new IllegalStateException("%s has %d partitions and %s has %d: they must have the same number"
                    .formatted(Topics.ROUTES, routes, Topics.VERDICTS, verdicts));
        }
        return Set.copyOf(created);
    }

    /**
     * Creates a missing topic, or alters the settings of an existing one.
     *
     * @throws KafkaException if the brokers do not respond, or refuse the request
     */
    public void provision(NewTopic topic) throws InterruptedException {
        if (await(admin.listTopics().names()).contains(topic.name())) {
            alter(topic.name(), topic.configs());
        } else {
            create(topic);
        }
    }

    /**
     * Sets the changelogs of a Kafka Streams application to {@link TopicRetention#perRoute}. Kafka Streams itself sets
     * the configuration of a changelog only when it creates the changelog.
     *
     * @throws KafkaException if the brokers do not respond
     */
    public void alterChangelogs(String applicationId) throws InterruptedException {
        for (String topic : await(admin.listTopics().names())) {
            if (topic.startsWith(applicationId + "-") && topic.endsWith("-changelog")) {
                alter(topic, settings.retention().perRoute());
            }
        }
    }

    /**
     * Creates the changelog of a state store with one partition for each partition of {@link Topics#ROUTES}, if it is
     * missing. Kafka Streams itself creates it only when its group rebalances.
     *
     * @throws KafkaException if the brokers do not respond, or refuse the request
     */
    public void provisionChangelog(String topic) throws InterruptedException {
        if (!await(admin.listTopics().names()).contains(topic)) {
            create(topic(
                    topic,
                    partitions(Topics.ROUTES),
                    settings,
                    settings.retention().perRoute()));
        }
    }

    /**
     * Alters the settings of an existing topic. If the brokers refuse the values as invalid, by their policy or by an
     * ACL, a warning is logged and the topic stays unchanged.
     */
    private void alter(String topic, Map<String, String> wanted) throws InterruptedException {
        if (!settings.alterTopics()) {
            return;
        }
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Config current = Objects.requireNonNull(
                    await(admin.describeConfigs(List.of(resource)).all()).get(resource));
            List<AlterConfigOp> changes = new ArrayList<>();
            wanted.forEach((name, value) -> {
                ConfigEntry entry = current.get(name);
                if (entry == null || !value.equals(entry.value())) {
                    changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
                }
            });
            if (!changes.isEmpty()) {
                await(admin.incrementalAlterConfigs(Map.of(resource, changes)).all());
                log.info(
                        "topic altered: topic={} settings={}",
                        topic,
                        changes.stream().map(AlterConfigOp::configEntry).toList());
            }
        } catch (AuthorizationException e) {
            log.warn(
                    getMarker("topic-acl-missing"),
                    "topic not altered, an ACL is missing: topic={} error=\"{}\" (allow DescribeConfigs and AlterConfigs"
                            + " on topic {}, or set pathproof.kafka.alter-topics: false)",
                    topic,
                    e.getMessage(),
                    topic);
        } catch (InvalidConfigurationException | PolicyViolationException e) {
            log.warn(
                    getMarker("topic-settings-refused"),
                    "topic not altered, Kafka refused the settings: topic={} settings={} error=\"{}\" (change"
                            + " pathproof.kafka.retention, or set pathproof.kafka.alter-topics: false)",
                    topic,
                    wanted,
                    e.getMessage());
        }
    }

    /**
     * Returns the configuration of {@link Topics#COLLECTORS}: one partition, because all collectors must read its
     * records in the same order.
     */
    public static NewTopic collectorsTopic(TopicSettings s) {
        return topic(Topics.COLLECTORS, 1, s, s.retention().perSession());
    }

    /**
     * Returns the configuration of {@link Topics#POLICIES}: one partition, because the order of its records decides
     * which change is accepted.
     */
    public static NewTopic policiesTopic(TopicSettings s) {
        return topic(Topics.POLICIES, 1, s, s.retention().perSession());
    }

    /** Returns the configuration of {@link Topics#REFUSALS}. */
    public static NewTopic refusalsTopic(TopicSettings s) {
        return topic(Topics.REFUSALS, 1, s, s.retention().perSession());
    }

    /**
     * Returns the configuration of {@link Topics#INVENTORY}: one partition, because the order of its records decides
     * which change is accepted.
     */
    public static NewTopic inventoryTopic(TopicSettings s) {
        return topic(Topics.INVENTORY, 1, s, s.retention().perSession());
    }

    /**
     * Returns the configuration of {@link Topics#INCIDENTS}: one partition, because the order of its records decides
     * which change is accepted.
     */
    public static NewTopic incidentsTopic(TopicSettings s) {
        return topic(Topics.INCIDENTS, 1, s, s.retention().perSession());
    }

    /** Returns the configuration of {@link Topics#OPENBMP_RAW} or {@link Topics#OPENBMP_REKEYED}. */
    public static NewTopic rawTopic(String name, TopicSettings s) {
        return topic(name, s.routePartitions(), s, s.retention().raw(s.routePartitions()));
    }

    private boolean create(NewTopic topic) throws InterruptedException {
        try {
            await(admin.createTopics(List.of(topic)).all());
            return true;
        } catch (TopicExistsException e) {
            return false; // another service created the topic first
        } catch (AuthorizationException e) {
            throw missingAcl("create", "Create", topic.name(), e);
        }
    }

    private static KafkaException missingAcl(String action, String acl, String topic, AuthorizationException e) {
        return new KafkaException(
                "cannot " + action + " topic " + topic + ": allow " + acl + " on topic " + topic + " (" + e.getMessage()
                        + ")",
                e);
    }

    private int partitions(String topic) throws InterruptedException {
        try {
            TopicDescription description = Objects.requireNonNull(retryUntilKnown(
                            () -> await(admin.describeTopics(List.of(topic)).allTopicNames()))
                    .get(topic));
            return description.partitions().size();
        } catch (AuthorizationException e) {
            throw missingAcl("describe", "Describe", topic, e);
        }
    }

    /** A request about an existing topic. */
    @FunctionalInterface
    public interface TopicRequest<T> {
        T send() throws InterruptedException;
    }

    /**
     * Repeats a request until the broker has the metadata of a topic that this service or another one has just created.
     * After 5 s the broker's exception is thrown.
     *
     * @throws KafkaException of the last request
     */
    public static <T> T retryUntilKnown(TopicRequest<T> request) throws InterruptedException {
        long deadline = System.nanoTime() + METADATA_PROPAGATION_TIMEOUT.toNanos();
        while (true) {
            try {
                return request.send();
            } catch (UnknownTopicOrPartitionException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos()); // brokers do not announce new metadata
            }
        }
    }

    private static NewTopic topic(String name, int partitions, TopicSettings s, Map<String, String> configs) {
        return new NewTopic(name, partitions, s.replicationFactor()).configs(configs);
    }

    /** Waits for a response of the brokers. */
    static <T> T await(KafkaFuture<T> future) throws InterruptedException {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException kafka) {
                throw kafka;
            }
            throw new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("no response from Kafka within " + TIMEOUT_SECONDS + " s", e);
        }
    }
}
