// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.ArrayList;
import java.util.BitSet;
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
 * Judges routes again when the RPKI changes: those whose path names a key that came or went, and those whose prefix a VRP covers that
 * came or went (RFC 8205 section 5, RFC 6811 section 4). Holds the RPKI set that the task judges under.
 *
 * <p>Changes that come faster than they are worked off run together: a route is judged once, under the newest set. A task that starts
 * judges all its routes again, because it cannot know what changed while it was away; that takes no crypto for what is proved, nor for
 * what was tried under the same keys.
 */
final class Rejudging {
    private static final Logger log = LoggerFactory.getLogger(Rejudging.class);
    private static final int SIGNATURES = 1024; // of a slice, about
    private static final int STRIDE = 4096; // routes that the walk takes at a time
    private static final int FAILED_ONE_BY_ONE = 10_000; // with more of them all routes are looked at
    private static final long RETRY_INTERVAL_MS = 60_000;
    private static final int VRPS_ONE_BY_ONE = 10_000; // with more changes at a time all routes are looked at

    private final TaskRoutes routes;
    private final Prover prover;
    private final RouteMeters meters;
    private final RpkiMailbox changes;
    private final Set<Bytes> touched = new LinkedHashSet<>();
    private boolean walking; // through all routes
    private @Nullable Bytes reached; // by the walk; null before the first

    private long retryAtMs; // when routes that could not be judged are tried again

    private record Case(Bytes key, KeptRow before, @Nullable PathExamination examination, int from) {}

    Rejudging(TaskRoutes routes, RpkiHub hub, Prover prover, RouteMeters meters) {
        this.routes = routes;
        this.prover = prover;
        this.meters = meters;
        RpkiHub.Subscription subscription = hub.subscribe();
        this.changes = subscription.changes();
        routes.judgeUnder(subscription.set());
        if (subscription.set().isPresent()) {
            touchAll();
        }
    }

    /** Takes the changes of the RPKI since the last call, and notes the routes that they may concern. */
    void takeUp() {
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

    /** Judges the routes again that could not be judged because of an error, once a minute. */
    void retryFailed(long nowMs) {
        if (nowMs >= retryAtMs) {
            retryAtMs = nowMs + RETRY_INTERVAL_MS;
            touchFailed();
        }
    }

    private void touchFailed() {
        long failed = routes.table().counts().failed();
        if (failed > FAILED_ONE_BY_ONE) {
            touchAll();
        } else if (failed > 0 && !walking) {
            routes.table().failed(touched::add);
        }
    }

    /** Judges up to {@code limit} routes; whether there are more. */
    boolean slice(int limit) {
        walk();
        if (routes.rpki().isEmpty() || touched.isEmpty()) {
            return false;
        }
        RpkiSet set = routes.rpki().get();
        List<Case> cases = new ArrayList<>();
        List<SignatureCheck> batch = new ArrayList<>();
        Iterator<Bytes> keys = touched.iterator();
        while (keys.hasNext() && cases.size() < limit && batch.size() < SIGNATURES) {
            Bytes key = keys.next();
            keys.remove();
            KeptRow row = routes.get(key);
            if (row != null) {
                PathExamination examination = examination(key, row, set);
                cases.add(new Case(key, row, examination, batch.size()));
                if (examination != null) {
                    batch.addAll(examination.questions());
                }
            }
        }
        BitSet verified = verify(batch);
        for (Case c : cases) {
            judge(c, verified, set);
        }
        return walking || !touched.isEmpty();
    }

    /** Returns true when there is something to judge again. */
    boolean isPending() {
        return walking || !touched.isEmpty() || !changes.isEmpty();
    }

    /** The examination of a route's path; null where none is to be made, and where making it fails: judging tells then. */
    private @Nullable PathExamination examination(Bytes key, KeptRow row, RpkiSet set) {
        try {
            return RouteJudge.examination(RouteKey.ofOctets(key.get()), row.row(), set, prover.suites());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            log.debug("a path cannot be examined ahead of judging it", e);
            return null;
        }
    }

    /** Answers to a batch; null when they cannot be had together: then each route asks for its own, and only some fail. */
    private @Nullable BitSet verify(List<SignatureCheck> batch) {
        try {
            return batch.isEmpty() ? new BitSet() : prover.verify(batch);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            log.warn("Verifying {} signatures together failed; they are verified route by route", batch.size(), e);
            return null;
        }
    }

    void close() {
        changes.close();
    }

    private void judge(Case c, @Nullable BitSet verified, RpkiSet set) {
        RouteKey route = RouteKey.ofOctets(c.key.get());
        Answers answers = verified == null ? Answers.NONE : new Answers(c.examination, set, verified, c.from);
        Row before = c.before.row();
        Row after;
        try {
            after = RouteJudge.again(route, before, set, answers.orElse(PathExaminer.asking(prover)), Clock.nowUs());
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            meters.failures.report(route, e);
            after = FailedJudgement.again(before, e, Clock.nowUs());
        }
        meters.rejudged.increment();
        if (!after.equals(before)) {
            routes.put(c.key, c.before, after);
        }
    }

    /** Takes the keys of routes to judge from a walk through all of them. */
    private void walk() {
        if (walking && touched.isEmpty()) {
            reached = routes.table().next(reached, STRIDE, touched::add);
            walking = reached != null;
        }
    }

    private void touchAll() {
        touched.clear();
        walking = routes.table().size() > 0;
        reached = null;
    }

    private void touch(Stream<RpkiObject> objects) {
        List<RouteTable.KeyName> names = new ArrayList<>();
        List<Vrp> vrps = new ArrayList<>();
        objects.forEach(object -> {
            switch (object) {
                case RouterKey key -> names.add(new RouteTable.KeyName(key.asn(), key.ski()));
                case Vrp vrp -> vrps.add(vrp);
                case Aspa _ -> {
                    // No verdict depends on ASPAs yet.
                }
            }
        });
        if (vrps.size() > VRPS_ONE_BY_ONE) {
            touchAll();
            return;
        }
        routes.table().naming(names, touched::add);
        vrps.forEach(vrp -> routes.table().covered(vrp.prefix(), touched::add));
    }
}
