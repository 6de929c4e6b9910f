// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The ids that Kafka gave to topics when they were created. A topic that was deleted and created again has another id,
 * although name and offsets may look the same.
 *
 * @param byName ids of the existing topics
 */
public record TopicIds(Map<String, Uuid> byName) {
    public TopicIds {
        byName = Map.copyOf(byName);
    }

    /**
     * Requests the ids of topics from the brokers. A missing topic has no id.
     *
     * @throws KafkaException if the brokers do not respond, or refuse the request
     */
    public static TopicIds of(Admin admin, Collection<String> topics) throws InterruptedException {
        Map<String, Uuid> ids = new TreeMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                ids.put(topic.getKey(), TopicProvisioner.await(topic.getValue()).topicId());
            } catch (UnknownTopicOrPartitionException _) {
                // The topic is missing.
            }
        }
        return new TopicIds(ids);
    }

    /**
     * Requests the ids of topics from the brokers, again for some seconds if one is missing.
     *
     * @throws UnknownTopicOrPartitionException if a topic is still missing
     * @throws KafkaException if the brokers do not respond, or refuse the request
     */
    public static TopicIds ofExisting(Admin admin, Collection<String> topics) throws InterruptedException {
        return TopicProvisioner.retryUntilKnown(() -> {
            TopicIds ids = of(admin, topics);
            for (String topic : topics) {
                if (!ids.byName.containsKey(topic)) {
                    throw new UnknownTopicOrPartitionException("topic " + topic + " does not exist");
                }
            }
            return ids;
        });
    }

    /** Returns the id of a topic; the zero id if the topic is missing. */
    public Uuid id(String topic) {
        return byName.getOrDefault(topic, Uuid.ZERO_UUID);
    }

    /** Returns a sentence about the first topic of these ids that is missing or has another id in {@code now}. */
    public Optional<String> change(TopicIds now) {
        return byName.entrySet().stream()
                .filter(topic -> !topic.getValue().equals(now.id(topic.getKey())))
                .map(topic -> topic.getKey()
                        + (now.byName.containsKey(topic.getKey()) ? " was deleted and created again" : " was deleted"))
                .findFirst();
    }
}
