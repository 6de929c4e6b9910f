// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.pathproof.network.model.EventPlan;
import org.pathproof.network.model.EventPlan.Kind;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.NextHopSelf;
import org.pathproof.network.model.PeeringPlan;
import org.pathproof.network.model.PeeringPlan.Clients;
import org.pathproof.network.model.RouterPlan;
import org.pathproof.network.model.Software;
import org.pathproof.network.model.UpstreamAnnouncement;
import org.pathproof.network.model.UpstreamPlan;

/** Random networks of 1 to 6 routers, with random events. One seed always gives the same network. */
public final class RandomNetworks {
    private static final int MAX_ROUTERS = 6;
    private static final int LONGEST_GAP = 30;
    private static final List<Software> SOFTWARE = List.of(Software.values());
    private static final int[] LOCAL_PREFS = {50, 100, 100, 200};

    /** Shapes of iBGP. */
    private enum Shape {
        MESH,
        /** A mesh in which each router reflects for all others, as the recipe for GoBGP has it. */
        MESH_OF_CLIENTS,
        REFLECTOR,
        /** Two reflectors with the same clients. */
        TWO_REFLECTORS,
        /** Two reflectors with clients of their own. */
        TWO_CLUSTERS,
        CONFEDERATION
    }

    private final Random random;
    private final long seed;
    private final Shape shape;
    private final int size;
    private final boolean addPath;
    private final List<PeeringPlan> peerings = new ArrayList<>();

    private RandomNetworks(long seed) {
        this.random = new Random(seed);
        this.seed = seed;
        this.size = 1 + random.nextInt(MAX_ROUTERS);
        this.shape = Shape.values()[random.nextInt(Shape.values().length)];
        this.addPath = random.nextInt(5) == 0 && shape != Shape.MESH_OF_CLIENTS; // too many paths
    }

    /** Returns the network of a seed, with a number of events. */
    public static NetworkPlan of(long seed, int events) {
        return new RandomNetworks(seed).plan(events);
    }

    private NetworkPlan plan(int count) {
        boolean upstreamsInIgp = random.nextBoolean();
        List<RouterPlan> routers = routers(upstreamsInIgp);
        addPeerings();
        List<UpstreamPlan> upstreams = upstreams();
        boolean unmonitored = random.nextInt(5) == 0;
        for (int router = 0; unmonitored && router < size; router++) {
            RouterPlan old = routers.get(router);
            if (!old.fed() && random.nextBoolean()) {
                routers.set(
                        router,
                        new RouterPlan(
                                old.identifier(),
                                old.clusterId(),
                                old.memberAs(),
                                old.software(),
                                old.nextHopSelf(),
                                old.missingMedIsWorst(),
                                false,
                                false));
            }
        }
        return new NetworkPlan(
                List.copyOf(routers),
                List.copyOf(peerings),
                upstreams,
                links(),
                upstreamsInIgp,
                events(count, upstreams),
                seed);
    }

