// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.List;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.AtomicAggregate;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Rules for paths that a BGP speaker must not propagate. A receiver would treat such an announcement as a withdrawal,
 * or discard its attribute (RFC 7606).
 */
final class PropagationRules {
    private static final int LOOPBACK_NET = 127;
    private static final int FIRST_MULTICAST_NET = 224;

    private PropagationRules() {}

    /**
     * Returns true if a path may be announced. AS 0 (RFC 7607 section 2), AS_SET and AS_CONFED_SET (RFC 9774 section 3)
     * never may. Confederation segments may not if a peer outside of the confederation sent them (RFC 5065 section 5).
     */
    static boolean mayAnnounce(AsPath path, PeerRelation sender) {
        for (AsPath.Segment segment : path.segments()) {
            boolean ofUse = segment.type() == AsPath.AS_SEQUENCE
                    || segment.type() == AsPath.AS_CONFED_SEQUENCE && sender != PeerRelation.EXTERNAL;
            if (!ofUse || segment.asns().isEmpty() || segment.asns().contains(0L)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true for the address of a host, which can be a next hop (RFC 4271 section 6.3). */
    static boolean isHost(Bytes address) {
        if (address.length() == Integer.BYTES) {
            int net = address.u8(0);
            return net != 0 && net != LOOPBACK_NET && net < FIRST_MULTICAST_NET;
        }
        boolean linkLocal = address.u8(0) == 0xfe && (address.u8(1) & 0xc0) == 0x80;
        boolean multicast = address.u8(0) == 0xff;
        Bytes global = address.slice(0, 16);
        boolean unspecifiedOrLoopback = global.slice(0, 12).equals(Bytes.wrap(new byte[12])) && global.u32(12) <= 1;
        return !linkLocal && !multicast && !unspecifiedOrLoopback;
    }

    /**
     * Returns an attribute with the Partial bit cleared if its type is well-known or non-transitive (RFC 4271 section
     * 4.3). Other attributes are returned as they are.
     */
    static PathAttribute withoutPartialBit(PathAttribute attribute) {
        int flags = attribute.flags() & ~PathAttribute.FLAG_PARTIAL;
        return switch (attribute) {
            case Origin origin -> new Origin(flags, origin.value());
            case AsPath path -> new AsPath(flags, List.copyOf(path.segments()));
            case MultiExitDisc med -> new MultiExitDisc(flags, med.metric());
            case AtomicAggregate _ -> new AtomicAggregate(flags);
            default -> attribute;
        };
    }
}
