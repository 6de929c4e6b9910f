// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.pathproof.benchmark.feeds.table.Lan.Upstream;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

/** The prefixes of a run with their signed and tampered updates, and the router keys. BGPsec_PATH is beside AS_PATH. */
final class Workload {
    static final long LOCAL_AS = SignedPaths.LOCAL_AS;
    private static final long ORIGIN_AS = 64497;
    private static final long MIDDLE_AS = 64499;

    private final LabKeys keys = new LabKeys("feeds");
    private final List<Route> routes = new ArrayList<>();

    /**
     * A prefix that both upstreams announce.
     *
     * @param preferred the shorter path
     * @param tampered the shorter path with a wrong signature
     * @param longer the longer path
     * @param preferredKey key that signed only the shorter path of this prefix
     */
    record Route(Prefix prefix, Update preferred, Update tampered, Update longer, RouterKey preferredKey) {}

    Workload(int prefixes) {
        for (int i = 0; i < prefixes; i++) {
            Prefix prefix = Prefix.parse("10.1." + i + ".0/24");
            LabKey own = keys.of(Upstream.SHORT.asn, i);
            SecurePath preferred =
                    SignedPaths.sign(prefix, List.of(signer(ORIGIN_AS), new Signer(Hop.of(Upstream.SHORT.asn), own)));
            SecurePath longer =
                    SignedPaths.sign(prefix, List.of(signer(ORIGIN_AS), signer(MIDDLE_AS), signer(Upstream.LONG.asn)));
            routes.add(new Route(
                    prefix,
                    SignedPaths.update(preferred, Nlri.of(prefix), Upstream.SHORT.nextHop),
                    SignedPaths.update(SignedPaths.tampered(preferred), Nlri.of(prefix), Upstream.SHORT.nextHop),
                    SignedPaths.update(longer, Nlri.of(prefix), Upstream.LONG.nextHop),
                    own.routerKey()));
        }
    }

    private Signer signer(long asn) {
        return new Signer(Hop.of(asn), keys.of(asn));
    }

    List<Route> routes() {
        return List.copyOf(routes);
    }

    /** Returns the keys of all paths. */
    Set<RouterKey> keys() {
        Set<RouterKey> all = new LinkedHashSet<>();
        Stream.of(ORIGIN_AS, MIDDLE_AS, Upstream.LONG.asn)
                .forEach(asn -> all.add(keys.of(asn).routerKey()));
        routes.forEach(route -> all.add(route.preferredKey()));
        return all;
    }
}
