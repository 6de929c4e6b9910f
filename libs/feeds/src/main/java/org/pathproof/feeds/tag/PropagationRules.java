// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.tag;

import java.util.List;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.AtomicAggregate;
import org.pathproof.wire.bgp.MultiExitDisc;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;

/** Rules for announcements in addition to those of {@link AnnouncementCheck}. Some routers refuse what breaks them. */
final class PropagationRules {
    private static final int LOOPBACK_NET = 127;
    private static final int FIRST_MULTICAST_NET = 224;

    private PropagationRules() {}

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
