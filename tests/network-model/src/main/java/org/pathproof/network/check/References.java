// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.Outcome;
import org.pathproof.network.model.Outcome.Delivery;
import org.pathproof.network.model.Simulation;

/**
 * Runs of a network to which a run with overrides is compared. Networks can have several stable states, so that a
 * violation counts only if all of several runs with different delays contradict the run with overrides.
 */
final class References {
    private static final int RUNS = 6;
    private static final int STARTS = 40;

    private final NetworkPlan plan;
    private final Outcome withoutFeeds;
    private final List<Outcome> allWithoutFeeds = new ArrayList<>();
    private final List<Outcome> allWithoutRefusedPaths = new ArrayList<>();
    private final List<Outcome> starts = new ArrayList<>();
    private final List<Outcome> validating = new ArrayList<>();

    References(NetworkPlan plan) {
        this.plan = plan;
        this.withoutFeeds = Simulation.withoutFeeds(plan);
    }

    /** Returns the run without feeds with the delays of the plan. */
    Outcome first() {
        return withoutFeeds;
    }

    /** Returns several runs without feeds. */
    List<Outcome> withoutFeeds() {
        return runs(allWithoutFeeds, Simulation::withoutFeeds, RUNS);
    }

    /** Returns several runs without refused paths. */
    List<Outcome> withoutRefusedPaths() {
        return runs(allWithoutRefusedPaths, Simulation::withoutRefusedPaths, RUNS);
    }

    /** Returns a run in which fed routers validate paths themselves. */
    Outcome firstValidating() {
        return runs(validating, Simulation::withValidatingRouters, 1).getFirst();
    }

    /** Returns several runs in which fed routers validate paths themselves. */
    List<Outcome> validating() {
        return runs(validating, Simulation::withValidatingRouters, RUNS);
    }

    /**
     * Returns true if the network can oscillate without feeds: in one of the runs above, or after a start with its last
     * paths, with or without the refused ones.
     */
    boolean canOscillate() {
        if (!withoutFeeds().stream().allMatch(Outcome::isQuiet)
                || !withoutRefusedPaths().stream().allMatch(Outcome::isQuiet)) {
            return true;
        }
        return !starts().stream().allMatch(Outcome::isQuiet);
    }

    /** Returns true if packets of a router can loop without feeds or without refused paths. */
    boolean canLoop(int router) {
        return Stream.of(withoutFeeds(), withoutRefusedPaths(), starts())
                .flatMap(List::stream)
                .anyMatch(run -> run.delivery(router) == Delivery.LOOP);
    }

    private List<Outcome> starts() {
        if (starts.isEmpty()) {
            NetworkPlan start = FinalState.of(plan);
            for (int number = 0; number < STARTS; number++) {
                NetworkPlan run = start.withSeed(plan.seed() + number);
                starts.add(Simulation.withoutFeeds(run));
                starts.add(Simulation.withoutRefusedPaths(run));
            }
        }
        return starts;
    }

    private List<Outcome> runs(List<Outcome> known, Function<NetworkPlan, Outcome> run, int count) {
        for (int number = known.size(); number < count; number++) {
            known.add(run.apply(plan.withSeed(plan.seed() + number)));
        }
        return known;
    }
}
