// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.pathproof.benchmark.feeds.Lan.Upstream;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.paths.PathSigner.Signer;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.rpki.RouterKey;

/** The prefixes of a run with their signed and tampered updates, and the router keys. BGPsec_PATH is beside AS_PATH. */
final class Workload {
    static final long LOCAL_AS = 64500;
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
        PathSigner signer = new PathSigner();
        for (int i = 0; i < prefixes; i++) {
            Prefix prefix = Prefix.parse("10.1." + i + ".0/24");
            LabKey own = keys.of(Upstream.SHORT.asn, i);
            SecurePath preferred = signer.sign(
                    prefix, List.of(signer(ORIGIN_AS), new Signer(Hop.of(Upstream.SHORT.asn), own)), LOCAL_AS);
            SecurePath longer = signer.sign(
                    prefix, List.of(signer(ORIGIN_AS), signer(MIDDLE_AS), signer(Upstream.LONG.asn)), LOCAL_AS);
            routes.add(new Route(
                    prefix,
                    update(preferred, prefix, Upstream.SHORT),
                    update(tampered(preferred), prefix, Upstream.SHORT),
                    update(longer, prefix, Upstream.LONG),
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

    /** Changes the last byte of the newest signature, which stays well-formed DER. */
    private static SecurePath tampered(SecurePath path) {
        SecurePath.SignatureBlock block = path.blocks().getFirst();
        List<SecurePath.SignatureSegment> segments = new ArrayList<>(block.segments());
        SecurePath.SignatureSegment newest = segments.removeFirst();
        byte[] signature = newest.signature().toArray();
        signature[signature.length - 1] ^= 1;
        segments.addFirst(new SecurePath.SignatureSegment(newest.ski(), Bytes.wrap(signature)));
        return new SecurePath(
                path.segments(), List.of(new SecurePath.SignatureBlock(block.suite(), List.copyOf(segments))));
    }

    private static Update update(SecurePath path, Prefix prefix, Upstream upstream) {
        List<Long> asPath =
                path.segments().stream().map(SecurePath.Segment::asn).toList();
        Update update = LabUpdates.dualPath(Nlri.of(prefix), path, asPath);
        Bytes nextHop = Bytes.wrap(InetAddress.ofLiteral(upstream.nextHop).getAddress());
        List<PathAttribute> attributes = update.attributes().stream()
                .map(attribute -> attribute instanceof NextHop hop ? new NextHop(hop.flags(), nextHop) : attribute)
                .toList();
        return new Update(List.of(), attributes, update.nlri(), List.of());
    }
}
