// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.WireError;

/**
 * Reads and writes lists of unicast prefixes: the NLRI and Withdrawn Routes fields (RFC 4271 section 4.3), and those of
 * MP_REACH_NLRI and MP_UNREACH_NLRI (RFC 4760 section 5). With ADD-PATH each prefix has a Path Identifier (RFC 7911
 * section 3).
 */
final class NlriList {
    private NlriList() {}

    /** Returns true if prefixes of this family are decoded. Prefixes of other families are kept as bytes. */
    static boolean isDecoded(AfiSafi family) {
        return family.equals(AfiSafi.IPV4_UNICAST) || family.equals(AfiSafi.IPV6_UNICAST);
    }

    /**
     * Reads a list of prefixes. RFC 7606 section 5.3 defines the errors; their offsets are counted from the start of
     * {@code field}.
     */
    static Decoded<List<Nlri>> read(Bytes field, int afi, boolean addPath) {
        int end = field.length();
        if (end == 0) {
            return Decoded.ok(List.of());
        }
        int maxLength = Prefix.maxLength(afi);
        List<Nlri> list = new ArrayList<>(4);
        int at = 0;
        while (at < end) {
            long pathId = 0;
            if (addPath) {
                if (end - at < 5) {
                    return Malformed.damaged(
                            WireError.Code.TRUNCATED, "Path Identifier", at, "the field ends within an entry", field);
                }
                pathId = field.u32(at);
                at += 4;
            }
            int length = field.u8(at);
            if (length > maxLength) {
                return Malformed.damaged(
                        WireError.Code.BAD_LENGTH,
                        "prefix length",
                        at,
                        "prefix length is " + length + ", at most " + maxLength + " is possible",
                        field);
            }
            int bytes = (length + 7) / 8;
            at++;
            if (bytes > end - at) {
                return Malformed.damaged(
                        WireError.Code.TRUNCATED,
                        "prefix",
                        at,
                        "a prefix of " + length + " bits needs " + bytes + " bytes, " + (end - at) + " are left",
                        field);
            }
            list.add(new Nlri(pathId, prefix(field, at, bytes, afi, length)));
            at += bytes;
        }
        return Decoded.ok(List.copyOf(list));
    }

    /** Returns how well a list of prefixes fits an encoding. A repeated prefix is found beside its first occurrence. */
    static Fit fit(Bytes field, int afi, boolean addPath) {
        int end = field.length();
        int maxLength = Prefix.maxLength(afi);
        Fit fit = Fit.CLEAN;
        int previous = -1;
        int at = 0;
        while (at < end) {
            int start = at;
            at += addPath ? 4 : 0;
            if (at >= end) {
                return Fit.UNREADABLE;
            }
            int length = field.u8(at++);
            at += (length + 7) / 8;
            if (length > maxLength || at > end) {
                return Fit.UNREADABLE;
            }
            boolean hostBits = length % 8 != 0 && (field.u8(at - 1) & 0xff >>> length % 8) != 0;
            if (hostBits || previous >= 0 && field.slice(previous, start).equals(field.slice(start, at))) {
                fit = Fit.UNUSUAL;
            }
            previous = start;
        }
        return fit;
    }

    static void write(List<Nlri> list, ByteWriter out, boolean addPath) {
        for (Nlri nlri : list) {
            if (addPath) {
                out.u32(nlri.pathId());
            }
            out.u8(nlri.prefix().length()).bytes(nlri.prefix().nlriBytes());
        }
    }

    private static Prefix prefix(Bytes field, int at, int bytes, int afi, int length) {
        long hi = 0;
        long lo = 0;
        for (int i = 0; i < bytes; i++) {
            if (i < 8) {
                hi |= (long) field.u8(at + i) << (56 - 8 * i);
            } else {
                lo |= (long) field.u8(at + i) << (120 - 8 * i);
            }
        }
        return new Prefix(afi, hi, lo, length);
    }
}
