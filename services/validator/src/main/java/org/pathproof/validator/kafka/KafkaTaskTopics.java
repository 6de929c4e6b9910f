// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Offsets;
import org.pathproof.contracts.TopicIds;
import org.pathproof.contracts.TopicProvisioner;
import org.pathproof.contracts.Topics;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.stream.TaskTopics;

/**
 * The topics of the tasks, as the brokers described them before the start of Kafka Streams. Kafka Streams requests the
 * committed offsets of a task before it starts the task; the consumer passes the response to {@link
 * #setCommitted(Map)}.
 */
public final class KafkaTaskTopics implements TaskTopics {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    private final KafkaSettings kafka;
    private final String changelog;
    private final Map<Integer, Long> committed = new ConcurrentHashMap<>();
    private volatile Seen seen = new Seen(new TopicIds(Map.of()), Map.of(), Map.of());

    private record Seen(
            TopicIds ids, Map<TopicPartition, Long> changelogStarts, Map<TopicPartition, Long> verdictEnds) {}

    /** @param applicationId application id of Kafka Streams, which names the changelog */
    public KafkaTaskTopics(KafkaSettings kafka, String applicationId) {
        this.kafka = kafka;
        this.changelog = applicationId + "-" + RouteTable.STORE + "-changelog";
    }

    /**
     * Requests from the brokers the ids of the topics, which must exist, and their first or last offsets.
     *
     * @throws org.apache.kafka.common.KafkaException if the brokers do not respond, or refuse the request
     */
    void look(Admin admin) throws InterruptedException {
        seen = TopicProvisioner.retryUntilKnown(() -> read(admin));
    }

    private Seen read(Admin admin) throws InterruptedException {
        List<String> names = List.of(Topics.ROUTES, Topics.VERDICTS, Topics.SESSIONS, changelog);
        TopicIds ids = TopicIds.ofExisting(admin, names);
        Offsets offsets = new Offsets(admin, REQUEST_TIMEOUT);
        return new Seen(
                ids,
                offsets.starts(offsets.partitions(List.of(changelog))),
                offsets.ends(offsets.partitions(List.of(Topics.VERDICTS))));
    }

    /** Sets the committed offsets of partitions; null for a partition without one. */
    void setCommitted(Map<TopicPartition, @Nullable OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            if (partition.topic().equals(Topics.ROUTES)) {
                committed.put(partition.partition(), offset == null ? 0 : offset.offset());
            }
        });
    }

    @Override
    public TopicIds ids() {
        return seen.ids;
    }

    @Override
    public String changelog() {
        return changelog;
    }

    @Override
    public long changelogStart(int partition) {
        return seen.changelogStarts.getOrDefault(new TopicPartition(changelog, partition), 0L);
    }

    @Override
    public long committed(int partition) {
        Long offset = committed.get(partition);
        if (offset == null) {
            throw new IllegalStateException("the committed offset of partition " + partition + " is not known");
        }
        return offset;
    }

    @Override
    public boolean hasNoVerdicts(int partition) {
        if (seen.verdictEnds.getOrDefault(new TopicPartition(Topics.VERDICTS, partition), 0L) > 0) {
            return false;
        }
        PublishedVerdicts published = published(partition);
        if (published != null) {
            published.close();
        }
        return published == null;
    }

    @Override
    public @Nullable PublishedVerdicts published(int partition) {
        TopicPartition verdicts = new TopicPartition(Topics.VERDICTS, partition);
        Admin admin = Admin.create(kafka.client());
        try {
            Offsets offsets = new Offsets(admin, REQUEST_TIMEOUT);
            List<TopicPartition> only = new ArrayList<>(List.of(verdicts));
            long end = offsets.ends(only).getOrDefault(verdicts, 0L);
            long start = offsets.starts(only).getOrDefault(verdicts, 0L);
            return start < end ? new VerdictLog(kafka.client(), verdicts, end) : null;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            admin.close(Duration.ZERO); // a graceful close waits for unreachable brokers
        }
    }
}
