// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.network.model.EventPlan;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.NextHopSelf;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.Software;
import org.pathproof.network.model.UpstreamAnnouncement;
import org.pathproof.network.model.UpstreamPlan;

/** Makes a counterexample smaller: removes events, routers, upstreams and settings while it still is one. */
public final class Shrinker {
    /** Time after which a network with few events is quiet. */
    private static final int LONG_GAP = 200;

    private static final int SEEDS = 6;

    private final Predicate<NetworkPlan> violates;

    /** @param violates returns true for a counterexample */
    public Shrinker(Predicate<NetworkPlan> violates) {
        this.violates = violates;
    }

    /** Returns a counterexample of which no part can be removed. */
    public NetworkPlan shrink(NetworkPlan plan) {
        NetworkPlan smallest = plan;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (UnaryOperator<NetworkPlan> step : steps(smallest)) {
                NetworkPlan next = step.apply(smallest);
                if (next.equals(smallest)) {
                    continue;
                }
                NetworkPlan found = violating(next);
                if (found != null) {
                    smallest = found;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    private @Nullable NetworkPlan violating(NetworkPlan plan) {
        return LongStream.range(plan.seed(), plan.seed() + SEEDS)
                .mapToObj(plan::withSeed)
                .filter(violates)
                .findFirst()
                .orElse(null);
    }

    private static List<UnaryOperator<NetworkPlan>> steps(NetworkPlan plan) {
        List<UnaryOperator<NetworkPlan>> steps = new ArrayList<>();
        int events = plan.events().size();
        for (int length = events / 2; length >= 1; length /= 2) {
            for (int from = 0; from + length <= events; from += length) {
                steps.add(withoutEvents(from, length));
            }
        }
        IntStream.range(0, plan.routers().size()).forEach(router -> steps.add(withoutRouter(router)));
        IntStream.range(0, plan.upstreams().size()).forEach(upstream -> steps.add(withoutUpstream(upstream)));
        steps.add(p -> with(p, List.of(), true));
        steps.add(p -> with(p, List.of(), p.upstreamsInIgp()));
        steps.add(p -> with(p, p.links(), true));
        IntStream.range(0, plan.routers().size())
                .forEach(router ->
                        simpler(plan.routers().get(router)).forEach(simple -> steps.add(withRouter(router, simple))));
        IntStream.range(0, plan.upstreams().size()).forEach(upstream -> steps.add(withDefaultPreference(upstream)));
        IntStream.range(0, events)
                .forEach(event ->
                        simpler(plan.events().get(event)).forEach(simple -> steps.add(withEvent(event, simple))));
        steps.add(Shrinker::withoutAddPath);
        return steps;
    }

    private static Stream<RouterPlan> simpler(RouterPlan r) {
        return Stream.of(
                new RouterPlan(
                        r.identifier(),
                        r.identifier(),
                        r.memberAs(),
                        r.software(),
                        r.nextHopSelf(),
                        r.missingMedIsWorst(),
                        r.fed(),
                        r.monitored()),
                new RouterPlan(
                        r.identifier(),
                        r.clusterId(),
                        r.memberAs(),
                        Software.STANDARD,
                        r.nextHopSelf(),
                        r.missingMedIsWorst(),
                        r.fed(),
                        r.monitored()),
                new RouterPlan(
                        r.identifier(),
                        r.clusterId(),
                        r.memberAs(),
                        r.software(),
                        NextHopSelf.NO,
                        r.missingMedIsWorst(),
                        r.fed(),
                        r.monitored()),
                new RouterPlan(
                        r.identifier(),
                        r.clusterId(),
                        r.memberAs(),
                        r.software(),
                        r.nextHopSelf(),
                        false,
                        r.fed(),
                        r.monitored()),
                new RouterPlan(
                        r.identifier(),
                        r.clusterId(),
                        r.memberAs(),
                        r.software(),
                        r.nextHopSelf(),
                        r.missingMedIsWorst(),
                        r.fed(),
                        true),
                new RouterPlan(
                        r.identifier(),
                        r.clusterId(),
                        r.memberAs(),
                        r.software(),
                        r.nextHopSelf(),
                        r.missingMedIsWorst(),
                        true,
                        true));
    }

    private static Stream<EventPlan> simpler(EventPlan event) {
        UpstreamAnnouncement a = event.announcement();
        Stream<EventPlan> gap = Stream.of(new EventPlan(LONG_GAP, event.kind(), event.target(), a));
        return a == null
                ? gap
                : Stream.concat(
                        gap,
                        Stream.of(
                                        new UpstreamAnnouncement(
                                                a.upstream(), a.neighborAs(), a.length(), a.origin(), a.med(), false),
                                        new UpstreamAnnouncement(
                                                a.upstream(), a.neighborAs(), 1, a.origin(), a.med(), a.tampered()),
                                        new UpstreamAnnouncement(
                                                a.upstream(), a.neighborAs(), a.length(), 0, a.med(), a.tampered()),
                                        new UpstreamAnnouncement(
                                                a.upstream(), a.neighborAs(), a.length(), a.origin(), -1, a.tampered()))
                                .map(simple -> new EventPlan(event.gap(), event.kind(), event.target(), simple)));
    }

    private static UnaryOperator<NetworkPlan> withoutEvents(int from, int length) {
        return p -> {
            List<EventPlan> events = new ArrayList<>(p.events());
            events.subList(from, from + length).clear();
            return withEvents(p, events);
        };
    }

    private static UnaryOperator<NetworkPlan> withEvent(int index, EventPlan event) {
        return p -> {
            List<EventPlan> events = new ArrayList<>(p.events());
            events.set(index, event);
            return withEvents(p, events);
        };
    }

    private static NetworkPlan withEvents(NetworkPlan p, List<EventPlan> events) {
        return new NetworkPlan(
                p.routers(), p.peerings(), p.upstreams(), p.links(), p.upstreamsInIgp(), List.copyOf(events), p.seed());
    }

    private static NetworkPlan with(NetworkPlan p, List<NetworkPlan.Link> links, boolean upstreamsInIgp) {
        return new NetworkPlan(p.routers(), p.peerings(), p.upstreams(), links, upstreamsInIgp, p.events(), p.seed());
    }

    private static UnaryOperator<NetworkPlan> withRouter(int index, RouterPlan router) {
        return p -> {
            List<RouterPlan> routers = new ArrayList<>(p.routers());
            routers.set(index, router);
            return new NetworkPlan(
                    List.copyOf(routers),
                    p.peerings(),
                    p.upstreams(),
                    p.links(),
                    p.upstreamsInIgp(),
                    p.events(),
                    p.seed());
        };
    }

    private static UnaryOperator<NetworkPlan> withDefaultPreference(int index) {
        return p -> {
            List<UpstreamPlan> upstreams = new ArrayList<>(p.upstreams());
            UpstreamPlan old = upstreams.get(index);
            upstreams.set(index, new UpstreamPlan(old.router(), old.neighborAs(), UpstreamPlan.DEFAULT_LOCAL_PREF));
            return new NetworkPlan(
                    p.routers(),
                    p.peerings(),
                    List.copyOf(upstreams),
                    p.links(),
                    p.upstreamsInIgp(),
                    p.events(),
                    p.seed());
        };
    }

    private static NetworkPlan withoutAddPath(NetworkPlan p) {
        return new NetworkPlan(
                p.routers(),
                p.peerings().stream()
                        .map(peering -> new PeeringPlan(peering.first(), peering.second(), peering.clients(), false))
                        .toList(),
                p.upstreams(),
                p.links(),
                p.upstreamsInIgp(),
                p.events(),
                p.seed());
    }

    private static UnaryOperator<NetworkPlan> withoutPeering(int removed) {
        return p -> {
            List<PeeringPlan> peerings = new ArrayList<>(p.peerings());
            peerings.remove(removed);
            List<EventPlan> events = p.events().stream()
                    .filter(event -> !isOfPeering(event) || event.target() != removed)
                    .map(event -> isOfPeering(event) ? moved(event, removed) : event)
                    .toList();
            return new NetworkPlan(
                    p.routers(), List.copyOf(peerings), p.upstreams(), p.links(), p.upstreamsInIgp(), events, p.seed());
        };
    }

    private static boolean isOfPeering(EventPlan event) {
        return event.kind() == EventPlan.Kind.PEERING_DOWN || event.kind() == EventPlan.Kind.PEERING_UP;
    }

    /** Returns the same event after the removal of a target. */
    private static EventPlan moved(EventPlan event, int removed) {
        int target = event.target() > removed ? event.target() - 1 : event.target();
        UpstreamAnnouncement a = event.announcement();
        return new EventPlan(
                event.gap(),
                event.kind(),
                target,
                a == null
                        ? null
                        : new UpstreamAnnouncement(
                                target, a.neighborAs(), a.length(), a.origin(), a.med(), a.tampered()));
    }

    private static UnaryOperator<NetworkPlan> withoutUpstream(int removed) {
        return p -> {
            List<UpstreamPlan> upstreams = new ArrayList<>(p.upstreams());
            upstreams.remove(removed);
            List<EventPlan> events = p.events().stream()
                    .filter(event -> !event.kind().isOfUpstream() || event.target() != removed)
                    .map(event -> event.kind().isOfUpstream() ? moved(event, removed) : event)
                    .toList();
            return new NetworkPlan(
                    p.routers(), p.peerings(), List.copyOf(upstreams), p.links(), p.upstreamsInIgp(), events, p.seed());
        };
    }

    private static UnaryOperator<NetworkPlan> withoutRouter(int removed) {
        return plan -> {
            NetworkPlan p = plan;
            for (int upstream = p.upstreams().size() - 1; upstream >= 0; upstream--) {
                if (p.upstreams().get(upstream).router() == removed) {
                    p = withoutUpstream(upstream).apply(p);
                }
            }
            for (int peering = p.peerings().size() - 1; peering >= 0; peering--) {
                PeeringPlan old = p.peerings().get(peering);
                if (old.first() == removed || old.second() == removed) {
                    p = withoutPeering(peering).apply(p);
                }
            }
            List<RouterPlan> routers = new ArrayList<>(p.routers());
            routers.remove(removed);
            return new NetworkPlan(
                    List.copyOf(routers),
                    p.peerings().stream()
                            .map(peering -> new PeeringPlan(
                                    moved(peering.first(), removed),
                                    moved(peering.second(), removed),
                                    peering.clients(),
                                    peering.addPath()))
                            .toList(),
                    p.upstreams().stream()
                            .map(upstream -> new UpstreamPlan(
                                    moved(upstream.router(), removed), upstream.neighborAs(), upstream.localPref()))
                            .toList(),
                    p.links().stream()
                            .filter(link -> link.first() != removed && link.second() != removed)
                            .map(link -> new NetworkPlan.Link(
                                    moved(link.first(), removed), moved(link.second(), removed), link.cost()))
                            .toList(),
                    p.upstreamsInIgp(),
                    p.events().stream()
                            .filter(event -> event.kind() != EventPlan.Kind.RESTART || event.target() != removed)
                            .map(event -> event.kind() == EventPlan.Kind.RESTART ? moved(event, removed) : event)
                            .toList(),
                    p.seed());
        };
    }

    private static int moved(int target, int removed) {
        return target > removed ? target - 1 : target;
    }
}
