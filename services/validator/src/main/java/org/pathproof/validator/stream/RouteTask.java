// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.validator.proof.Answers;
import org.pathproof.validator.proof.Prover;
import org.pathproof.validator.proof.VerifiedAhead;
import org.pathproof.validator.route.FailedJudgement;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.PathExaminer;
import org.pathproof.validator.route.RouteJudge;
import org.pathproof.validator.route.RouteRecord;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.route.RouteRecord.Marked;
import org.pathproof.validator.route.RouteRecord.Poison;
import org.pathproof.validator.route.RouteRecord.Withdrawn;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.route.Row;

/**
 * Processes the records of one partition, and does background work between records. Only the thread of the task uses
 * this class.
 */
final class RouteTask {
    private static final int ROUTES_PER_SLICE = 256; // between two readings of the clock

    private final ProcessorContext<byte[], byte[]> context;
    private final RouteMeters meters;
    private final TaskRoutes routes;
    private final Sweep sweep;
    private final Rejudging rejudging;
    private final Recovery recovery;
    private final PathExaminer asking;
    private final ExperimentalRoutes experimental;
    private final BackgroundBudget budget;
    private final Commits commits;
    private final TaskTraces traces;
    private final Upkeep.Task upkeep;
    private boolean hasBacklog; // background work is unfinished

    RouteTask(
            RouteTable table,
            ProcessorContext<byte[], byte[]> context,
            SessionBoard board,
            TaskTopics topics,
            RpkiHub hub,
            Prover prover,
            RouteMeters meters,
            BackgroundBudget budget,
            Commits commits,
            TaskTraces traces,
            ExperimentalRoutes experimental) {
        this.context = context;
        this.experimental = experimental;
        this.budget = budget;
        this.commits = commits;
        this.traces = traces;
        this.meters = meters;
        this.asking = PathExaminer.asking(prover.answeredBy(checks -> {
            meters.aheadMisses.increment(checks.size());
            return prover.verify(checks);
        }));
        this.routes = new TaskRoutes(table, board, context, meters, asking, traces);
        this.sweep = new Sweep(routes, board, meters);
        Doubting doubting = new Doubting(
                routes, board, meters.doubts().open(), context.taskId().partition() == 0);
        this.rejudging = new Rejudging(routes, hub, prover, doubting, meters);
        this.recovery = new Recovery(
                routes, board, sweep, rejudging, topics, context.taskId().partition(), meters);
        meters.opened(table.counts());
        this.upkeep = meters.upkeep().open();
    }

    void process(Record<byte[], byte[]> record) {
        long start = System.nanoTime();
        traces.begin(record, start);
        take(record);
        traces.end();
        budget.spentOnRecords(System.nanoTime() - start);
    }

    private void take(Record<byte[], byte[]> record) {
        recovery.takeUp();
        rejudging.takeUp();
        sweep.takeUp();
        VerifiedAhead ahead = VerifiedAhead.in(record.headers());
        RouteRecord decoded = ahead == null ? RouteRecord.decode(record.key(), record.value()) : ahead.record();
        switch (decoded) {
            case Announced announced
            when announced.isExperimental() -> announce(record, experimental.withResult(announced), ahead);
            case Announced announced -> announce(record, announced, ahead);
            case Withdrawn withdrawn -> withdraw(Bytes.wrap(record.key()), withdrawn);
            case Marked marked -> {
                routes.mark(marked.session(), marked.family(), marked.epoch());
                sweep.search(marked.session());
                report();
            }
            case Poison poison -> reject(record, poison);
        }
        commits.changed();
        if (ahead != null) {
            boolean last = ahead.poll().processed();
            budget.recordsWaiting(!last);
            if (last && commits.idle()) {
                context.commit();
            }
        }
    }

    /** Does background work, as far as the budget allows. Called by a timer of Kafka Streams. */
    void work() {
        long before = routes.changes();
        doBackgroundWork();
        if (routes.changes() != before) {
            commits.changed();
        }
        if (hasBacklog || routes.changes() == before ? commits.tick() : commits.idle()) {
            context.commit();
        }
    }

