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
import org.pathproof.bgpsec.PathValidation;
import org.pathproof.bgpsec.SignatureCheck;
import org.pathproof.contracts.RouteKey;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.proof.CachingVerifier;
import org.pathproof.validator.proof.SignatureResults;
import org.pathproof.validator.route.FailedValidation;
import org.pathproof.validator.route.Faults;
import org.pathproof.validator.route.KeptRow;
import org.pathproof.validator.route.PathVerifier;
import org.pathproof.validator.route.RouteTable;
import org.pathproof.validator.route.RouteValidator;
import org.pathproof.validator.route.Row;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Revalidates routes when the RPKI changes (RFC 8205 section 5, RFC 6811 section 4). A change concerns routes whose
 * path names an added or removed key, and routes whose prefix is covered by an added or removed VRP. A change also
 * concerns routes whose path contains the customer of an added or removed ASPA.
 *
 * <p>Changes that arrive faster than the work proceeds are merged: a route is validated once, under the newest set. A
 * task that starts revalidates all its routes, because the changes since its last run are unknown. This work verifies
 * no signatures of a path whose proof still holds, or whose keys are those of the last attempt. Rewritten paths are the
 * exception: their signatures are always verified.
 */
final class Revalidator {
    private static final Logger log = LoggerFactory.getLogger(Revalidator.class);
    private static final int SIGNATURES_PER_SLICE = 1024; // approximate
    private static final int WALK_ROUTES = 4096; // added by the walk in one step
    private static final int MAX_LISTED_FAILURES = 10_000; // above this number, all routes are revalidated
    private static final long RETRY_INTERVAL_MS = 60_000;
    private static final int MAX_LISTED_VRPS = 10_000; // above this number, all routes are revalidated

    private final TaskRoutes routes;
    private final CachingVerifier verifier;
    private final RouteMeters meters;
    private final RpkiMailbox changes;
    private final ProofRevalidation revalidation;
    private final Set<Bytes> selected = new LinkedHashSet<>();
    private boolean walking; // a walk through all routes is in progress
    private @Nullable Bytes reached; // last key of the walk; null before the first

    private long retryAtMs; // time of the next repetition of failed validations

    /** @param row the row to validate: that of {@code before}, or without its proof */
    private record Case(
            Bytes key, KeptRow before, Row row, @Nullable PathValidation validation, int from) {}

    Revalidator(
            TaskRoutes routes,
            RpkiHub hub,
            CachingVerifier verifier,
            ProofRevalidation revalidation,
            RouteMeters meters) {
        this.routes = routes;
        this.revalidation = revalidation;
        this.verifier = verifier;
        this.meters = meters;
        RpkiHub.Subscription subscription = hub.subscribe();
        this.changes = subscription.changes();
        routes.setRpki(subscription.set());
        if (subscription.set().isPresent()) {
            selectAll();
        }
    }

    /**
     * Takes the changes of the RPKI and the report of a signature engine since the last call, and collects the routes
     * that they may concern.
     */
    void takeUp() {
        revalidation.takeUp();
        if (revalidation.beginWalk()) {
            selectAll();
        }
        RpkiMailbox.Merged change = changes.take();
        if (change == null) {
            return;
        }
        boolean isFirst = routes.rpki().isEmpty();
        routes.setRpki(Optional.of(change.after()));
        if (isFirst || !change.isComplete()) {
            selectAll();
        } else {
            select(Stream.concat(change.announced().stream(), change.withdrawn().stream()));
        }
        selectFailures();
    }

    /**
     * Selects, once a minute, the routes that could not be validated because of an error. The selected routes are then
     * revalidated.
     */
    void retryFailed(long nowMs) {
        if (nowMs >= retryAtMs) {
            retryAtMs = nowMs + RETRY_INTERVAL_MS;
            selectFailures();
        }
    }

    private void selectFailures() {
        long failed = routes.table().counts().failed();
        if (failed > MAX_LISTED_FAILURES) {
            selectAll();
        } else if (failed > 0 && !walking) {
            routes.table().forEachFailedRoute(selected::add);
        }
    }

