// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * The fields at the start of every BGP4MP record (RFC 6396 section 4.4), which identify the session.
 *
 * @param peerAs the AS of the remote router; 0 if unknown
 * @param localAs the AS of the collector
 * @param interfaceIndex 0 if unknown
 * @param peerAddress 4 or 16 bytes
 * @param localAddress 4 or 16 bytes
 */
public record Bgp4mpPeering(long peerAs, long localAs, int interfaceIndex, Bytes peerAddress, Bytes localAddress) {

    /** Reads the fields and moves the cursor after them. */
    static Decoded<Bgp4mpPeering> read(ByteReader in, boolean as4, Bytes body) {
        int asLength = as4 ? 4 : 2;
        if (!in.has(2 * asLength + 4)) {
            return Malformed.truncated("AS numbers and Address Family", 0, body);
        }
        long peerAs = as4 ? in.u32() : in.u16();
        long localAs = as4 ? in.u32() : in.u16();
        int interfaceIndex = in.u16();
        int at = in.position();
        int afi = in.u16();
        if (afi != AfiSafi.AFI_IPV4 && afi != AfiSafi.AFI_IPV6) {
            return Malformed.damaged(
                    WireError.Code.BAD_VALUE, "Address Family", at, "addresses of family " + afi, body);
        }
        int addressLength = afi == AfiSafi.AFI_IPV6 ? 16 : 4;
        if (!in.has(2 * addressLength)) {
            return Malformed.truncated("IP addresses", in.position(), body);
        }
        return Decoded.ok(
                new Bgp4mpPeering(peerAs, localAs, interfaceIndex, in.take(addressLength), in.take(addressLength)));
    }
}
