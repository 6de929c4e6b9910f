// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Compares existing topics with the layout that Pathproof needs, and changes nothing. */
public final class TopicCheck {
    /**
     * Topics whose number of partitions must be that of the layout: the partition of a route selects its validator, and
     * the order of all collectors', of all policies' and of all refusals' records decides.
     */
    private static final Set<String> FIXED =
            Set.of(Topics.ROUTES, Topics.VERDICTS, Topics.COLLECTORS, Topics.POLICIES, Topics.REFUSALS);

    private final Admin admin;

    /** Uses {@code admin}, which the caller closes. */
    public TopicCheck(Admin admin) {
        this.admin = admin;
    }

    /**
     * Returns the differences of existing topics from {@code wanted} that {@link TopicProvisioner} cannot remove:
     * number of partitions and replication factor, as sentences for an operator. Missing topics have no differences.
     *
     * @throws KafkaException if the brokers do not respond, or refuse the request
     */
    public List<String> layout(Collection<NewTopic> wanted) throws InterruptedException {
        Map<String, NewTopic> existing = existing(wanted);
        Map<String, TopicDescription> descriptions =
                TopicProvisioner.await(admin.describeTopics(existing.keySet()).allTopicNames());
        List<String> problems = new ArrayList<>();
        existing.forEach((name, topic) -> {
            TopicDescription description = Objects.requireNonNull(descriptions.get(name));
            int partitions = description.partitions().size();
            if (FIXED.contains(name) && partitions != topic.numPartitions()) {
                problems.add(partitionProblem(name, partitions, topic.numPartitions()));
            }
            int replicas = description.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size())
                    .min()
                    .orElse(0);
            if (replicas < topic.replicationFactor()) {
                problems.add(
                        "%s has replication factor %d, and pathproof.kafka.replication-factor is %d: add replicas with kafka-reassign-partitions, or lower the setting"
                                .formatted(name, replicas, topic.replicationFactor()));
            }
        });
        return problems;
    }

    /**
     * Returns the topics of {@code wanted} whose cleanup policy differs, as sentences for an operator.
     *
     * @throws KafkaException if the brokers do not respond, or refuse the request
     */
    public List<String> cleanup(Collection<NewTopic> wanted) throws InterruptedException {
        Map<String, NewTopic> existing = existing(wanted);
        Map<ConfigResource, Config> configs = TopicProvisioner.await(admin.describeConfigs(
                        existing.keySet().stream().map(TopicCheck::resource).toList())
                .all());
        List<String> problems = new ArrayList<>();
        existing.forEach((name, topic) -> {
            String found = Objects.requireNonNull(configs.get(resource(name)))
                    .get(TopicConfig.CLEANUP_POLICY_CONFIG)
                    .value();
            String needed = topic.configs().get(TopicConfig.CLEANUP_POLICY_CONFIG);
            if (!Objects.equals(found, needed)) {
                problems.add(
                        "cleanup.policy of %s is %s and must be %s: change it, or permit it with pathproof.kafka.alter-topics: true"
                                .formatted(name, found, needed));
            }
        });
        return problems;
    }

    private static String partitionProblem(String name, int found, int needed) {
        return name.equals(Topics.ROUTES) || name.equals(Topics.VERDICTS)
                ? "%s has %d partitions, and pathproof.kafka.route-partitions is %d: set it to %d, because the number must not change while there are routes"
                        .formatted(name, found, needed, found)
                : "%s has %d partitions and must have %d: delete the topic and deploy again"
                        .formatted(name, found, needed);
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private Map<String, NewTopic> existing(Collection<NewTopic> wanted) throws InterruptedException {
        Set<String> names = TopicProvisioner.await(admin.listTopics().names());
        Map<String, NewTopic> existing = new TreeMap<>();
        wanted.stream()
                .filter(topic -> names.contains(topic.name()))
                .forEach(topic -> existing.put(topic.name(), topic));
        return existing;
    }
}
