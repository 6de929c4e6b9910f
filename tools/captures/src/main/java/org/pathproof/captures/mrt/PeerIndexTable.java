// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.NetworkText;

/**
 * PEER_INDEX_TABLE (RFC 6396 section 4.3.1): the peers to which the entries of the following {@link Rib} records refer.
 *
 * @param collectorBgpId the BGP Identifier as 32 bits
 * @param viewName empty if absent
 */
public record PeerIndexTable(long timestampMicros, int collectorBgpId, String viewName, List<Peer> peers)
        implements MrtRecord {
    private static final int AS4 = 0x02;
    private static final int IPV6 = 0x01;

    /**
     * A peer of the collector.
     *
     * @param bgpId the BGP Identifier as 32 bits
     * @param address 4 or 16 bytes
     */
    public record Peer(int bgpId, Bytes address, long asn) {}

    static Decoded<MrtRecord> read(long timestampMicros, Bytes body) {
        ByteReader in = new ByteReader(body);
        if (!in.has(6)) {
            return Malformed.truncated("Collector BGP ID", 0, body);
        }
        int collectorBgpId = (int) in.u32();
        int nameLength = in.u16();
        if (!in.has(nameLength + 2)) {
            return Malformed.truncated("View Name", 4, body);
        }
        String viewName = NetworkText.name(in.take(nameLength));
        int count = in.u16();
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int at = in.position();
            if (!in.has(1)) {
                return Malformed.truncated("Peer Entry " + i, at, body);
            }
            int type = in.u8();
            int addressLength = (type & IPV6) != 0 ? 16 : 4;
            int asLength = (type & AS4) != 0 ? 4 : 2;
            if (!in.has(4 + addressLength + asLength)) {
                return Malformed.truncated("Peer Entry " + i, at, body);
            }
            peers.add(new Peer((int) in.u32(), in.take(addressLength), asLength == 4 ? in.u32() : in.u16()));
        }
        return in.remaining() == 0
                ? Decoded.ok(new PeerIndexTable(timestampMicros, collectorBgpId, viewName, List.copyOf(peers)))
                : Malformed.trailing(in.position(), body);
    }
}