    private void doBackgroundWork() {
        recovery.takeUp();
        routes.table().tidy();
        rejudging.takeUp();
        rejudging.retryFailed(context.currentSystemTimeMs());
        sweep.takeUp();
        long granted = budget.grant(context.currentSystemTimeMs());
        if (granted == 0) {
            report();
            return;
        }
        long start = System.nanoTime();
        boolean more;
        do {
            more = recovery.slice(ROUTES_PER_SLICE) || slice();
        } while (more && System.nanoTime() - start < granted);
        budget.spend(System.nanoTime() - start);
        setBacklog(more);
        report();
    }

    private boolean slice() {
        boolean sweeping = sweep.slice(ROUTES_PER_SLICE);
        return rejudging.slice(ROUTES_PER_SLICE) || sweeping;
    }

    private void report() {
        upkeep.report(recovery.isPending() || sweep.isPending() || rejudging.isPending());
    }

    private void setBacklog(boolean more) {
        if (more != hasBacklog) {
            hasBacklog = more;
            if (more) {
                budget.backlogStarted();
            } else {
                budget.backlogCleared();
            }
        }
    }

    void close() {
        setBacklog(false);
        sweep.close();
        rejudging.close();
        recovery.close();
        upkeep.close();
        meters.closed(routes.table().counts());
    }

    private void announce(Record<byte[], byte[]> record, Announced a, @Nullable VerifiedAhead ahead) {
        Bytes key = Bytes.wrap(record.key());
        sweep.beforeAnnouncement(key, a.route().session());
        KeptRow before = routes.get(key);
        if (isStale(a.route(), a.epoch(), before)) {
            meters.staleEvents.increment();
            return;
        }
        Incoming in = Incoming.of(a);
        Row same = before != null && before.isOf(in.attributeHash()) ? before.row() : null;
        if (before != null && (same != null && isKnown(in, before, same) || isAliveCopy(a, before))) {
            if (a.epoch() > before.epoch()) {
                routes.renew(key, before, a.epoch(), a.receivedUs());
            }
        } else {
            routes.put(key, before, judge(in, same, ahead == null ? Answers.NONE : ahead.answers()));
        }
        meters.received(a.receivedUs(), Clock.nowUs(), traces.current());
    }

    /** Returns true if the announcement repeats the row, and the route of the row is judged. */
    private static boolean isKnown(Incoming in, KeptRow before, Row same) {
        return !before.isFailed() && !before.isDoubted() && RouteJudge.isRepeated(in, same);
    }

    /** Returns the row of an announcement, even if judging fails, so that an error in Pathproof loses no route. */
    private Row judge(Incoming in, @Nullable Row same, Answers answers) {
        try {
            return RouteJudge.announced(in, same, routes.rpki(), answers.orElse(asking), Clock.nowUs());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            meters.failures.report(in.announced().route(), e);
            return FailedJudgement.announced(in, e, Clock.nowUs());
        }
    }

    private void withdraw(Bytes key, Withdrawn w) {
        KeptRow before = routes.get(key);
        if (isStale(w.route(), w.epoch(), before)) {
            meters.staleEvents.increment();
        } else if (before == null) {
            meters.withdrawalsUnknown.increment();
            routes.withdrawUnknown(key);
        } else {
            routes.withdraw(key, before);
            meters.received(w.receivedUs(), Clock.nowUs(), traces.current());
        }
    }

    private boolean isAliveCopy(Announced a, KeptRow before) {
        return !a.announcement().hasBgpsecPath()
                && a.epoch() > before.epoch()
                && RouteJudge.isMonitoredCopy(a, before.row())
                && routes.isAlive(a.route().session(), a.route().family(), before.epoch());
    }

    private boolean isStale(RouteKey route, long epoch, @Nullable KeptRow before) {
        return !routes.isAlive(route.session(), route.family(), epoch) || before != null && epoch < before.epoch();
    }

    private void reject(Record<byte[], byte[]> record, Poison poison) {
        meters.rejected(poison.code());
        byte[] key = record.key() == null ? new byte[0] : record.key();
        byte[] bytes = record.value() == null ? key : record.value();
        Reject.Builder reject = Reject.newBuilder()
                .setReceivedUs(Clock.nowUs())
                .setLayer("route")
                .setCode(poison.code())
                .setWhere(poison.where())
                .setMessage(poison.message() + " (key " + HexFormat.of().formatHex(key) + ")")
                .setOctets(ByteString.copyFrom(bytes));
        context.forward(new Record<>(null, reject.build().toByteArray(), context.currentSystemTimeMs()), Sinks.REJECTS);
    }
}
