// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.verdictstore.store.RouteChange;

/**
 * The verdicts of one partition in a poll, and the change of the table that each has caused. One thread at a time uses
 * it.
 */
final class VerdictRun {
    private final int partition;
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    /** The changes by the index of the record; null for a record that is not applied. */
    private @Nullable RouteChange[] changes = new RouteChange[0];
    /** Faults of records that cannot be applied, by index. */
    private final Map<Integer, RuntimeException> faults = new HashMap<>();
    /** Positions in traces, of the few traced records, by index. */
    private final Map<Integer, TraceContext> traces = new HashMap<>();
    /** Indices of records that belong to the shard of another partition. */
    private final List<Integer> foreign = new ArrayList<>();

    VerdictRun(int partition) {
        this.partition = partition;
    }

    /** Adds records after those that are there. */
    void add(List<ConsumerRecord<byte[], byte[]>> more) {
        records.addAll(more);
        changes = Arrays.copyOf(changes, records.size());
    }

    /** Returns the number of the partition, which is that of its shard. */
    int partition() {
        return partition;
    }

    int size() {
        return records.size();
    }

    ConsumerRecord<byte[], byte[]> get(int i) {
        return records.get(i);
    }

    /** Returns the change of a record; null if it was not applied. */
    @Nullable
    RouteChange change(int i) {
        return changes[i];
    }

    void setChange(int i, RouteChange change) {
        changes[i] = change;
    }

    /** Returns the fault of a record; null for none. */
    @Nullable
    RuntimeException fault(int i) {
        return faults.get(i);
    }

    void setFault(int i, RuntimeException fault) {
        faults.put(i, fault);
    }

    /** Returns the position of a record in its trace; null for a record that is not traced. */
    @Nullable
    TraceContext trace(int i) {
        return traces.get(i);
    }

    void setTrace(int i, TraceContext trace) {
        traces.put(i, trace);
    }

    /** Returns the indices of records of other shards, in order. */
    List<Integer> foreign() {
        return foreign;
    }

    void addForeign(int i) {
        foreign.add(i);
    }
}
