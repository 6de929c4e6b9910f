// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.network.model.Candidate;
import org.pathproof.network.model.Mark;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.Outcome;
import org.pathproof.network.model.Outcome.Delivery;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.model.Simulation;
import org.pathproof.network.model.UpstreamAnnouncement;

/** Compares the run of a strategy with runs of the same network without overrides. */
public final class Check {
    private final NetworkPlan plan;
    private final References references;

    /**
     * The result for one strategy.
     *
     * @param violations a sentence for each property that is violated
     * @param possible number of fed routers that use an accepted path if routers validate paths themselves, and a
     *     refused one without feeds
     * @param protectedRouters number of these routers that use an accepted path with overrides
     * @param detours number of routers that use an override although their own neighbor announces a path that is equal
     *     in all steps that the routers of the AS share
     */
    public record Result(
            Outcome outcome, Map<Property, String> violations, int possible, int protectedRouters, int detours) {}

    public Check(NetworkPlan plan) {
        this.plan = plan;
        this.references = new References(plan);
    }

    /** Returns true if the network becomes quiet without feeds. Other networks say nothing about a strategy. */
    public boolean isStable() {
        return references.first().isQuiet();
    }

    /** Returns how often a router had a path and then none after the last event, without feeds. */
    public int lateLossesWithoutFeeds() {
        return references.first().lateLosses();
    }

    /** Runs a strategy, and compares. */
    public Result of(OverrideStrategy strategy) {
        Outcome outcome = Simulation.withFeeds(plan, strategy);
        Map<Property, String> violations = new EnumMap<>(Property.class);
        if (!outcome.isQuiet()) {
            if (!references.canOscillate()) {
                violations.put(
                        Property.CONVERGES,
                        "more than " + Simulation.MESSAGES_UNTIL_QUIET + " messages after the last event");
            }
            return new Result(outcome, violations, 0, 0, 0);
        }
        if (!outcome.ghosts().isEmpty()) {
            violations.put(Property.NO_GHOSTS, outcome.ghosts().getFirst());
        }
        int possible = 0;
        int protectedRouters = 0;
        int detours = 0;
        Outcome validating = references.firstValidating();
        for (int router = 0; router < plan.routers().size(); router++) {
            checkReachability(router, outcome, violations);
            if (validating.isQuiet()) {
                checkPreference(router, outcome, violations);
                if (plan.routers().get(router).fed()
                        && usesRefused(references.first(), router)
                        && uses(validating, router, source -> !source.tampered())) {
                    possible++;
                    protectedRouters += usesRefused(outcome, router) ? 0 : 1;
                }
                detours += isDetour(router, outcome, validating) ? 1 : 0;
            }
        }
        return new Result(outcome, violations, possible, protectedRouters, detours);
    }

    private static boolean usesRefused(Outcome outcome, int router) {
        return uses(outcome, router, UpstreamAnnouncement::tampered);
    }

    private static boolean uses(Outcome outcome, int router, Predicate<UpstreamAnnouncement> condition) {
        Candidate best = outcome.best(router);
        return best != null && condition.test(best.route().source());
    }

    private void checkReachability(int router, Outcome outcome, Map<Property, String> violations) {
        Delivery delivery = outcome.delivery(router);
        boolean hidden = isHidden(outcome, router);
        if (delivery == Delivery.DELIVERED && !hidden) {
            return;
        }
        List<Outcome> without = references.withoutFeeds();
        if (without.stream().allMatch(run -> run.isQuiet() && run.delivery(router) == Delivery.DELIVERED)
                && (delivery != Delivery.LOOP || !references.canLoop(router))) {
            Property property = delivery == Delivery.LOOP ? Property.NO_LOOPS : Property.KEEPS_REACHABILITY;
            violations.putIfAbsent(
                    property,
                    "router " + (router + 1)
                            + (hidden
                                    ? " announces the prefix to no external neighbor"
                                    : delivery == Delivery.LOOP ? " is in a loop" : " does not reach the prefix"));
        }
    }

    private static boolean isHidden(Outcome outcome, int router) {
        Candidate best = outcome.best(router);
        return best != null && best.route().mark() == Mark.NO_ADVERTISE;
    }

    private void checkPreference(int router, Outcome outcome, Map<Property, String> violations) {
        Candidate best = outcome.best(router);
        if (best == null || !best.route().isOverride()) {
            return;
        }
        if (best.route().source().tampered()) {
            violations.putIfAbsent(
                    Property.ANNOUNCES_ACCEPTED_PATHS,
                    "router " + (router + 1) + " has an override that is the tampered path of upstream "
                            + (best.route().source().upstream() + 1));
        }
        UpstreamAnnouncement used = best.route().source();
        if (isBeaten(used, references.firstValidating(), router)
                && references.validating().stream().allMatch(run -> run.isQuiet() && isBeaten(used, run, router))) {
            UpstreamAnnouncement better = requireNonNull(
                            references.firstValidating().best(router))
                    .route()
                    .source();
            violations.putIfAbsent(
                    Property.KEEPS_PREFERENCE,
                    "router " + (router + 1) + " uses upstream " + (used.upstream() + 1) + " instead of upstream "
                            + (better.upstream() + 1));
        }
    }

    /** Returns true if a router would use an accepted path that is better than the used one. */
    private boolean isBeaten(UpstreamAnnouncement used, Outcome validating, int router) {
        UpstreamAnnouncement wanted = acceptedSource(validating, router);
        return wanted != null && compare(wanted, used) < 0;
    }

    private static @Nullable UpstreamAnnouncement acceptedSource(Outcome validating, int router) {
        Candidate best = validating.best(router);
        return best == null || best.route().source().tampered()
                ? null
                : best.route().source();
    }

    private boolean isDetour(int router, Outcome outcome, Outcome validating) {
        Candidate best = outcome.best(router);
        UpstreamAnnouncement wanted = acceptedSource(validating, router);
        return best != null
                && best.route().isOverride()
                && wanted != null
                && compare(wanted, best.route().source()) == 0
                && plan.upstreams().get(wanted.upstream()).router() == router
                && plan.upstreams().get(best.route().source().upstream()).router() != router;
    }

    /** Compares two paths by the steps that all routers of the AS share. A negative result is for the first path. */
    private int compare(UpstreamAnnouncement one, UpstreamAnnouncement other) {
        int order = Integer.compare(localPref(other), localPref(one));
        if (order == 0) {
            order = Integer.compare(one.length(), other.length());
        }
        if (order == 0) {
            order = Integer.compare(one.origin(), other.origin());
        }
        return order;
    }

    private int localPref(UpstreamAnnouncement announcement) {
        return plan.upstreams().get(announcement.upstream()).localPref();
    }
}
