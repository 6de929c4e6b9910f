// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.time.Duration;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Polls records, and polls further ones while the former are applied. A poll that returns many records is continued, so
 * that several threads have partitions to apply. For one thread.
 */
final class PollsAhead {
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> from;
    private final IntPredicate isMany;
    private final int enough;
    private @Nullable PolledRecords ahead;
    private @Nullable KafkaException failure;

    /**
     * @param isMany tests if so many records of a poll are many
     * @param enough records of consecutive polls from which on they are applied
     */
    PollsAhead(Consumer<byte[], byte[]> from, IntPredicate isMany, int enough) {
        this.from = from;
        this.isMany = isMany;
        this.enough = enough;
    }

    /**
     * Returns records that were polled ahead, or polls. The position of the consumer is that after these records.
     *
     * @throws KafkaException if the poll fails, or the poll ahead has failed
     */
    PolledRecords next() {
        PolledRecords polled = ahead;
        KafkaException failed = failure;
        ahead = null;
        failure = null;
        if (failed != null) {
            throw failed;
        }
        return polled == null ? poll(POLL_TIMEOUT) : polled;
    }

    /** Polls records without waiting for them, for {@link #next}. */
    void pollAhead() {
        try {
            PolledRecords polled = poll(Duration.ZERO);
            ahead = polled.count() == 0 ? null : polled;
        } catch (KafkaException e) {
            failure = e;
        }
    }

    private PolledRecords poll(Duration timeout) {
        PolledRecords all = new PolledRecords();
        ConsumerRecords<byte[], byte[]> polled = from.poll(timeout);
        all.add(polled);
        while (isMany.test(polled.count()) && all.count() < enough) {
            polled = from.poll(Duration.ZERO);
            all.add(polled);
        }
        return all;
    }
}