    /** Validates up to {@code limit} routes; returns true if there are more. */
    boolean slice(int limit) {
        walk();
        if (!walking && selected.isEmpty()) {
            revalidation.endWalk();
        }
        if (routes.rpki().isEmpty() || selected.isEmpty()) {
            return false;
        }
        RpkiSet set = routes.rpki().get();
        List<Case> cases = new ArrayList<>();
        List<SignatureCheck> batch = new ArrayList<>();
        Iterator<Bytes> keys = selected.iterator();
        while (keys.hasNext() && cases.size() < limit && batch.size() < SIGNATURES_PER_SLICE) {
            Bytes key = keys.next();
            keys.remove();
            KeptRow before = routes.get(key);
            if (before != null) {
                Row row = revalidation.toRevalidate(before.row());
                PathValidation validation = prepare(key, row, set);
                cases.add(new Case(key, before, row, validation, batch.size()));
                if (validation != null) {
                    batch.addAll(validation.checks());
                }
            }
        }
        BitSet verified = verify(batch);
        for (Case c : cases) {
            validate(c, verified, set);
        }
        if (!walking && selected.isEmpty()) {
            revalidation.endWalk();
        }
        return walking || !selected.isEmpty();
    }

    /** Returns false while rows may depend on a wrong result of a signature engine, in this or in another process. */
    boolean isTrusted() {
        return verifier.isTrusted() && !revalidation.isDue();
    }

    /** Returns true if there are routes to revalidate. */
    boolean isPending() {
        return walking || !selected.isEmpty() || !changes.isEmpty();
    }

    /**
     * Prepares the validation of a route's path; null if none is needed or if it fails. In the latter case, validating
     * the route reports the error.
     */
    private @Nullable PathValidation prepare(Bytes key, Row row, RpkiSet set) {
        return Faults.compute(
                () -> RouteValidator.prepare(RouteKey.ofBytes(key.get()), row, set, verifier.suites()), e -> {
                    log.debug("a path cannot be prepared for revalidation", e);
                    return null;
                });
    }

    /**
     * Returns the verification results of a batch; null if the verification fails. Each route is then verified
     * separately, so that only some fail.
     */
    private @Nullable BitSet verify(List<SignatureCheck> batch) {
        return Faults.compute(() -> batch.isEmpty() ? new BitSet() : verifier.verify(batch), e -> {
            log.warn(
                    getMarker("batch-verification-failed"),
                    "Verification of a batch failed, signatures are verified route by route: signatures={}",
                    batch.size(),
                    e);
            return null;
        });
    }

    void close() {
        changes.close();
        revalidation.close();
    }

    private void validate(Case c, @Nullable BitSet verified, RpkiSet set) {
        RouteKey route = RouteKey.ofBytes(c.key.get());
        SignatureResults results = verified == null || c.validation == null
                ? SignatureResults.NONE
                : SignatureResults.of(c.validation, set, verified, c.from);
        Row after = Faults.compute(
                () -> RouteValidator.revalidate(
                        route, c.row, set, results.orElse(PathVerifier.using(verifier)), Clock.nowUs()),
                e -> {
                    meters.failures.report(route, e);
                    return FailedValidation.unverifiedRow(c.row, e, Clock.nowUs());
                });
        meters.revalidated.increment();
        if (!after.equals(c.before.row())) {
            routes.put(c.key, c.before, after);
        }
    }

    /** Continues the walk through all routes if no other route is to be validated. */
    private void walk() {
        if (walking && selected.isEmpty()) {
            reached = routes.table().next(reached, WALK_ROUTES, selected::add);
            walking = reached != null;
        }
    }

    /** Revalidates all routes. */
    void revalidateAll() {
        selectAll();
    }

    private void selectAll() {
        selected.clear();
        walking = routes.table().size() > 0;
        reached = null;
    }

    private void select(Stream<RpkiObject> objects) {
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
            selectAll();
            return;
        }
        routes.table().forEachRouteNaming(names, selected::add);
        if (!customers.isEmpty()) {
            routes.table().forEachRouteThrough(customers, selected::add);
        }
        vrps.forEach(vrp -> routes.table().forEachRouteWithin(vrp.prefix(), selected::add));
    }
}
