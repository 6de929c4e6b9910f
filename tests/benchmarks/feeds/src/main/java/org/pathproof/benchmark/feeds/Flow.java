// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

/** A prefix with the paths that upstreams announce. Not thread-safe. */
final class Flow {
    private static final long ORIGIN_AS = 64497;
    private static final List<Long> MIDDLE_ASES = List.of(64451L, 64452L, 64453L);
    private static final LabKeys KEYS = new LabKeys("feeds");

    private final Prefix prefix;
    private final List<Announced> paths = new ArrayList<>();
    private final Set<String> refused = new HashSet<>();

    /**
     * A path of an upstream.
     *
     * @param asPath AS numbers, nearest first, with spaces between them
     * @param tampered the same path with a wrong signature
     */
    record Announced(Shape.Neighbor upstream, String asPath, Update valid, Update tampered) {}

    Flow(Prefix prefix) {
        this.prefix = prefix;
    }

    /** Returns the network of the prefixes to which the import policies prefer the paths of this upstream. */
    static Prefix network(int index) {
        return Prefix.parse("10." + (60 + index) + ".0.0/16");
    }

    /** Returns the keys of all paths between these upstreams and the origin. */
    static Set<RouterKey> keys(List<Shape.Neighbor> upstreams) {
        return Stream.concat(
                        Stream.concat(Stream.of(ORIGIN_AS), MIDDLE_ASES.stream()),
                        upstreams.stream().map(Shape.Neighbor::asn))
                .map(asn -> KEYS.of(asn).routerKey())
                .collect(Collectors.toSet());
    }

    /**
     * Adds a path.
     *
     * @param middle number of ASes between the upstream and the origin, 0 to 3
     * @param prepended number of times that the upstream repeats its AS
     * @param pathId the Path Identifier; 0 without ADD-PATH
     * @param metric MULTI_EXIT_DISC; negative for none
     */
    Announced add(Shape.Neighbor upstream, int middle, int prepended, int pathId, int metric) {
        List<Hop> hops = new ArrayList<>(List.of(Hop.of(ORIGIN_AS)));
        MIDDLE_ASES.stream().limit(middle).map(Hop::of).forEach(hops::add);
        hops.add(new Hop(upstream.asn(), 1 + prepended, 0));
        SecurePath signed = SignedPaths.sign(prefix, Signer.of(hops, KEYS));
        Nlri nlri = new Nlri(pathId, prefix);
        String asPath = Hop.asPath(hops).stream().map(String::valueOf).collect(Collectors.joining(" "));
        Announced path = new Announced(
                upstream,
                asPath,
                withMetric(SignedPaths.update(signed, nlri, upstream.address()), metric),
                withMetric(SignedPaths.update(SignedPaths.tampered(signed), nlri, upstream.address()), metric));
        paths.add(path);
        return path;
    }

    /** Adds a path without repetitions and without a metric. */
    Announced add(Shape.Neighbor upstream, int middle, int pathId) {
        return add(upstream, middle, 0, pathId, -1);
    }

    private static Update withMetric(Update update, int metric) {
        if (metric < 0) {
            return update;
        }
        List<PathAttribute> attributes = new ArrayList<>(update.attributes());
        attributes.add(new MultiExitDisc(PathAttribute.FLAG_OPTIONAL, metric));
        return new Update(List.of(), attributes, update.nlri(), List.of());
    }

    Prefix prefix() {
        return prefix;
    }

    List<Announced> paths() {
        return List.copyOf(paths);
    }

    /** Notes that a path has a wrong signature now, or none. */
    void setTampered(Announced path, boolean tampered) {
        if (tampered) {
            refused.add(path.asPath());
        } else {
            refused.remove(path.asPath());
        }
    }

    /** Returns true for a path whose signature is wrong now. */
    boolean isRefused(Best best) {
        return refused.contains(best.asPath());
    }

    /** Returns true for a path with a right signature. */
    boolean isAccepted(Best best) {
        return !best.equals(Best.NONE) && !isRefused(best);
    }
}
