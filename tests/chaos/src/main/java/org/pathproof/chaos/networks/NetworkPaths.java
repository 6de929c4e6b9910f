// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos.networks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pathproof.chaos.load.Kind;
import org.pathproof.chaos.load.World;
import org.pathproof.network.model.UpstreamAnnouncement;
import org.pathproof.network.model.UpstreamPlan;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Update;

/** All paths that the upstreams of a network can announce. No two paths of a prefix are equal for the model. */
final class NetworkPaths {
    private static final int IGP = 0;
    private static final int INCOMPLETE = 2;
    private static final int NO_MED = -1;

    private final List<Prefix> prefixes = new ArrayList<>();
    private final Map<Integer, NetworkPath> byNumber = new HashMap<>();
    private final Map<Source, NetworkPath> bySource = new HashMap<>();
    private final Map<Origin, List<NetworkPath>> choices = new HashMap<>();
    private int next;

    private record Source(Prefix prefix, UpstreamAnnouncement announcement) {}

    private record Origin(Prefix prefix, int upstream) {}

    /**
     * @param first number of the first path
     * @param prefixCount number of prefixes, the first ones of the world
     */
    NetworkPaths(World world, NetworkShape shape, int first, int prefixCount) {
        next = first;
        for (int number = 0; number < prefixCount; number++) {
            prefixes.add(world.prefix(number));
            for (int upstream = 0; upstream < shape.plan().upstreams().size(); upstream++) {
                addAll(shape.plan().upstreams().get(upstream), upstream, world, number);
            }
        }
    }

    private void addAll(UpstreamPlan plan, int upstream, World world, int prefix) {
        Map<Kind, Update> updates = world.choices(plan.neighborAs(), prefix);
        add(plan, upstream, updates, Kind.PLAIN, IGP, 7);
        if (updates.size() == 1) {
            add(plan, upstream, updates, Kind.PLAIN, IGP, NO_MED);
            add(plan, upstream, updates, Kind.PLAIN, INCOMPLETE, NO_MED);
            return;
        }
        add(plan, upstream, updates, Kind.GOOD, IGP, NO_MED);
        add(plan, upstream, updates, Kind.GOOD, IGP, 10);
        add(plan, upstream, updates, Kind.GOOD, INCOMPLETE, NO_MED);
        add(plan, upstream, updates, Kind.DETOUR, IGP, 5);
        add(plan, upstream, updates, Kind.FORGED, IGP, NO_MED);
        add(plan, upstream, updates, Kind.ROGUE, IGP, 20);
        add(plan, upstream, updates, Kind.MISDIRECTED, INCOMPLETE, NO_MED);
    }

    private void add(UpstreamPlan plan, int upstream, Map<Kind, Update> updates, Kind kind, int origin, int med) {
        Update base = Objects.requireNonNull(updates.get(kind));
        NetworkPath path = NetworkPath.of(next++, upstream, plan.neighborAs(), kind, base, origin, med);
        byNumber.put(path.number(), path);
        choices.computeIfAbsent(new Origin(path.prefix(), upstream), ignored -> new ArrayList<>())
                .add(path);
        if (bySource.put(new Source(path.prefix(), path.announcement()), path) != null) {
            throw new IllegalStateException("two paths are equal for the model: " + path);
        }
    }

    List<Prefix> prefixes() {
        return List.copyOf(prefixes);
    }

    /** Returns the paths to a prefix that an upstream can announce. */
    List<NetworkPath> choices(Prefix prefix, int upstream) {
        return choices.getOrDefault(new Origin(prefix, upstream), List.of());
    }

    /** Returns the path with a number; null if there is none. */
    @Nullable
    NetworkPath find(int number) {
        return byNumber.get(number);
    }

    /** Returns the path that the model has as an announcement; null if no upstream can announce it. */
    @Nullable
    NetworkPath find(Prefix prefix, UpstreamAnnouncement announcement) {
        return bySource.get(new Source(prefix, announcement));
    }
}
