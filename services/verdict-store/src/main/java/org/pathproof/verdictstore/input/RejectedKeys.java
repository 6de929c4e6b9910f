// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys whose newest record could not be decoded. The store may be wrong for such a key until a later record can be
 * decoded. Not thread-safe.
 */
final class RejectedKeys {
    /** Maximum number of keys; further keys are only counted. */
    private static final int MAX_KEYS = 10_000;

    private final Set<Key> keys = new HashSet<>();
    private long others;

    private record Key(String topic, int partition, Bytes key) {}

    /** Adds the key of a record that could not be decoded. Returns true if the count changed. */
    boolean add(ConsumerRecord<byte[], byte[]> polled) {
        if (polled.key() == null) {
            others++;
            return true;
        }
        Key key = key(polled);
        if (polled.value() == null) {
            return keys.remove(key); // a tombstone replaces the rejected record
        }
        if (keys.size() < MAX_KEYS) {
            return keys.add(key);
        }
        if (keys.contains(key)) {
            return false;
        }
        others++;
        return true;
    }

    /** Removes the key of a record that was decoded. Returns true if the count changed. */
    boolean remove(ConsumerRecord<byte[], byte[]> polled) {
        return !keys.isEmpty() && keys.remove(key(polled));
    }

    long size() {
        return keys.size() + others;
    }

    void clear() {
        keys.clear();
        others = 0;
    }

    private static Key key(ConsumerRecord<byte[], byte[]> polled) {
        return new Key(polled.topic(), polled.partition(), Bytes.wrap(polled.key()));
    }
}
