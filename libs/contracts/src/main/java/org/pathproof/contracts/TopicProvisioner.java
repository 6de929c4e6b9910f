// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

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
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the topics of {@link Topics} that are missing, and brings the retention and compaction settings of existing ones to those of
 * {@link TopicSettings}. Every service may do so at its start. Routes and verdicts that exist with different numbers of partitions are refused, because the verdict of a
 * route must stand in the partition of the route.
 */
public final class TopicProvisioner {
    private static final Logger log = LoggerFactory.getLogger(TopicProvisioner.class);
    private static final long TIMEOUT_SECONDS = 30;
    /** Until all brokers know of a topic. */
    private static final Duration METADATA_PROPAGATION_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Admin admin;
    private final TopicSettings settings;

    /** Uses {@code admin}, and leaves closing it to the caller. */
    public TopicProvisioner(Admin admin, TopicSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /** The topics as they are created. */
    public static List<NewTopic> topics(TopicSettings s) {
        TopicRetention retention = s.retention();
        return List.of(
                topic(Topics.ROUTES, s.routePartitions(), s, retention.routes(s.routePartitions())),
                topic(Topics.VERDICTS, s.routePartitions(), s, retention.perRoute()),
                topic(Topics.SESSIONS, s.sessionPartitions(), s, retention.perSession()),
                topic(Topics.REJECTS, s.sessionPartitions(), s, retention.rejects(s.sessionPartitions())));
    }

    /**
     * Creates what is missing, and returns the names of what it created. Throws KafkaException when the brokers cannot be asked or
     * refuse, IllegalStateException when routes and verdicts have different numbers of partitions.
     */
    public Set<String> provision() throws InterruptedException {
        Set<String> existing = await(admin.listTopics().names());
        int partitions = existing.contains(Topics.ROUTES)
                ? partitions(Topics.ROUTES)
                : existing.contains(Topics.VERDICTS) ? partitions(Topics.VERDICTS) : settings.routePartitions();
        // Beside a topic that exists, its twin is created with as many partitions.
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

    /** Creates a topic if it is missing, and else alters its settings. Throws as {@link #provision} does. */
    public void provision(NewTopic topic) throws InterruptedException {
        if (await(admin.listTopics().names()).contains(topic.name())) {
            alter(topic.name(), topic.configs());
        } else {
            create(topic);
        }
    }

    /**
     * Brings the changelogs of a Kafka Streams application to {@link TopicRetention#perRoute}; Kafka Streams itself sets that only when it
     * creates them. Throws KafkaException when the brokers cannot be asked.
     */
    public void alterChangelogs(String applicationId) throws InterruptedException {
        for (String topic : await(admin.listTopics().names())) {
            if (topic.startsWith(applicationId + "-") && topic.endsWith("-changelog")) {
                alter(topic, settings.retention().perRoute());
            }
        }
    }

    /** Brings the settings of an existing topic to these. A refusal of the brokers leaves the topic as it is, with a warning. */
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
                        "topic {}: set {}",
                        topic,
                        changes.stream().map(AlterConfigOp::configEntry).toList());
            }
        } catch (InvalidConfigurationException | PolicyViolationException e) {
            log.warn(
                    "topic {} keeps its retention settings, because Kafka refuses to alter them: {} (allow AlterConfigs, or set"
                            + " pathproof.kafka.alter-topics: false)",
                    topic,
                    e.getMessage());
        }
    }

    /** {@link Topics#COLLECTORS} as it is created: one partition, because all collectors must read it in one order. */
    public static NewTopic collectorsTopic(TopicSettings s) {
        return topic(Topics.COLLECTORS, 1, s, s.retention().perSession());
    }

    /** {@link Topics#OPENBMP_RAW} or {@link Topics#OPENBMP_REKEYED} as it is created. */
    public static NewTopic rawTopic(String name, TopicSettings s) {
        return topic(name, s.routePartitions(), s, s.retention().raw(s.routePartitions()));
    }

    private boolean create(NewTopic topic) throws InterruptedException {
        try {
            await(admin.createTopics(List.of(topic)).all());
            return true;
        } catch (TopicExistsException e) {
            return false; // another service was faster
        }
    }

    private int partitions(String topic) throws InterruptedException {
        TopicDescription description = Objects.requireNonNull(
                onceKnown(() -> await(admin.describeTopics(List.of(topic)).allTopicNames()))
                        .get(topic));
        return description.partitions().size();
    }

    /** What is asked about a topic that exists. */
    interface Question<T> {
        T ask() throws InterruptedException;
    }

    /**
     * The answer of a broker that may not have been told yet of a topic that was created a moment ago, by us or by another service that
     * started with us: it is asked again for a while, and then its exception is thrown.
     */
    static <T> T onceKnown(Question<T> question) throws InterruptedException {
        long deadline = System.nanoTime() + METADATA_PROPAGATION_TIMEOUT.toNanos();
        while (true) {
            try {
                return question.ask();
            } catch (UnknownTopicOrPartitionException e) {
                if (System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private static NewTopic topic(String name, int partitions, TopicSettings s, Map<String, String> configs) {
        return new NewTopic(name, partitions, s.replicationFactor()).configs(configs);
    }

    private static <T> T await(KafkaFuture<T> future) throws InterruptedException {
        try {
            return future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException kafka) {
                throw kafka;
            }
            throw new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("no answer from Kafka in " + TIMEOUT_SECONDS + " s", e);
        }
    }
}
