// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;
import org.pathproof.routes.RouteLife;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.route.Derivation;
import org.pathproof.validator.route.FailedValidation;
import org.pathproof.validator.route.Faults;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.PathVerifier;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.route.RouteValidator;
import org.pathproof.validator.route.Row;
import org.pathproof.validator.row.RevalidationMark;
import org.pathproof.validator.row.SessionFloor;
import org.pathproof.validator.row.StoreMark;
import org.pathproof.wire.AfiSafi;

/**
 * The routes of one task. All changes of the table and all verdicts go through this class, which keeps both consistent.
 * A verdict is published if its content is new, or if readers regard the previous verdict as dead.
 */
final class TaskRoutes {
    private final RouteTable table;
    private final SessionBoard board;
    private final ProcessorContext<byte[], byte[]> context;
    private final RouteMeters meters;
    private final TaskTraces traces;
    private final Derivation derivation;
    private Optional<RpkiSet> rpki = Optional.empty();
    private long changes;
    private @Nullable Set<Bytes> noted; // routes that changed while rows are read back; null at other times

    /** Creates the routes of a task; {@code pathVerifier} validates the bytes of rewritten paths. */
    TaskRoutes(
            RouteTable table,
            SessionBoard board,
            ProcessorContext<byte[], byte[]> context,
            RouteMeters meters,
            PathVerifier pathVerifier,
            TaskTraces traces) {
        this.derivation = new Derivation(table, pathVerifier);
        this.table = table;
        this.board = board;
        this.context = context;
        this.meters = meters;
        this.traces = traces;
    }

    RouteTable table() {
        return table;
    }

    /** Returns the set that routes are validated under; empty while there is no complete one. */
    Optional<RpkiSet> rpki() {
        return rpki;
    }

    /** Returns the number of changes of rows and of marks so far. */
    long changes() {
        return changes;
    }

    /** Sets the RPKI set for all later validations. */
    void setRpki(Optional<RpkiSet> set) {
        rpki = set;
    }

    @Nullable
    KeptRow get(Bytes key) {
        return table.get(key);
    }

    /** Returns true if routes of a session and family that were announced in an epoch are alive. */
    boolean isAlive(SessionId session, AfiSafi family, long epoch) {
        return RouteLife.of(board.get(session), epoch, floor(session, family)) == RouteLife.ALIVE;
    }

    /** Returns the lowest epoch in which routes of every family are alive, by the session's record and marks. */
    long aliveInAllFamiliesFrom(SessionId session) {
        SessionFloor floor = table.marks().floor(session);
        long from = Math.max(deadBefore(session), floor.getEpoch());
        for (long ofFamily : floor.getFamilyEpochMap().values()) {
            from = Math.max(from, ofFamily);
        }
        return from;
    }

    /** Returns the epoch below which readers do not show verdicts of the session. */
    long deadBefore(SessionId session) {
        return RouteLife.deadBefore(board.get(session));
    }

    /** Returns the epoch of the newest complete table of a family. */
    private long floor(SessionId session, AfiSafi family) {
        SessionFloor floor = table.marks().floor(session);
        return floor.getFamilyEpochCount() == 0
                ? floor.getEpoch()
                : Math.max(floor.getEpoch(), floor.getFamilyEpochOrDefault(ContractTypes.toContract(family), 0));
    }

    /** Records that the session has sent its whole table of a family (0: of all families) in this epoch. */
    void mark(SessionId session, int family, long epoch) {
        SessionFloor.Builder floor = table.marks().floor(session).toBuilder();
        if (family == 0) {
            floor.setEpoch(Math.max(floor.getEpoch(), epoch));
        } else {
            floor.putFamilyEpoch(family, Math.max(floor.getFamilyEpochOrDefault(family, 0), epoch));
        }
        table.marks().putFloor(session, floor.build());
        changes++;
    }

    /** Deletes all rows and marks of sessions, and publishes nothing. */
    void clear() {
        table.clear();
        changes++;
    }

    /** Starts to note the routes that change. Does nothing if this has started already. */
    void noteChanges() {
        if (noted == null) {
            noted = new HashSet<>();
        }
    }

    /** Returns true if the route changed since {@link #noteChanges}. */
    boolean isNoted(Bytes key) {
        return noted != null && noted.contains(key);
    }

    void endNotes() {
        noted = null;
    }

    private void note(Bytes key) {
        changes++;
        if (noted != null) {
            noted.add(key);
        }
    }

    /** Stores a row whose verdict is published. */
    void adopt(Bytes key, @Nullable KeptRow before, Row row) {
        table.put(key, before, row);
        changes++;
    }

    /** Deletes a row whose verdict is withdrawn. */
    void drop(Bytes key, KeptRow before) {
        table.delete(key, before);
        changes++;
    }

