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
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.SignatureResults;
import org.pathproof.validator.proof.VerifiedAhead;
import org.pathproof.validator.route.FailedValidation;
import org.pathproof.validator.route.Faults;
import org.pathproof.validator.route.Incoming;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.PathVerifier;
import org.pathproof.validator.route.RouteRecord;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.route.RouteRecord.Marked;
import org.pathproof.validator.route.RouteRecord.UndecodableRecord;
import org.pathproof.validator.route.RouteRecord.Withdrawn;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.route.RouteValidator;
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
    private final Revalidator revalidator;
    private final Recovery recovery;
    private final PathVerifier pathVerifier;
    private final ExperimentalRoutes experimental;
    private final BackgroundBudget budget;
    private final Commits commits;
    private final TaskTraces traces;
    private final Upkeep.Task upkeep;
    private final TaskPaths.Task paths;
    private boolean hasBacklog; // background work is unfinished

    RouteTask(
            RouteTable table,
            ProcessorContext<byte[], byte[]> context,
            SessionBoard board,
            TaskTopics topics,
            RpkiHub hub,
            CachingVerifier verifier,
            RouteMeters meters,
            BackgroundBudget budget,
            Commits commits,
            TaskTraces traces,
            TaskPaths paths,
            ExperimentalRoutes experimental) {
        this.context = context;
        this.experimental = experimental;
        this.budget = budget;
        this.commits = commits;
        this.traces = traces;
        this.meters = meters;
        this.pathVerifier = PathVerifier.using(verifier.withEngine(checks -> {
            meters.aheadMisses.increment(checks.size());
            return verifier.verify(checks);
        }));
        this.routes = new TaskRoutes(table, board, context, meters, pathVerifier, traces);
        this.sweep = new Sweep(routes, board, meters);
        ProofRevalidation revalidation = new ProofRevalidation(
                routes, board, meters.revalidations().open(), context.taskId().partition() == 0);
        this.revalidator = new Revalidator(routes, hub, verifier, revalidation, meters);
        this.recovery = new Recovery(
                routes, board, sweep, revalidator, topics, context.taskId().partition(), meters);
        meters.add(table.counts());
        this.upkeep = meters.upkeep().open();
        this.paths = paths.enter(context.taskId().partition(), table.sharedProofs(), revalidator::isTrusted);
    }

    void process(Record<byte[], byte[]> record) {
        long start = System.nanoTime();
        traces.begin(record, start);
        take(record);
        traces.end();
        budget.spendOnRecords(System.nanoTime() - start);
    }

    private void take(Record<byte[], byte[]> record) {
        recovery.takeUp();
        revalidator.takeUp();
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
            case UndecodableRecord undecodable -> reject(record, undecodable);
        }
        commits.onChange();
        if (ahead != null) {
            boolean last = ahead.poll().countProcessed();
            budget.reportWaiting(!last);
            if (last && commits.onIdle()) {
                context.commit();
            }
        }
    }

    /** Does background work, as far as the budget allows. Called by a timer of Kafka Streams. */
    void work() {
        long before = routes.changes();
        doBackgroundWork();
        if (routes.changes() != before) {
            commits.onChange();
        }
        if (hasBacklog || routes.changes() == before ? commits.tick() : commits.onIdle()) {
            context.commit();
        }
    }

    private void doBackgroundWork() {
        recovery.takeUp();
        routes.table().tidy();
        revalidator.takeUp();
        revalidator.retryFailed(context.currentSystemTimeMs());
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
        return revalidator.slice(ROUTES_PER_SLICE) || sweeping;
    }

    private void report() {
        upkeep.report(recovery.isPending() || sweep.isPending() || revalidator.isPending());
    }

    private void setBacklog(boolean more) {
        if (more != hasBacklog) {
            hasBacklog = more;
            if (more) {
                budget.startBacklog();
            } else {
                budget.clearBacklog();
            }
        }
    }

    void close() {
        paths.close();
        setBacklog(false);
        sweep.close();
        revalidator.close();
        recovery.close();
        upkeep.close();
        meters.remove(routes.table().counts());
    }

    private void announce(Record<byte[], byte[]> record, Announced a, @Nullable VerifiedAhead ahead) {
        Bytes key = Bytes.wrap(record.key());
        sweep.prepareAnnouncement(key, a.route().session());
        KeptRow before = routes.get(key);
        if (isStale(a.route(), a.epoch(), before)) {
            meters.staleEvents.increment();
            return;
        }
        Incoming in = incoming(a, ahead);
        Row same = before != null && before.isOf(in.attributeHash()) ? before.row() : null;
        if (before != null && (same != null && isKnown(in, before, same) || isAliveCopy(a, before))) {
            if (a.epoch() > before.epoch()) {
                routes.renew(key, before, a.epoch(), a.receivedUs());
            }
        } else {
            routes.put(key, before, validate(in, same, ahead == null ? SignatureResults.NONE : ahead.results()));
        }
        meters.recordLatency(a.receivedUs(), Clock.nowUs(), traces.current());
    }

    /** Returns the digests of an announcement, from the verification ahead if it had this announcement. */
    @SuppressWarnings("ReferenceEquality") // an equal announcement of another object is digested again
    private static Incoming incoming(Announced a, @Nullable VerifiedAhead ahead) {
        Incoming known = ahead == null ? null : ahead.incoming();
        return known != null && known.announced() == a ? known : Incoming.of(a);
    }

    /** Returns true if the announcement repeats the row, and the route of the row is validated. */
    private static boolean isKnown(Incoming in, KeptRow before, Row same) {
        return !before.isFailed() && !before.isUntrusted() && RouteValidator.isRepeated(in, same);
    }

    /** Returns the row of an announcement, even if validation fails, so that an error in Pathproof loses no route. */
    private Row validate(Incoming in, @Nullable Row same, SignatureResults results) {
        return Faults.compute(
                () -> RouteValidator.announced(in, same, routes.rpki(), results.orElse(pathVerifier), Clock.nowUs()),
                e -> {
                    meters.failures.report(in.announced().route(), e);
                    return FailedValidation.announced(in, e, Clock.nowUs());
                });
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
            meters.recordLatency(w.receivedUs(), Clock.nowUs(), traces.current());
        }
    }

    private boolean isAliveCopy(Announced a, KeptRow before) {
        return !a.announcement().hasBgpsecPath()
                && a.epoch() > before.epoch()
                && RouteValidator.isMonitoredCopy(a, before.row())
                && routes.isAlive(a.route().session(), a.route().family(), before.epoch());
    }

    private boolean isStale(RouteKey route, long epoch, @Nullable KeptRow before) {
        return !routes.isAlive(route.session(), route.family(), epoch) || before != null && epoch < before.epoch();
    }

    private void reject(Record<byte[], byte[]> record, UndecodableRecord undecodable) {
        meters.countReject(undecodable.code());
        byte[] key = record.key() == null ? new byte[0] : record.key();
        byte[] bytes = record.value() == null ? key : record.value();
        Reject.Builder reject = Reject.newBuilder()
                .setReceivedUs(Clock.nowUs())
                .setLayer("route")
                .setCode(undecodable.code())
                .setWhere(undecodable.where())
                .setMessage(undecodable.message() + " (key " + HexFormat.of().formatHex(key) + ")")
                .setOctets(ByteString.copyFrom(bytes));
        context.forward(new Record<>(null, reject.build().toByteArray(), context.currentSystemTimeMs()), Sinks.REJECTS);
    }
}
