// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
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

/** Creates signed paths to this AS, as UPDATEs with BGPsec_PATH beside AS_PATH. */
final class SignedPaths {
    /** The AS of all routers of the benchmark. */
    static final long LOCAL_AS = 64500;

    private static final PathSigner SIGNER = new PathSigner();

    private SignedPaths() {}

    /** @param signers origin first */
    static SecurePath sign(Prefix prefix, List<Signer> signers) {
        return SIGNER.sign(prefix, signers, LOCAL_AS);
    }

    /** Changes the last byte of the newest signature, which stays well-formed DER. */
    static SecurePath tampered(SecurePath path) {
        SecurePath.SignatureBlock block = path.blocks().getFirst();
        List<SecurePath.SignatureSegment> segments = new ArrayList<>(block.segments());
        SecurePath.SignatureSegment newest = segments.removeFirst();
        byte[] signature = newest.signature().toArray();
        signature[signature.length - 1] ^= 1;
        segments.addFirst(new SecurePath.SignatureSegment(newest.ski(), Bytes.wrap(signature)));
        return new SecurePath(
                path.segments(), List.of(new SecurePath.SignatureBlock(block.suite(), List.copyOf(segments))));
    }

    /** Returns the UPDATE of a path. Its AS_PATH repeats each AS as the path does. */
    static Update update(SecurePath path, Nlri nlri, String nextHop) {
        List<Long> asPath = new ArrayList<>();
        for (SecurePath.Segment segment : path.segments()) {
            for (int i = 0; i < segment.pCount(); i++) {
                asPath.add(segment.asn());
            }
        }
        Update update = LabUpdates.dualPath(nlri, path, asPath);
        Bytes address = Bytes.wrap(InetAddress.ofLiteral(nextHop).getAddress());
        List<PathAttribute> attributes = update.attributes().stream()
                .map(attribute -> attribute instanceof NextHop hop ? new NextHop(hop.flags(), address) : attribute)
                .toList();
        return new Update(List.of(), attributes, update.nlri(), List.of());
    }
}
