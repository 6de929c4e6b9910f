// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.IpAddress;

/**
 * Identifies a peer of a router (RFC 7854 section 4.2). Keys are ordered by distinguisher, then IPv4 before IPv6, and
 * then by address and twin.
 *
 * @param distinguisher the Peer Distinguisher: 0 for the global instance, else the route distinguisher of a VRF
 * @param address the peer's address: 4 or 16 bytes
 * @param twin AS and BGP Identifier of a further neighbor with the same link-local address, 32 bits each; else 0
 */
public record PeerKey(long distinguisher, Bytes address, long twin) implements Comparable<PeerKey> {
    public PeerKey(long distinguisher, Bytes address) {
        this(distinguisher, address, 0);
    }

    /** Returns the key of a peer in the global instance. */
    public static PeerKey of(Bytes address) {
        return new PeerKey(0, address);
    }

    @Override
    public int compareTo(PeerKey other) {
        int order = Long.compareUnsigned(distinguisher, other.distinguisher);
        if (order == 0) {
            order = Integer.compare(address.length(), other.address.length());
        }
        if (order == 0) {
            order = address.compareTo(other.address);
        }
        return order != 0 ? order : Long.compareUnsigned(twin, other.twin);
    }

    @Override
    public String toString() {
        String text = IpAddress.format(address);
        String named = distinguisher == 0 ? text : text + "@" + Long.toHexString(distinguisher);
        return twin == 0 ? named : named + "@AS" + (twin >>> 32);
    }
}
