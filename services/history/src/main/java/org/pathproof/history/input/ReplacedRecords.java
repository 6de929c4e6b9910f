// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.input;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.pathproof.history.changes.LastRecords;

/** Finds the last record of each route before all records are read again after a gap. */
final class ReplacedRecords {
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(200);

    private ReplacedRecords() {}

    /** Reads all verdicts up to their ends, from the offsets of a state on. */
    static LastRecords survey(HistoryTopics topics, TopicState found, WriterState state, BooleanSupplier isStopping) {
        LastRecords last = new LastRecords();
        try (Consumer<byte[], byte[]> consumer = topics.consumer("pathproof-history-last")) {
            consumer.assign(found.verdicts());
            found.verdicts().forEach(p -> consumer.seek(p, state.verdictOffset(p.partition())));
            while (!isStopping.getAsBoolean()
                    && found.verdicts().stream()
                            .anyMatch(p -> consumer.position(p) < found.ends().getOrDefault(p, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_TIMEOUT)) {
                    state.note(last, record);
                }
            }
        }
        return last;
    }
}
