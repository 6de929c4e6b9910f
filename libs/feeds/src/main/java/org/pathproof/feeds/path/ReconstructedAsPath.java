// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpsecPath;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.SecurePath;

/** Constructs the AS_PATH that is equivalent to a Secure_Path (RFC 8205 section 4.4). */
final class ReconstructedAsPath {
    private static final int MAX_SEGMENT_ASNS = 255;
    /** Maximum number of AS numbers of a reconstructed path. */
    private static final int MAX_ASNS = 2_000;

    private ReconstructedAsPath() {}

    /** Returns the AS_PATH. Empty for a malformed attribute and for a path of more than 2,000 AS numbers. */
    static Optional<AsPath> of(BgpsecPath attribute) {
        if (!(BgpsecPathCodec.decode(attribute.value()) instanceof Decoded.Ok<SecurePath>(SecurePath path))
                || path.segments().stream().mapToInt(SecurePath.Segment::pCount).sum() > MAX_ASNS) {
            return Optional.empty();
        }
        List<AsPath.Segment> segments = new ArrayList<>();
        List<Long> asns = new ArrayList<>();
        int type = AsPath.AS_SEQUENCE;
        for (SecurePath.Segment hop : path.segments()) {
            int hopType = hop.confed() ? AsPath.AS_CONFED_SEQUENCE : AsPath.AS_SEQUENCE;
            if (hop.pCount() > 0 && hopType != type) {
                addAll(segments, type, asns);
                type = hopType;
            }
            asns.addAll(Collections.nCopies(hop.pCount(), hop.asn()));
        }
        addAll(segments, type, asns);
        return Optional.of(new AsPath(PathAttribute.FLAG_TRANSITIVE, List.copyOf(segments)));
    }

    private static void addAll(List<AsPath.Segment> segments, int type, List<Long> asns) {
        for (int from = 0; from < asns.size(); from += MAX_SEGMENT_ASNS) {
            int to = Math.min(asns.size(), from + MAX_SEGMENT_ASNS);
            segments.add(new AsPath.Segment(type, List.copyOf(asns.subList(from, to))));
        }
        asns.clear();
    }
}
