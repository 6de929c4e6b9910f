// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.RibAttributes;

/**
 * All routes of a prefix: RIB_IPV4_UNICAST and similar subtypes (RFC 6396 section 4.3.2), also with Path Identifiers
 * (RFC 8050 section 4.1).
 *
 * @param sequence unsigned 32 bits
 * @param family IPv4 or IPv6, unicast or multicast
 */
public record Rib(long timestampMicros, long sequence, AfiSafi family, Prefix prefix, List<Entry> entries)
        implements MrtRecord {

    /**
     * A route of one peer (RFC 6396 section 4.3.4).
     *
     * @param peerIndex the index of the peer in the preceding {@link PeerIndexTable}
     * @param originatedTime in seconds since 1970
     * @param pathId the Path Identifier as unsigned 32 bits; 0 if the record has none
     */
    public record Entry(int peerIndex, long originatedTime, long pathId, RibAttributes attributes) {}

    /** Reads the record. AS numbers of TABLE_DUMP_V2 have four bytes. */
    static Decoded<MrtRecord> read(long timestampMicros, AfiSafi family, boolean addPath, Bytes body) {
        if (body.length() < 5) {
            return Malformed.truncated("Prefix Length", 0, body);
        }
        int length = body.u8(4);
        int maxLength = Prefix.maxLength(family.afi());
        if (length > maxLength) {
            return Malformed.damaged(
                    WireError.Code.BAD_LENGTH,
                    "Prefix Length",
                    4,
                    "prefix length is " + length + ", at most " + maxLength + " is possible",
                    body);
        }
        int countAt = 5 + (length + 7) / 8;
        if (countAt + 2 > body.length()) {
            return Malformed.truncated("Prefix", 5, body);
        }
        Prefix prefix = Prefix.of(family.afi(), body.slice(5, countAt), length);
        BgpSessionOptions options =
                addPath ? new BgpSessionOptions(true, Set.of(family), true) : BgpSessionOptions.DEFAULT;
        int count = body.u16(countAt);
        List<Entry> entries = new ArrayList<>(Math.min(count, body.length() / 8));
        int entryHeader = addPath ? 12 : 8;
        int at = countAt + 2;
        for (int i = 0; i < count; i++) {
            int attributesAt = at + entryHeader;
            if (attributesAt > body.length()) {
                return Malformed.truncated("RIB Entry " + i, at, body);
            }
            int end = attributesAt + body.u16(attributesAt - 2);
            if (end > body.length()) {
                return Malformed.truncated("RIB Entry " + i + " / Attribute Length", attributesAt - 2, body);
            }
            entries.add(new Entry(
                    body.u16(at),
                    body.u32(at + 2),
                    addPath ? body.u32(at + 6) : 0,
                    RibAttributes.decode(body.slice(attributesAt, end), family, options)));
            at = end;
        }
        return at == body.length()
                ? Decoded.ok(new Rib(timestampMicros, body.u32(0), family, prefix, List.copyOf(entries)))
                : Malformed.trailing(at, body);
    }
}
