// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.srx.SrxPdu;

/**
 * The part of an update on which the results depend. Updates with equal content have the same identifier (SRx section
 * 5.11).
 *
 * @param asPath the AS_PATH; empty for an update with a BGPsec_PATH, which has its own path
 * @param bgpsecPath the attribute with its flags, type and length; empty for a BGP-4 update
 */
record UpdateContent(Prefix prefix, long originAs, AfiSafi family, long localAs, List<Long> asPath, Bytes bgpsecPath)
        implements Comparable<UpdateContent> {
    /** Bytes that count as one update in {@link SrxServerSettings#maxUpdates}. */
    private static final int UNIT_BYTES = 1 << 10;

    /** Bytes of memory for one AS number of the path. */
    private static final int AS_BYTES = 20;

    private static final Comparator<UpdateContent> ORDER = Comparator.comparing(UpdateContent::prefix)
            .thenComparingLong(UpdateContent::originAs)
            .thenComparing(UpdateContent::family)
            .thenComparingLong(UpdateContent::localAs)
            .thenComparing(UpdateContent::bgpsecPath)
            .thenComparing(content -> content.asPath, UpdateContent::compare);

    private static final int EXTENDED_LENGTH_FLAG = 0x10;
    private static final int SECURE_PATH_LENGTH = 2;
    private static final int CONFED_SEGMENT_FLAG = 0x80;

    /**
     * Returns the content of a request.
     *
     * @param routerAs AS number of the router. This number replaces a Local AS of 0 in the request
     */
    static UpdateContent of(SrxPdu.VerifyRequest request, long routerAs) {
        boolean signed = !request.bgpsecPath().isEmpty();
        return new UpdateContent(
                request.prefix(),
                request.originAs(),
                request.family(),
                request.localAs() == 0 ? routerAs : request.localAs(),
                signed ? List.of() : request.asPath(),
                request.bgpsecPath().compact());
    }

    /**
     * Compares all fields. The order serves hash maps only: they then find an update quickly, even if a proxy sends
     * many updates with equal hash codes.
     */
    @Override
    public int compareTo(UpdateContent other) {
        return ORDER.compare(this, other);
    }

    private static int compare(List<Long> path, List<Long> other) {
        for (int i = 0; i < Math.min(path.size(), other.size()); i++) {
            int order = Long.compare(path.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(path.size(), other.size());
    }

    /** Returns the number of updates that this update counts for in {@link SrxServerSettings#maxUpdates}. */
    int weight() {
        return 1 + (asPath.size() * AS_BYTES + bgpsecPath.length()) / UNIT_BYTES;
    }

    boolean isSigned() {
        return !bgpsecPath.isEmpty();
    }

    /** Returns the value of the BGPsec_PATH attribute; empty if the attribute is shorter than its header. */
    Bytes bgpsecPathValue() {
        int header = bgpsecPath.length() > 0 && (bgpsecPath.u8(0) & EXTENDED_LENGTH_FLAG) != 0 ? 4 : 3;
        return bgpsecPath.length() < header ? Bytes.EMPTY : bgpsecPath.from(header);
    }

    /** Returns true if the newest segment has the Confed_Segment flag (RFC 8205 section 3.1). */
    boolean isFromConfederation() {
        Bytes value = bgpsecPathValue();
        return value.length() > SECURE_PATH_LENGTH + 1 && (value.u8(SECURE_PATH_LENGTH + 1) & CONFED_SEGMENT_FLAG) != 0;
    }

    /**
     * Returns a CRC-32 of the content. This number identifies the update. If the number is 0 or in use, the update gets
     * a random identifier.
     */
    long checksum() {
        ByteWriter content = new ByteWriter(64 + bgpsecPath.length());
        content.u32(originAs)
                .bytes(prefix.addressBytes())
                .u8(prefix.length())
                .u8(family.safi())
                .u32(localAs);
        asPath.forEach(content::u32);
        CRC32 crc = new CRC32();
        crc.update(content.bytes(bgpsecPath).toArray());
        return crc.getValue();
    }
}
