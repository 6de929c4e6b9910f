// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.pathproof.contracts.TopicIds;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException;
import org.pathproof.verdictstore.snapshot.UnusableSnapshotException.Kind;

/**
 * Finds out if the records after a snapshot are all in Kafka. Compaction keeps the newest record of each key, but it
 * deletes withdrawals some time after they were written: a snapshot must be younger than that.
 *
 * @param ids ids of the topics
 * @param partitions partitions of the topics
 * @param withdrawalsKept time for which withdrawals are kept
 */
record SnapshotCheck(TopicIds ids, List<TopicPartition> partitions, Duration withdrawalsKept) {
    private static final long TIMEOUT_SECONDS = 5;

    /**
     * Asks Kafka for the settings of the topics.
     *
     * @throws KafkaException if the brokers do not respond
     */
    static SnapshotCheck of(Admin admin, TopicIds ids, List<TopicPartition> partitions) {
        List<ConfigResource> topics = ids.byName().keySet().stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        try {
            Collection<Config> configs = admin.describeConfigs(topics)
                    .all()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .values();
            long kept = configs.stream()
                    .mapToLong(config -> Long.parseLong(
                            config.get(TopicConfig.DELETE_RETENTION_MS_CONFIG).value()))
                    .min()
                    .orElse(0);
            return new SnapshotCheck(ids, partitions, Duration.ofMillis(kept));
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("the settings of the topics are unknown: " + e.getMessage(), e);
        }
    }

    /**
     * Checks that a snapshot can be continued.
     *
     * @throws UnusableSnapshotException if it cannot
     */
    void require(SnapshotOrigin origin, Instant now) throws UnusableSnapshotException {
        Optional<String> change = origin.ids().change(ids);
        if (change.isPresent()) {
            throw new UnusableSnapshotException(Kind.FOREIGN, "topic " + change.get());
        }
        int found = origin.position().partitions().size();
        if (!origin.position().partitions().equals(partitions)) {
            throw new UnusableSnapshotException(
                    Kind.FOREIGN, "it has " + found + " partitions, and the topics have " + partitions.size());
        }
        requireYoung(origin, now);
    }

    /**
     * Checks that all withdrawals since a snapshot are in Kafka at a time.
     *
     * @throws UnusableSnapshotException if some may have been deleted
     */
    void requireYoung(SnapshotOrigin origin, Instant now) throws UnusableSnapshotException {
        Duration age = Duration.between(origin.time(), now);
        if (age.isNegative()) {
            throw new UnusableSnapshotException(Kind.OLD, "it is of " + origin.time() + ", which is in the future");
        }
        if (age.compareTo(withdrawalsKept) >= 0) {
            throw new UnusableSnapshotException(
                    Kind.OLD, "it is " + age + " old, and Kafka keeps withdrawals for " + withdrawalsKept);
        }
    }
}
