// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.slf4j.MarkerFactory.getMarker;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathExamination;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.contracts.RouteKey;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.proof.Answers;
import org.pathproof.validator.proof.Prover;
import org.pathproof.validator.route.FailedJudgement;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.PathExaminer;
import org.pathproof.validator.route.RouteJudge;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.route.Row;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges routes again when the RPKI changes (RFC 8205 section 5, RFC 6811 section 4). A change concerns routes whose
 * path names an added or removed key, and routes whose prefix is covered by an added or removed VRP. It also concerns
 * routes whose path contains the customer of an added or removed ASPA.
 *
 * <p>Changes that arrive faster than the work proceeds are merged: a route is judged once, under the newest set. A task
 * that starts judges all its routes again, because the changes since its last run are unknown. This work verifies no
 * signatures of a path whose proof still holds, or whose keys are those of the last attempt. Rewritten paths are the
 * exception: they are always examined.
 */
final class Rejudging {
    private static final Logger log = LoggerFactory.getLogger(Rejudging.class);
    private static final int SIGNATURES_PER_SLICE = 1024; // approximate
    private static final int WALK_ROUTES = 4096; // added by the walk in one step
    private static final int MAX_LISTED_FAILURES = 10_000; // above this number, all routes are judged again
    private static final long RETRY_INTERVAL_MS = 60_000;
    private static final int MAX_LISTED_VRPS = 10_000; // above this number, all routes are judged again

    private final TaskRoutes routes;
    private final Prover prover;
    private final RouteMeters meters;
    private final RpkiMailbox changes;
    private final Doubting doubting;
    private final Set<Bytes> touched = new LinkedHashSet<>();
    private boolean walking; // a walk through all routes is in progress
    private @Nullable Bytes reached; // last key of the walk; null before the first

    private long retryAtMs; // time of the next repetition of failed judgements

    /** @param row the row to judge: that of {@code before}, or without its proof */
    private record Case(
            Bytes key, KeptRow before, Row row, @Nullable PathExamination examination, int from) {}

    Rejudging(TaskRoutes routes, RpkiHub hub, Prover prover, Doubting doubting, RouteMeters meters) {
        this.routes = routes;
        this.doubting = doubting;
        this.prover = prover;
        this.meters = meters;
        RpkiHub.Subscription subscription = hub.subscribe();
        this.changes = subscription.changes();
        routes.judgeUnder(subscription.set());
        if (subscription.set().isPresent()) {
            touchAll();
        }
    }

    /**
     * Takes the changes of the RPKI and the report of a signature engine since the last call, and collects the routes
     * that they may concern.
     */
    void takeUp() {
        doubting.takeUp();
        if (doubting.begins()) {
            touchAll();
        }
        RpkiMailbox.Merged change = changes.take();
        if (change == null) {
            return;
        }
        boolean isFirst = routes.rpki().isEmpty();
        routes.judgeUnder(Optional.of(change.after()));
        if (isFirst || !change.isComplete()) {
            touchAll();
        } else {
            touch(Stream.concat(change.announced().stream(), change.withdrawn().stream()));
        }
        touchFailed();
    }

    /** Selects, once a minute, the routes that could not be judged because of an error. They are then judged again. */
    void retryFailed(long nowMs) {
        if (nowMs >= retryAtMs) {
            retryAtMs = nowMs + RETRY_INTERVAL_MS;
            touchFailed();
        }
    }

    private void touchFailed() {
        long failed = routes.table().counts().failed();
        if (failed > MAX_LISTED_FAILURES) {
            touchAll();
        } else if (failed > 0 && !walking) {
            routes.table().forEachFailedRoute(touched::add);
        }
    }

