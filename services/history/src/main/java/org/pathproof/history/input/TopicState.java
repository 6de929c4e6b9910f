// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.pathproof.contracts.Offsets;
import org.pathproof.contracts.TopicIds;
import org.pathproof.contracts.Topics;
import org.pathproof.history.files.Gap;
import org.pathproof.history.files.Manifest;
import org.pathproof.wire.DecimalText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics as they are in Kafka: ids, partitions, offsets and the time for which replaced records surely stay.
 *
 * @param ids ids of the topics by name
 * @param starts offsets of the first records
 * @param ends offsets after the last records
 * @param keepsMs time for which Kafka keeps each record of the verdicts, milliseconds
 * @param keepsTombstonesMs time for which Kafka keeps a withdrawal, milliseconds
 */
record TopicState(
        Map<String, String> ids,
        List<TopicPartition> sessions,
        List<TopicPartition> verdicts,
        Map<TopicPartition, Long> starts,
        Map<TopicPartition, Long> ends,
        long keepsMs,
        long keepsTombstonesMs) {
    private static final Logger log = LoggerFactory.getLogger(TopicState.class);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final List<String> NAMES = List.of(Topics.SESSIONS, Topics.VERDICTS);
    /** A segment that is still written is never compacted, so a short absence loses nothing. */
    private static final long MIN_KEPT_MS = TimeUnit.MINUTES.toMillis(1);
    /** The default of Kafka. */
    private static final long DEFAULT_TOMBSTONES_MS = TimeUnit.DAYS.toMillis(1);

    /**
     * Requests the state of the topics.
     *
     * @throws KafkaException if Kafka does not respond or a topic does not exist
     */
    static TopicState of(Admin admin) throws InterruptedException {
        TopicIds ids = TopicIds.of(admin, NAMES);
        for (String topic : NAMES) {
            if (ids.id(topic).equals(Uuid.ZERO_UUID)) {
                throw new KafkaException("there is no topic " + topic + " yet");
            }
        }
        Offsets offsets = new Offsets(admin, REQUEST_TIMEOUT);
        List<TopicPartition> all = offsets.partitions(NAMES);
        Map<String, String> texts = new HashMap<>();
        NAMES.forEach(topic -> texts.put(topic, ids.id(topic).toString()));
        Optional<Config> config = config(admin);
        return new TopicState(
                texts,
                of(all, Topics.SESSIONS),
                of(all, Topics.VERDICTS),
                offsets.starts(all),
                offsets.ends(all),
                Math.max(MIN_KEPT_MS, number(config, TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, 0)),
                number(config, TopicConfig.DELETE_RETENTION_MS_CONFIG, DEFAULT_TOMBSTONES_MS));
    }

    private static List<TopicPartition> of(List<TopicPartition> all, String topic) {
        return all.stream().filter(p -> p.topic().equals(topic)).toList();
    }

    /** Returns the configuration of the verdicts; empty if this client may not read it. */
    private static Optional<Config> config(Admin admin) throws InterruptedException {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.VERDICTS);
        try {
            return Optional.ofNullable(admin.describeConfigs(List.of(topic))
                    .all()
                    .get(REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .get(topic));
        } catch (ExecutionException | TimeoutException e) {
            log.debug("configuration of the topic not read", e);
            return Optional.empty();
        }
    }

    private static long number(Optional<Config> config, String name, long otherwise) {
        return config.map(c -> c.get(name))
                .map(ConfigEntry::value)
                .flatMap(value -> DecimalText.parse(value, Long.MAX_VALUE).stream()
                        .boxed()
                        .findFirst())
                .orElse(otherwise);
    }

    /** Returns true if the topics are those of a manifest, with as many partitions. */
    boolean isOf(Manifest manifest) {
        return ids.equals(manifest.topicIds())
                && sessions.size() == manifest.sessions().size()
                && verdicts.size() == manifest.verdicts().size();
    }

    List<Long> startsOf(List<TopicPartition> partitions) {
        return offsets(partitions, starts);
    }

    List<Long> endsOf(List<TopicPartition> partitions) {
        return offsets(partitions, ends);
    }

    private static List<Long> offsets(Collection<TopicPartition> partitions, Map<TopicPartition, Long> from) {
        List<Long> offsets = new ArrayList<>();
        partitions.forEach(p -> offsets.add(from.getOrDefault(p, 0L)));
        return offsets;
    }

    /**
     * Returns the gap between the last records of a manifest and the first that can be read; empty if there is none.
     *
     * @param nowUs the time, microseconds since 1970
     */
    Optional<Gap> gap(Manifest manifest, long nowUs) {
        if (!isOf(manifest)) {
            return Optional.of(new Gap(
                    manifest.readUs(),
                    nowUs,
                    nowUs,
                    Gap.Reason.TOPIC_REPLACED,
                    "a topic was deleted and created again, or has another number of partitions"));
        }
        boolean isDeleted = false;
        boolean isUnread = false;
        for (int i = 0; i < verdicts.size(); i++) {
            long next = manifest.verdicts().get(i);
            isDeleted |= starts.getOrDefault(verdicts.get(i), 0L) > next;
            isUnread |= ends.getOrDefault(verdicts.get(i), 0L) > next;
        }
        if (isDeleted) {
            return Optional.of(new Gap(
                    manifest.readUs(),
                    nowUs,
                    nowUs,
                    Gap.Reason.DELETED,
                    "Kafka deleted records before they were read"));
        }
        long awayMs = TimeUnit.MICROSECONDS.toMillis(nowUs - manifest.readUs());
        if (isUnread && awayMs > keepsMs) {
            return Optional.of(new Gap(
                    manifest.readUs(),
                    nowUs - TimeUnit.MILLISECONDS.toMicros(keepsMs),
                    nowUs,
                    Gap.Reason.COMPACTED,
                    "the history read nothing for " + Duration.ofMillis(awayMs).toSeconds()
                            + " s, and Kafka keeps replaced records for "
                            + Duration.ofMillis(keepsMs).toSeconds()
                            + " s: raise min.compaction.lag.ms of " + Topics.VERDICTS));
        }
        return Optional.empty();
    }

    /** Returns true if all records must be read again after a gap, because withdrawals may be missing. */
    boolean needsResync(Gap gap) {
        return gap.reason() != Gap.Reason.COMPACTED
                || TimeUnit.MICROSECONDS.toMillis(gap.noticedUs() - gap.fromUs()) > keepsTombstonesMs;
    }
}
