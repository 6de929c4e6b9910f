// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Corrects the AS_PATH of paths that a router monitors over BMP.
 *
 * <p>FRR 8.4 encodes a monitored path as for an announcement to its peer: for an external peer, AS_PATH begins with the
 * AS of FRR itself. The path in its table does not have this AS.
 */
public final class MonitoredAsPath {
    private MonitoredAsPath() {}

    /**
     * Returns attributes without the monitored router's own AS at the start of AS_PATH. The AS is removed only if the
     * peer is external and the AS of the peer follows. A router never has such a path from this peer, because loop
     * detection refuses it (RFC 4271 section 9.1.2).
     *
     * @param localAs the AS that the router uses in its session with the peer
     */
    public static List<PathAttribute> withoutOwnAs(List<PathAttribute> attributes, Peer peer, long localAs) {
        if (!peer.isExternal()) {
            return attributes;
        }
        return attributes.stream()
                .map(attribute ->
                        attribute instanceof AsPath path && begins(path, localAs, peer.asn()) ? rest(path) : attribute)
                .toList();
    }

    private static boolean begins(AsPath path, long first, long second) {
        List<Long> leading = new ArrayList<>();
        for (AsPath.Segment segment : path.segments()) {
            if (leading.size() >= 2 || segment.type() != AsPath.AS_SEQUENCE) {
                break;
            }
            leading.addAll(segment.asns());
        }
        return leading.size() >= 2 && leading.get(0) == first && leading.get(1) == second;
    }

    /** Removes the first AS of a path that begins with an AS_SEQUENCE. */
    private static AsPath rest(AsPath path) {
        List<AsPath.Segment> segments = new ArrayList<>(path.segments());
        AsPath.Segment first = segments.removeFirst();
        if (first.asns().size() > 1) {
            segments.addFirst(new AsPath.Segment(
                    first.type(), first.asns().subList(1, first.asns().size())));
        }
        return new AsPath(path.flags(), List.copyOf(segments));
    }
}
