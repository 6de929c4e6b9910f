// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Position in the topics of sessions and verdicts: the next offset of each partition. The text of a position is the id
 * of an event, such as {@code s4.17-v120.0.98}, sessions first. Immutable.
 */
public final class Position {
    private static final int MAX_DIGITS = 18;

    private final long[] sessions;
    private final long[] verdicts;

    /** Takes ownership of the arrays. */
    Position(long[] sessions, long[] verdicts) {
        this.sessions = sessions;
        this.verdicts = verdicts;
    }

    /** Returns the next offset of a partition of one topic. */
    public long next(boolean ofSessions, int partition) {
        return (ofSessions ? sessions : verdicts)[partition];
    }

    /**
     * Parses an event id; empty if it is not valid. Avoids regular expressions, because clients send ids of any length.
     */
    public static Optional<Position> parse(String id) {
        int dash = id.indexOf("-v");
        if (!id.startsWith("s") || dash < 0) {
            return Optional.empty();
        }
        long[] sessions = offsets(id.substring(1, dash));
        long[] verdicts = offsets(id.substring(dash + 2));
        return sessions == null || verdicts == null ? Optional.empty() : Optional.of(new Position(sessions, verdicts));
    }

    /** Returns null if the text is not a list of numbers with dots between them. */
    private static long @Nullable [] offsets(String text) {
        String[] parts = text.split("\\.", -1);
        long[] offsets = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            if (part.isEmpty() || part.length() > MAX_DIGITS || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return null;
            }
            offsets[i] = Long.parseLong(part);
        }
        return offsets;
    }

    private Position with(boolean ofSessions, int partition, long next) {
        long[] changed = (ofSessions ? sessions : verdicts).clone();
        changed[partition] = next;
        return ofSessions ? new Position(changed, verdicts) : new Position(sessions, changed);
    }

    /** Returns this position with the next offset of one partition changed. */
    public Position with(TopicPartition partition, long next) {
        return with(partition.topic().equals(KafkaTopics.SESSIONS), partition.partition(), next);
    }

    /** Returns this position after a record. */
    public Position after(ConsumerRecord<?, ?> polled) {
        return with(polled.topic().equals(KafkaTopics.SESSIONS), polled.partition(), polled.offset() + 1);
    }

    /** Returns all partitions of the position. */
    public List<TopicPartition> partitions() {
        return KafkaTopics.partitions(sessions.length, verdicts.length);
    }

    /** Returns the places at which consumers continue, with the epochs of leaders that are known. */
    List<StartOffset> starts(Map<TopicPartition, Integer> leaderEpochs) {
        return partitions().stream()
                .map(partition -> new StartOffset(
                        partition,
                        new OffsetAndMetadata(next(partition), Optional.ofNullable(leaderEpochs.get(partition)), "")))
                .toList();
    }

    /** Returns the next offset of a partition. */
    public long next(TopicPartition partition) {
        return next(partition.topic().equals(KafkaTopics.SESSIONS), partition.partition());
    }

    /** Returns true if this position and {@code other} have the same partitions. */
    public boolean hasSamePartitions(Position other) {
        return sessions.length == other.sessions.length && verdicts.length == other.verdicts.length;
    }

    /** Returns true if this position is not before {@code other} in any partition. */
    public boolean covers(Position other) {
        return covers(sessions, other.sessions) && covers(verdicts, other.verdicts);
    }

    private static boolean covers(long[] a, long[] b) {
        for (int i = 0; i < b.length; i++) {
            if (a[i] < b[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the number of offsets from {@code other} to this position. The positions must have the same partitions.
     */
    public long distanceFrom(Position other) {
        return distance(sessions, other.sessions) + distance(verdicts, other.verdicts);
    }

    private static long distance(long[] a, long[] b) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] - b[i];
        }
        return sum;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Position other
                && Arrays.equals(sessions, other.sessions)
                && Arrays.equals(verdicts, other.verdicts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(sessions) + Arrays.hashCode(verdicts);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(16 + 8 * (sessions.length + verdicts.length));
        append(text, 's', sessions);
        append(text.append('-'), 'v', verdicts);
        return text.toString();
    }

    private static void append(StringBuilder text, char topic, long[] offsets) {
        for (int i = 0; i < offsets.length; i++) {
            text.append(i == 0 ? topic : '.').append(offsets[i]);
        }
    }
}