    /** Judges up to {@code limit} routes; returns true if there are more. */
    boolean slice(int limit) {
        walk();
        if (!walking && touched.isEmpty()) {
            doubting.walked();
        }
        if (routes.rpki().isEmpty() || touched.isEmpty()) {
            return false;
        }
        RpkiSet set = routes.rpki().get();
        List<Case> cases = new ArrayList<>();
        List<SignatureCheck> batch = new ArrayList<>();
        Iterator<Bytes> keys = touched.iterator();
        while (keys.hasNext() && cases.size() < limit && batch.size() < SIGNATURES_PER_SLICE) {
            Bytes key = keys.next();
            keys.remove();
            KeptRow before = routes.get(key);
            if (before != null) {
                Row row = doubting.doubted(before.row());
                PathExamination examination = examination(key, row, set);
                cases.add(new Case(key, before, row, examination, batch.size()));
                if (examination != null) {
                    batch.addAll(examination.questions());
                }
            }
        }
        BitSet verified = verify(batch);
        for (Case c : cases) {
            judge(c, verified, set);
        }
        if (!walking && touched.isEmpty()) {
            doubting.walked();
        }
        return walking || !touched.isEmpty();
    }

    /** Returns true if there are routes to judge again. */
    boolean isPending() {
        return walking || !touched.isEmpty() || !changes.isEmpty();
    }

    /**
     * Returns the examination of a route's path; null if none is needed or if it fails. In the latter case, judging the
     * route reports the error.
     */
    private @Nullable PathExamination examination(Bytes key, Row row, RpkiSet set) {
        try {
            return RouteJudge.examination(RouteKey.ofBytes(key.get()), row, set, prover.suites());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            log.debug("a path cannot be examined before the judgement", e);
            return null;
        }
    }

    /**
     * Returns the answers to a batch; null if the verification fails. Each route is then verified separately, so that
     * only some fail.
     */
    private @Nullable BitSet verify(List<SignatureCheck> batch) {
        try {
            return batch.isEmpty() ? new BitSet() : prover.verify(batch);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            log.warn(
                    getMarker("batch-verification-failed"),
                    "Verification of a batch failed, signatures are verified route by route: signatures={}",
                    batch.size(),
                    e);
            return null;
        }
    }

    void close() {
        changes.close();
        doubting.close();
    }

    private void judge(Case c, @Nullable BitSet verified, RpkiSet set) {
        RouteKey route = RouteKey.ofBytes(c.key.get());
        Answers answers = verified == null ? Answers.NONE : new Answers(c.examination, set, verified, c.from);
        Row after;
        try {
            after = RouteJudge.again(route, c.row, set, answers.orElse(PathExaminer.asking(prover)), Clock.nowUs());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            meters.failures.report(route, e);
            after = FailedJudgement.again(c.row, e, Clock.nowUs());
        }
        meters.rejudged.increment();
        if (!after.equals(c.before.row())) {
            routes.put(c.key, c.before, after);
        }
    }

    /** Continues the walk through all routes if no other route is to be judged. */
    private void walk() {
        if (walking && touched.isEmpty()) {
            reached = routes.table().next(reached, WALK_ROUTES, touched::add);
            walking = reached != null;
        }
    }

    /** Judges all routes again. */
    void judgeAll() {
        touchAll();
    }

    private void touchAll() {
        touched.clear();
        walking = routes.table().size() > 0;
        reached = null;
    }

    private void touch(Stream<RpkiObject> objects) {
        List<RouteTable.KeyName> names = new ArrayList<>();
        List<Vrp> vrps = new ArrayList<>();
        Set<Long> customers = new HashSet<>();
        objects.forEach(object -> {
            switch (object) {
                case RouterKey key -> names.add(new RouteTable.KeyName(key.asn(), key.ski()));
                case Vrp vrp -> vrps.add(vrp);
                case Aspa aspa -> customers.add(aspa.customer());
            }
        });
        if (vrps.size() > MAX_LISTED_VRPS) {
            touchAll();
            return;
        }
        routes.table().forEachRouteNaming(names, touched::add);
        if (!customers.isEmpty()) {
            routes.table().forEachRouteThrough(customers, touched::add);
        }
        vrps.forEach(vrp -> routes.table().forEachRouteWithin(vrp.prefix(), touched::add));
    }
}
