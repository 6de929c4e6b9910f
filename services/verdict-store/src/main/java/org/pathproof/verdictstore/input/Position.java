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
    private static final int NONE = -1;

    /** Next offsets of the partitions, those of sessions first. */
    private final long[] offsets;

    private final int sessions;
    /** Index of the partition whose next offset is {@link #ownNext}; {@link #NONE} for none. */
    private final int own;

    private final long ownNext;

    /** Creates a position of the next offsets of the partitions of sessions and of verdicts. */
    Position(long[] sessions, long[] verdicts) {
        this.sessions = sessions.length;
        this.offsets = Arrays.copyOf(sessions, sessions.length + verdicts.length);
        System.arraycopy(verdicts, 0, offsets, sessions.length, verdicts.length);
        this.own = NONE;
        this.ownNext = 0;
    }

    /** Creates a position that shares the offsets of another one, apart from those of one partition. */
    private Position(long[] shared, int sessions, int own, long ownNext) {
        this.offsets = shared;
        this.sessions = sessions;
        this.own = own;
        this.ownNext = ownNext;
    }

    private int index(boolean ofSessions, int partition) {
        return ofSessions ? partition : sessions + partition;
    }

    private long at(int index) {
        return index == own ? ownNext : offsets[index];
    }

    /** Returns the next offset of a partition of one topic. */
    public long next(boolean ofSessions, int partition) {
        return at(index(ofSessions, partition));
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

    /** Returns a position with one offset changed. The positions after the records of one partition share the rest. */
    private Position with(boolean ofSessions, int partition, long next) {
        int index = index(ofSessions, partition);
        return new Position(own == NONE || own == index ? offsets : all(), sessions, index, next);
    }

    /** Returns a copy of the next offsets of all partitions. */
    private long[] all() {
        long[] all = offsets.clone();
        if (own != NONE) {
            all[own] = ownNext;
        }
        return all;
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
        return KafkaTopics.partitions(sessions, offsets.length - sessions);
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
        return sessions == other.sessions && offsets.length == other.offsets.length;
    }

    /** Returns true if this position is not before {@code other} in any partition. */
    public boolean covers(Position other) {
        for (int i = 0; i < other.offsets.length; i++) {
            if (at(i) < other.at(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the number of offsets from {@code other} to this position. The positions must have the same partitions.
     */
    public long distanceFrom(Position other) {
        long sum = 0;
        for (int i = 0; i < offsets.length; i++) {
            sum += at(i) - other.at(i);
        }
        return sum;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Position other && sessions == other.sessions && Arrays.equals(all(), other.all());
    }

    @Override
    public int hashCode() {
        return 31 * sessions + Arrays.hashCode(all());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(16 + 8 * offsets.length);
        for (int i = 0; i < offsets.length; i++) {
            text.append(i == 0 ? "s" : i == sessions ? "-v" : ".").append(at(i));
        }
        return text.toString();
    }
}
