// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Offsets;
import org.pathproof.contracts.TopicIds;

/** The topics from which the store is read: their ids and ends. Not thread-safe. */
final class StoreTopics {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final List<String> NAMES = List.of(KafkaTopics.SESSIONS, KafkaTopics.VERDICTS);

    private @Nullable TopicIds ids;

    /**
     * Returns a sentence about a topic that was deleted since the last call; empty if there is none. The next call
     * begins with the new ids.
     */
    Optional<String> change(Admin admin) {
        try {
            TopicIds now = TopicIds.of(admin, NAMES);
            Optional<String> change = ids == null ? Optional.empty() : ids.change(now);
            ids = change.isPresent() ? null : now;
            return change;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Returns the ids that the last call of {@link #change} has found. */
    TopicIds ids() {
        TopicIds known = ids;
        return known == null ? new TopicIds(Map.of()) : known;
    }

    /**
     * Returns the ends of the logs. A read_committed consumer would return the start of the first open transaction, and
     * later records would not count as unread.
     */
    static Map<TopicPartition, Long> ends(Admin admin, List<TopicPartition> partitions) {
        try {
            return new Offsets(admin, REQUEST_TIMEOUT).ends(partitions);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