    /** Publishes the verdict of a route again. */
    void publishAgain(Bytes key) {
        KeptRow row = table.get(key);
        if (row != null) {
            publish(key, row.row().verdict());
            changes++;
        }
    }

    /** Stores the mark of a complete store. */
    void mark(StoreMark mark) {
        table.marks().putOfStore(mark);
        changes++;
    }

    /** Stores the mark of untrusted proofs. */
    void mark(RevalidationMark mark) {
        table.marks().putUntrusted(mark);
        changes++;
    }

    /** Deletes the marks of a session, whose epochs may restart. */
    void forget(SessionId session) {
        table.marks().deleteFloor(session);
        changes++;
    }

    /**
     * Replaces a row, and publishes its verdict if the content changed. If the router rewrote the path, the row is
     * derived from other rows. Rows that depend on this one are derived again, in the same transaction.
     */
    void put(Bytes key, @Nullable KeptRow before, Row validated) {
        Row after = derivation.settle(key, validated);
        List<Bytes> dependents = derivation.dependents(key, before, after);
        store(key, before, after);
        settle(dependents);
    }

    /** Derives the rows again that depend on a changed route. */
    private void settle(List<Bytes> dependents) {
        for (Bytes key : dependents) {
            KeptRow before = table.get(key);
            if (before != null) {
                Row after = revalidate(key, before.row());
                if (!RouteValidator.isSame(before.row().verdict(), after.verdict())) {
                    store(key, before, after);
                }
            }
        }
    }

    private Row revalidate(Bytes key, Row before) {
        return Faults.compute(() -> derivation.revalidate(key, before, rpki, Clock.nowUs()), e -> {
            meters.failures.report(RouteKey.ofBytes(key.get()), e);
            return FailedValidation.unverifiedRow(before, e, Clock.nowUs());
        });
    }

    private void store(Bytes key, @Nullable KeptRow before, Row after) {
        note(key);
        if (before == null || isNews(before, after) || isPublishedDead(key, before)) {
            table.put(key, before, after);
            publish(key, after.verdict());
        } else {
            table.put(key, before, after.withVerdict(before.row().verdict()));
        }
    }

    private static boolean isNews(KeptRow before, Row after) {
        return before.state() != after.verdict().getState()
                || !before.isOf(after.attributeHash())
                || !RouteValidator.isSame(before.row().verdict(), after.verdict());
    }

    /** Sets the epoch of an unchanged route. Publishes the verdict again if readers regard the previous one as dead. */
    void renew(Bytes key, KeptRow before, long epoch, long receivedUs) {
        note(key);
        Row row = before.row().announcedIn(epoch);
        if (!isPublishedDead(key, before)) {
            table.put(key, before, row);
            return;
        }
        Verdict again = row.verdict().toBuilder()
                .setEpoch(epoch)
                .setReceivedUs(receivedUs)
                .build();
        table.put(key, before, row.withVerdict(again));
        publish(key, again);
    }

    /** Removes a route and withdraws its verdict. */
    void withdraw(Bytes key, KeptRow before) {
        List<Bytes> dependents = derivation.dependents(key, before, null);
        table.delete(key, before);
        withdrawVerdict(key);
        settle(dependents);
    }

    /** Withdraws the verdict of a route without a row, while rows are read back. The row may not be read back yet. */
    void withdrawUnknown(Bytes key) {
        if (noted != null) {
            withdrawVerdict(key);
        }
    }

    private void withdrawVerdict(Bytes key) {
        note(key);
        forward(key.get(), null);
    }

    /**
     * Returns true if the verdict was published in an epoch that is dead now, so that readers do not show it. Such a
     * route must be published again, even if only its epoch is new.
     */
    boolean isPublishedDead(Bytes key, KeptRow row) {
        SessionId session = RouteKey.ofBytes(key.get()).session();
        return RouteLife.isDead(board.get(session), row.publishedEpoch());
    }

    private void publish(Bytes key, Verdict validated) {
        Verdict verdict = validated;
        if (validated.getValidatedUs() == 0) {
            // The short form of a row has no time of the validation. The verdict is valid now, because all later
            // changes were applied.
            Verdict.Builder now = validated.toBuilder().setValidatedUs(Clock.nowUs());
            rpki.ifPresent(set -> now.setRpkiSerial(set.serial().value()));
            verdict = now.build();
        }
        meters.countVerdict(verdict);
        forward(key.get(), verdict);
    }

    /** Writes a verdict; null withdraws it. */
    private void forward(byte[] key, @Nullable Verdict verdict) {
        byte[] value = verdict == null ? null : verdict.toByteArray();
        context.forward(
                new Record<>(key, value, context.currentSystemTimeMs(), traces.traceVerdict(key, verdict)),
                Sinks.VERDICTS);
    }
}
