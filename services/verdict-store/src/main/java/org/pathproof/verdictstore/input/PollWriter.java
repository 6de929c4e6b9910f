// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.verdictstore.memory.StoreFullException;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionChange;
import org.pathproof.verdictstore.store.TablePart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the records of polls to the table. Few records are applied by the calling thread. Many records are applied by
 * several threads, each with the partitions that it takes, because a partition has a shard of its own. The listener
 * hears of all changes from the calling thread. For the follower's thread.
 */
final class PollWriter implements AutoCloseable {
    /** Records from which on a further thread is worth its start. */
    static final int MANY = 2_000;

    /** Records that give each thread about one partition of a fetch. */
    private static final int RECORDS_OF_THREAD = 5_000;
    /** Memory for records and changes is bounded, whatever the number of processors. */
    private static final int MAX_RECORDS = 40_000;

    private static final Logger log = LoggerFactory.getLogger(PollWriter.class);
    private static final int IDLE_SECONDS = 10;

    private final RouteTable table;
    private final ChangeListener listener;
    private final VerdictTraces traces;
    private final RejectedKeys rejected;
    private final StoreStatus status;
    private final int threads;
    private final ThreadPoolExecutor helpers;
    private final GroupWriter writer = new GroupWriter();

    private record AppliedSession(ConsumerRecord<byte[], byte[]> polled, SessionChange change) {}

    /**
     * @param rejected receives the keys of records that cannot be applied
     * @param threads maximum number of threads that apply records, this one included
     */
    PollWriter(
            RouteTable table,
            ChangeListener listener,
            VerdictTraces traces,
            RejectedKeys rejected,
            StoreStatus status,
            int threads) {
        this.table = table;
        this.listener = listener;
        this.traces = traces;
        this.rejected = rejected;
        this.status = status;
        this.threads = threads;
        AtomicInteger number = new AtomicInteger();
        helpers = new ThreadPoolExecutor(
                Math.max(1, threads - 1),
                Math.max(1, threads - 1),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> Thread.ofPlatform()
                        .name("verdict-apply-" + number.incrementAndGet())
                        .daemon()
                        .unstarted(work));
        helpers.allowCoreThreadTimeOut(true);
    }

    /** Returns true if so many records should be applied by several threads. */
    boolean isMany(int records) {
        return threads > 1 && records >= MANY;
    }

    /** Returns the number of records that keeps all threads busy. */
    int enough() {
        return Math.min(MAX_RECORDS, threads * RECORDS_OF_THREAD);
    }

    /**
     * Applies records, which become visible together. Then the listener hears of the changes: those of sessions first,
     * and then those of routes in the order of partitions. It finds each of them in the table.
     *
     * @param position position before the records
     * @param meanwhile work of this thread that does not touch the table; done only while other threads apply records
     * @return position after the last record
     */
    Position apply(PolledRecords polled, Position position, Runnable meanwhile) {
        List<AppliedSession> sessions = new ArrayList<>();
        Position next = position;
        table.begin();
        try {
            polled.sessions().forEach(record -> applySession(record, sessions));
            if (isMany(polled.count()) && polled.verdicts().size() > 1) {
                applyInParallel(new ArrayList<>(polled.verdicts()), meanwhile);
            } else {
                writer.applyAll(polled.verdicts(), table);
            }
            if (traces.isOn()) { // before the changes are visible, so that feeds find the traces
                traces.onPoll(polled.micros());
                polled.verdicts().forEach(this::trace);
            }
        } finally {
            table.commit();
        }
        for (AppliedSession applied : sessions) {
            next = next.after(applied.polled());
            listener.onChange(applied.change(), origin(applied.polled(), next, null));
        }
        for (VerdictRun run : polled.verdicts()) {
            next = tell(run, next);
        }
        return next;
    }

    private void applySession(ConsumerRecord<byte[], byte[]> polled, List<AppliedSession> applied) {
        try {
            if (polled.key() == null) {
                throw new IllegalArgumentException("it has no key");
            }
            if (Gaps.isGap(polled.key())) {
                table.applyGap(polled.key(), polled.value());
            } else {
                applied.add(new AppliedSession(polled, table.applySession(polled.key(), polled.value())));
            }
            noteRejects(rejected.remove(polled));
        } catch (IllegalArgumentException | StoreFullException e) {
            reject(polled, e);
        }
    }

    /** Applies partitions, the largest first, by as many threads as are free. */
    private void applyInParallel(List<VerdictRun> runs, Runnable meanwhile) {
        runs.sort(Comparator.comparingInt(VerdictRun::size).reversed());
        AtomicInteger taken = new AtomicInteger();
        CompletableFuture<?>[] others = new CompletableFuture<?>[Math.min(threads, runs.size()) - 1];
        for (int i = 0; i < others.length; i++) {
            TablePart part = table.part();
            others[i] = CompletableFuture.runAsync(() -> applySome(runs, taken, new GroupWriter(), part), helpers);
        }
        try {
            meanwhile.run();
            applySome(runs, taken, writer, table.part());
        } finally {
            CompletableFuture.allOf(others).join();
            table.joinParts();
        }
        for (VerdictRun run : runs) {
            applyForeign(run);
        }
    }

    private static void applySome(List<VerdictRun> runs, AtomicInteger taken, GroupWriter by, TablePart part) {
        for (int i = taken.getAndIncrement(); i < runs.size(); i = taken.getAndIncrement()) {
            by.apply(runs.get(i), part);
        }
    }

    /** Applies the records that another writer than Pathproof has put into the partition of another shard. */
    private void applyForeign(VerdictRun run) {
        for (int i : run.foreign()) {
            try {
                run.setChange(i, table.applyVerdict(run.get(i).key(), run.get(i).value()));
            } catch (IllegalArgumentException | StoreFullException e) {
                run.setFault(i, e);
            }
        }
    }

    private void trace(VerdictRun run) {
        for (int i = 0; i < run.size(); i++) {
            RouteChange change = run.change(i);
            TraceContext trace = change == null ? null : traces.entered(run.get(i), change);
            if (trace != null) {
                run.setTrace(i, trace);
            }
        }
    }

    /** Tells the listener of the changes of a partition. Returns the position after them. */
    private Position tell(VerdictRun run, Position position) {
        Position next = position;
        for (int i = 0; i < run.size(); i++) {
            ConsumerRecord<byte[], byte[]> polled = run.get(i);
            next = next.after(polled);
            RouteChange change = run.change(i);
            if (change == null) {
                reject(polled, run.fault(i));
                continue;
            }
            noteRejects(rejected.remove(polled));
            listener.onChange(change, origin(polled, next, run.trace(i)));
        }
        return next;
    }

    private void reject(ConsumerRecord<byte[], byte[]> polled, @Nullable RuntimeException fault) {
        noteRejects(rejected.add(polled));
        LoadTask.logSkipped(log, polled, fault);
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

    /** Ends the threads when their work is done. */
    @Override
    public void close() {
        helpers.shutdown();
    }
}