    private List<RouterPlan> routers(boolean upstreamsInIgp) {
        boolean allFed = random.nextBoolean();
        boolean standard = random.nextInt(5) < 2;
        boolean sharedCluster = random.nextInt(4) == 0;
        boolean worst = random.nextInt(10) == 0;
        List<Integer> identifiers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            identifiers.add(i + 1);
        }
        Collections.shuffle(identifiers, random);
        List<RouterPlan> routers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int identifier = identifiers.get(i);
            routers.add(new RouterPlan(
                    identifier,
                    shape == Shape.TWO_REFLECTORS && sharedCluster && i < 2 ? 100 : identifier,
                    shape == Shape.CONFEDERATION ? 1 + i % 2 : 0,
                    standard ? Software.STANDARD : SOFTWARE.get(random.nextInt(SOFTWARE.size())),
                    nextHopSelf(upstreamsInIgp),
                    worst,
                    allFed || random.nextInt(5) < 3,
                    true));
        }
        return routers;
    }

    private NextHopSelf nextHopSelf(boolean upstreamsInIgp) {
        if (upstreamsInIgp && random.nextInt(3) > 0) {
            return NextHopSelf.NO;
        }
        return random.nextBoolean() ? NextHopSelf.EXTERNAL_PATHS : NextHopSelf.ALL;
    }

    private void addPeerings() {
        for (int i = 0; i < size; i++) {
            for (int j = i + 1; j < size; j++) {
                addPeering(i, j);
            }
        }
    }

    private void addPeering(int i, int j) {
        boolean reflectors = i < 2 && j < 2;
        switch (shape) {
            case MESH -> add(i, j, Clients.NONE);
            case MESH_OF_CLIENTS -> add(i, j, Clients.BOTH);
            case REFLECTOR -> {
                if (i == 0) {
                    add(i, j, Clients.SECOND);
                }
            }
            case TWO_REFLECTORS -> {
                if (i < 2) {
                    add(i, j, reflectors ? Clients.NONE : Clients.SECOND);
                }
            }
            case TWO_CLUSTERS -> {
                if (reflectors || (i < 2 && j % 2 == i)) {
                    add(i, j, reflectors ? Clients.NONE : Clients.SECOND);
                }
            }
            case CONFEDERATION -> {
                if (i % 2 == j % 2 || reflectors || random.nextInt(3) == 0) {
                    add(i, j, Clients.NONE);
                }
            }
        }
    }

    private void add(int first, int second, Clients clients) {
        peerings.add(new PeeringPlan(first, second, clients, addPath));
    }

    private List<UpstreamPlan> upstreams() {
        boolean policies = random.nextInt(4) == 0;
        List<UpstreamPlan> upstreams = new ArrayList<>();
        int count = 1 + random.nextInt(Math.min(5, 2 * size));
        for (int i = 0; i < count; i++) {
            upstreams.add(new UpstreamPlan(
                    random.nextInt(size),
                    65_001 + random.nextInt(3),
                    policies ? LOCAL_PREFS[random.nextInt(LOCAL_PREFS.length)] : UpstreamPlan.DEFAULT_LOCAL_PREF));
        }
        return List.copyOf(upstreams);
    }

    /** Returns a random tree, and some more links. */
    private List<NetworkPlan.Link> links() {
        List<NetworkPlan.Link> links = new ArrayList<>();
        for (int i = 1; i < size; i++) {
            links.add(new NetworkPlan.Link(random.nextInt(i), i, 1 + random.nextInt(10)));
        }
        for (int extra = random.nextInt(size); extra > 0; extra--) {
            int first = random.nextInt(size);
            int second = random.nextInt(size);
            if (first != second) {
                links.add(new NetworkPlan.Link(first, second, 1 + random.nextInt(10)));
            }
        }
        return List.copyOf(links);
    }

    private List<EventPlan> events(int count, List<UpstreamPlan> upstreams) {
        boolean meds = random.nextInt(3) == 0;
        boolean nextHops = random.nextInt(3) == 0;
        boolean[] peeringDown = new boolean[peerings.size()];
        List<EventPlan> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(event(upstreams, meds, nextHops, peeringDown));
        }
        for (int peering = 0; peering < peeringDown.length; peering++) {
            if (peeringDown[peering] && !Boolean.getBoolean("broken")) {
                events.add(new EventPlan(random.nextInt(LONGEST_GAP), Kind.PEERING_UP, peering, null));
            }
        }
        return List.copyOf(events);
    }

    private EventPlan event(List<UpstreamPlan> upstreams, boolean meds, boolean nextHops, boolean[] peeringDown) {
        int gap = random.nextInt(4) == 0 ? 5 * LONGEST_GAP : random.nextInt(LONGEST_GAP);
        int upstream = random.nextInt(upstreams.size());
        int kind = random.nextInt(20);
        if (kind < 12) {
            UpstreamAnnouncement announcement = new UpstreamAnnouncement(
                    upstream,
                    upstreams.get(upstream).neighborAs(),
                    1 + random.nextInt(3),
                    random.nextInt(5) == 0 ? 2 : 0,
                    meds ? random.nextInt(4) - 1 : -1,
                    random.nextInt(5) < 2);
            return new EventPlan(gap, Kind.ANNOUNCE, upstream, announcement);
        }
        if (kind < 15) {
            return new EventPlan(gap, Kind.WITHDRAW, upstream, null);
        }
        if (kind < 17) {
            return new EventPlan(gap, random.nextBoolean() ? Kind.UPSTREAM_DOWN : Kind.UPSTREAM_UP, upstream, null);
        }
        if (kind < 18 && nextHops) {
            return new EventPlan(gap, random.nextBoolean() ? Kind.NEXT_HOP_LOST : Kind.NEXT_HOP_BACK, upstream, null);
        }
        if (kind < 19 && !peerings.isEmpty()) {
            int peering = random.nextInt(peerings.size());
            peeringDown[peering] = !peeringDown[peering];
            return new EventPlan(gap, peeringDown[peering] ? Kind.PEERING_DOWN : Kind.PEERING_UP, peering, null);
        }
        return new EventPlan(gap, Kind.RESTART, random.nextInt(size), null);
    }
}
