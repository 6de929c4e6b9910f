// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a plan. The same plan, mode and strategy always give the same outcome. */
public final class Simulation {
    /** Messages after the last event within which a network must become quiet. */
    public static final int MESSAGES_UNTIL_QUIET = 2_000;

    private static final int RESTART_TIME = 20;

    private final NetworkPlan plan;
    private final Clock clock;
    private final Igp igp;
    private final List<Router> routers = new ArrayList<>();
    private final List<Upstream> upstreams = new ArrayList<>();
    private final List<Session> peerings = new ArrayList<>();
    /** Sessions of each router, for restarts. */
    private final List<List<Session>> sessionsOfRouters = new ArrayList<>();

    private final @Nullable Feed feed;

    /** Routers that treat refused paths in another way than RFC 4271 does. */
    private enum Validation {
        NONE,
        /** Fed routers rank accepted paths first. */
        AT_FED_ROUTERS,
        /** All routers drop refused paths, as if upstreams had withdrawn them. */
        DROP
    }

    private Simulation(NetworkPlan plan, @Nullable OverrideStrategy strategy, Validation validation) {
        this.plan = plan;
        this.clock = new Clock(plan.seed());
        this.igp = new Igp(plan);
        this.feed = strategy == null ? null : new Feed(clock, plan, strategy);
        for (int index = 0; index < plan.routers().size(); index++) {
            RouterPlan router = plan.routers().get(index);
            routers.add(new Router(
                    index,
                    router,
                    validation == Validation.AT_FED_ROUTERS && router.fed(),
                    validation == Validation.DROP,
                    igp));
            sessionsOfRouters.add(new ArrayList<>());
        }
        plan.upstreams().forEach(this::addUpstream);
        plan.peerings().forEach(this::addPeering);
        if (feed != null) {
            addFeed(feed);
        }
    }

    /** Runs a network without feeds. */
    public static Outcome withoutFeeds(NetworkPlan plan) {
        return new Simulation(plan, null, Validation.NONE).run();
    }

    /** Runs a network without feeds, in which fed routers rank accepted paths above refused ones by themselves. */
    public static Outcome withValidatingRouters(NetworkPlan plan) {
        return new Simulation(plan, null, Validation.AT_FED_ROUTERS).run();
    }

    /** Runs a network without feeds, in which no upstream announces a refused path. */
    public static Outcome withoutRefusedPaths(NetworkPlan plan) {
        return new Simulation(plan, null, Validation.DROP).run();
    }

    /** Runs a network with overrides. */
    public static Outcome withFeeds(NetworkPlan plan, OverrideStrategy strategy) {
        return new Simulation(plan, strategy, Validation.NONE).run();
    }

    /** Returns a network without feeds whose sessions are up. The caller runs it. */
    static Simulation started(NetworkPlan plan) {
        Simulation simulation = new Simulation(plan, null, Validation.NONE);
        simulation.sessionsOfRouters.forEach(sessions -> sessions.forEach(Session::start));
        return simulation;
    }

    Clock clock() {
        return clock;
    }

    List<Router> routers() {
        return routers;
    }

    List<Upstream> upstreams() {
        return upstreams;
    }

    private void addUpstream(UpstreamPlan upstream) {
        int number = upstreams.size();
        Upstream speaker = new Upstream();
        int address = Route.EXTERNAL_ADDRESSES + number;
        Neighbor neighbor = routers.get(upstream.router())
                .addNeighbor(PeerKind.EXTERNAL, false, false, false, address, address, upstream.localPref());
        Session session = connect(upstream.router(), neighbor, new Session.End(speaker, 0));
        speaker.attach(session);
        upstreams.add(speaker);
    }

    private void addPeering(PeeringPlan peering) {
        RouterPlan first = plan.routers().get(peering.first());
        RouterPlan second = plan.routers().get(peering.second());
        PeerKind kind = first.memberAs() == second.memberAs() ? PeerKind.INTERNAL : PeerKind.CONFEDERATION;
        Neighbor atFirst = routers.get(peering.first())
                .addNeighbor(
                        kind,
                        peering.isReflector(peering.first()),
                        false,
                        peering.addPath(),
                        second.identifier(),
                        peering.second(),
                        0);
        Neighbor atSecond = routers.get(peering.second())
                .addNeighbor(
                        kind,
                        peering.isReflector(peering.second()),
                        false,
                        peering.addPath(),
                        first.identifier(),
                        peering.first(),
                        0);
        Session session =
                connect(peering.first(), atFirst, new Session.End(routers.get(peering.second()), atSecond.index));
        atSecond.attach(session);
        sessionsOfRouters.get(peering.second()).add(session);
        peerings.add(session);
    }

    private void addFeed(Feed speaker) {
        for (int index = 0; index < routers.size(); index++) {
            Router router = routers.get(index);
            if (router.plan().fed()) {
                Neighbor neighbor = router.addNeighbor(
                        PeerKind.INTERNAL,
                        true,
                        true,
                        false,
                        NetworkView.FEED_IDENTIFIER,
                        NetworkView.FEED_IDENTIFIER,
                        0);
                speaker.connect(index, connect(index, neighbor, new Session.End(speaker, index)));
            }
            if (router.plan().monitored()) {
                router.monitor(speaker.monitoringOf(router, index));
            }
        }
    }

    private Session connect(int router, Neighbor neighbor, Session.End other) {
        Session session = new Session(clock, new Session.End(routers.get(router), neighbor.index), other);
        neighbor.attach(session);
        sessionsOfRouters.get(router).add(session);
        return session;
    }

    private Outcome run() {
        sessionsOfRouters.forEach(sessions -> sessions.forEach(Session::start));
        for (EventPlan event : plan.events()) {
            clock.advanceTo(clock.now() + event.gap());
            apply(event);
        }
        long before = clock.messages();
        int lossesBefore = losses();
        boolean quiet = clock.runUntilQuiet(MESSAGES_UNTIL_QUIET);
        return new Outcome(
                plan,
                quiet,
                clock.messages() - before,
                clock.messages(),
                losses() - lossesBefore,
                routers,
                upstreams,
                feed,
                igp);
    }

    private int losses() {
        return routers.stream().mapToInt(Router::losses).sum();
    }

    private void apply(EventPlan event) {
        int target = event.target();
        switch (event.kind()) {
            case ANNOUNCE -> upstreams.get(target).announce(requireNonNull(event.announcement()));
            case WITHDRAW -> upstreams.get(target).announce(null);
            case UPSTREAM_DOWN -> upstreams.get(target).session().setDown(true);
            case UPSTREAM_UP -> upstreams.get(target).session().setDown(false);
            case PEERING_DOWN -> peerings.get(target).setDown(true);
            case PEERING_UP -> peerings.get(target).setDown(false);
            case NEXT_HOP_LOST -> setNextHopLost(target, true);
            case NEXT_HOP_BACK -> setNextHopLost(target, false);
            case RESTART -> restart(target);
        }
    }

    private void setNextHopLost(int upstream, boolean lost) {
        igp.setLost(upstream, lost);
        routers.forEach(router -> clock.runAt(clock.now() + clock.delay(10), router::select));
    }

    private void restart(int router) {
        List<Session> sessions = sessionsOfRouters.get(router);
        sessions.forEach(session -> session.setRestarting(true));
        if (feed != null) {
            feed.disconnect(router);
        }
        clock.runAt(clock.now() + RESTART_TIME, () -> sessions.forEach(session -> session.setRestarting(false)));
    }
}
