// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.log;

import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of the entries of a log. The thread of the {@link LogStore} calls all methods, apart from {@link
 * #onProblem}, which any thread may call.
 *
 * @param <K> type of the keys
 * @param <E> type of the entries
 */
public interface LogOwner<K extends Comparable<K>, E extends LogEntry<K>> {
    /** Parses the key of a record; throws IllegalArgumentException if it is not a key of this log. */
    K key(byte[] bytes);

    /** Returns the key of a record. */
    byte[] toBytes(K key);

    /** Parses the value of a record; throws IllegalArgumentException if it is not an entry of this log. */
    E entry(K key, byte[] value);

    /**
     * Returns the changes that are due. Called about every second while the log is read to its end.
     *
     * @param now present time in microseconds, as records have it
     */
    Changes<K, E> check(Instant now);

    /** Forgets times that were measured. Called after a failure of Kafka. */
    void reset();

    /** Handles an entry that came into force after the first reading. */
    void onAccept(@Nullable E before, E entry);

    /** Handles a problem with Kafka, once for each text of it. */
    void onProblem(String problem);

    /** Handles a record that is no entry of this log. */
    void onSkip(ConsumerRecord<byte[], byte[]> polled, @Nullable String error);

    /**
     * The changes of a check.
     *
     * @param entries entries to write
     * @param removals keys whose record is no longer needed
     */
    record Changes<K, E>(List<E> entries, List<K> removals) {
        public static <K, E> Changes<K, E> none() {
            return new Changes<>(List.of(), List.of());
        }
    }
}
