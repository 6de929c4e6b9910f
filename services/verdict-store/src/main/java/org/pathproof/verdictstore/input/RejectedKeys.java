// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotFile;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;

/**
 * Keys whose newest record could not be decoded. The store may be wrong for such a key until a later record can be
 * decoded. Not thread-safe.
 */
final class RejectedKeys {
    /** Maximum number of keys; further keys are only counted. */
    private static final int MAX_KEYS = 10_000;

    private static final String SECTION = "rejected keys";

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

    /** Adds the keys of another set, which has other partitions. */
    void addAll(RejectedKeys other) {
        for (Key key : other.keys) {
            if (keys.size() < MAX_KEYS) {
                keys.add(key);
            } else {
                others++;
            }
        }
        others += other.others;
    }

    RejectedKeys copy() {
        RejectedKeys copy = new RejectedKeys();
        copy.addAll(this);
        return copy;
    }

    /** Writes the keys to a snapshot: the table may be wrong for them, and later records do not tell. */
    void write(SnapshotWriter to) throws IOException {
        to.begin(SECTION);
        to.putLong(others);
        to.putInt(keys.size());
        for (Key key : keys) {
            to.putArray(key.topic().getBytes(StandardCharsets.UTF_8));
            to.putInt(key.partition());
            to.putArray(key.key().get());
        }
    }

    /** Reads the keys of a snapshot, in place of those that are here. */
    void read(SnapshotFile from) throws IOException {
        clear();
        SectionReader in = from.section(SECTION);
        others = in.getLong();
        int count = in.getInt();
        if (others < 0 || count < 0 || count > MAX_KEYS) {
            throw in.damaged("there are " + count + " rejected keys, and " + others + " more");
        }
        for (int i = 0; i < count; i++) {
            String topic = new String(in.getArray(), StandardCharsets.UTF_8);
            keys.add(new Key(topic, in.getInt(), Bytes.wrap(in.getArray())));
        }
    }

    private static Key key(ConsumerRecord<byte[], byte[]> polled) {
        return new Key(polled.topic(), polled.partition(), Bytes.wrap(polled.key()));
    }
}
