// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bmp;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.IpAddress;

/** Formats Peer Distinguishers (RFC 7854 section 4.2). */
public final class Distinguisher {
    private Distinguisher() {}

    /**
     * Returns a distinguisher as text: a route distinguisher as routers print it (RFC 4364 section 4.2), such as {@code
     * 64496:1} or {@code 192.0.2.1:1}. A value that a router has defined for itself is a decimal number.
     */
    public static String format(int peerType, long distinguisher) {
        int type = (int) (distinguisher >>> 48);
        long sixBytes = distinguisher & 0xffff_ffff_ffffL;
        boolean routeDistinguisher = peerType != PerPeerHeader.TYPE_LOCAL && sixBytes >>> 16 != 0;
        if (routeDistinguisher && type == 0 && sixBytes >>> 32 != 0) {
            return (sixBytes >>> 32) + ":" + (sixBytes & 0xffff_ffffL);
        }
        if (routeDistinguisher && type == 1) {
            return IpAddress.format(new ByteWriter(4).u32(sixBytes >>> 16).toBytes()) + ":" + (sixBytes & 0xffff);
        }
        if (routeDistinguisher && type == 2) {
            return (sixBytes >>> 16) + ":" + (sixBytes & 0xffff);
        }
        return Long.toUnsignedString(distinguisher);
    }
}
