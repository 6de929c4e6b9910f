// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.verdictstore.memory.StoreFullException;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.VerdictGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the records of polls to the table. For the follower's thread. */
final class PollWriter {
    private static final Logger log = LoggerFactory.getLogger(PollWriter.class);

    private final RouteTable table;
    private final ChangeListener listener;
    private final VerdictTraces traces;
    private final RejectedKeys rejected;
    private final StoreStatus status;
    private final Consumer<Position> applied;
    /** Verdicts to be applied, and their records. */
    private final VerdictGroup group = new VerdictGroup();

    private final List<ConsumerRecord<byte[], byte[]>> groupRecords = new ArrayList<>();
    /** The changes of a poll, for the listener. */
    private final List<Runnable> changes = new ArrayList<>();

    /**
     * @param rejected receives the keys of records that cannot be applied
     * @param applied receives the position after each record, before the record is applied
     */
    PollWriter(
            RouteTable table,
            ChangeListener listener,
            VerdictTraces traces,
            RejectedKeys rejected,
            StoreStatus status,
            Consumer<Position> applied) {
        this.table = table;
        this.listener = listener;
        this.traces = traces;
        this.rejected = rejected;
        this.status = status;
        this.applied = applied;
    }

    /**
     * Applies the records of a poll, which become visible together. Then the listener hears of the changes, so it finds
     * each of them in the table.
     *
     * @param position position before the records
     */
    void apply(ConsumerRecords<byte[], byte[]> records, Position position) {
        Position next = position;
        table.begin();
        try {
            for (ConsumerRecord<byte[], byte[]> polled : records) {
                if (!polled.topic().equals(KafkaTopics.SESSIONS)) {
                    group.add(polled.key(), polled.value());
                    groupRecords.add(polled);
                    next = group.isFull() ? applyGroup(next) : next;
                    continue;
                }
                next = applyGroup(next).after(polled);
                applied.accept(next);
                Position after = next;
                apply(polled, () -> applySession(polled, after));
            }
            next = applyGroup(next);
        } finally {
            group.clear();
            groupRecords.clear();
            table.commit();
        }
        try {
            changes.forEach(Runnable::run);
        } finally {
            changes.clear();
        }
    }

    /** Applies the verdicts of the group. Returns the position after them. */
    private Position applyGroup(Position position) {
        Position next = position;
        table.readAhead(group);
        for (int i = 0; i < group.size(); i++) {
            ConsumerRecord<byte[], byte[]> polled = groupRecords.get(i);
            next = next.after(polled);
            applied.accept(next);
            int number = i;
            Position after = next;
            apply(polled, () -> applyVerdict(polled, number, after));
        }
        group.clear();
        groupRecords.clear();
        return next;
    }

    private void applySession(ConsumerRecord<byte[], byte[]> polled, Position next) {
        if (polled.key() == null) {
            throw new IllegalArgumentException("it has no key");
        }
        if (Gaps.isGap(polled.key())) {
            table.applyGap(polled.key(), polled.value());
            return;
        }
        var change = table.applySession(polled.key(), polled.value());
        changes.add(() -> listener.onChange(change, origin(polled, next, null)));
    }

    private void applyVerdict(ConsumerRecord<byte[], byte[]> polled, int number, Position next) {
        var change = table.applyVerdict(group, number);
        TraceContext trace = traces.entered(polled, change);
        changes.add(() -> listener.onChange(change, origin(polled, next, trace)));
    }

    private void apply(ConsumerRecord<byte[], byte[]> polled, Runnable change) {
        try {
            change.run();
            noteRejects(rejected.remove(polled));
        } catch (IllegalArgumentException | StoreFullException e) {
            noteRejects(rejected.add(polled));
            LoadTask.logSkipped(log, polled, e);
        }
    }

    private void noteRejects(boolean changed) {
        if (changed) {
            status.update(now -> now.withRejected(rejected.size()));
        }
    }

    private static ChangeListener.Origin origin(
            ConsumerRecord<byte[], byte[]> polled, Position next, @Nullable TraceContext trace) {
        return new ChangeListener.Origin(polled.partition(), polled.offset(), polled.timestamp(), next, trace);
    }
}
