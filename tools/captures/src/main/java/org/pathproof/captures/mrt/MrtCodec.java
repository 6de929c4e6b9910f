// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/**
 * Decodes MRT records: the common header (RFC 6396 sections 2 and 3) and the table of types and subtypes (RFC 6396
 * section 4, RFC 8050).
 */
public final class MrtCodec {
    /** Length in bytes of Timestamp, Type, Subtype and Length. */
    public static final int HEADER_LENGTH = 12;

    private static final int LENGTH_AT = 8;
    private static final long MICROS = 1_000_000;
    private static final AfiSafi IPV4_MULTICAST = new AfiSafi(AfiSafi.AFI_IPV4, 2);
    private static final AfiSafi IPV6_MULTICAST = new AfiSafi(AfiSafi.AFI_IPV6, 2);

    private MrtCodec() {}

    /** Decodes one record that fills {@code bytes} exactly. Never throws, whatever the bytes. */
    public static Decoded<MrtRecord> decode(Bytes bytes) {
        if (bytes.length() < HEADER_LENGTH) {
            return Malformed.damaged(
                    WireError.Code.TRUNCATED,
                    "MRT header",
                    bytes.length(),
                    "an MRT header has 12 bytes, " + bytes.length() + " are there",
                    bytes);
        }
        long timestamp = bytes.u32(0) * MICROS;
        int type = bytes.u16(4);
        int subtype = bytes.u16(6);
        long length = bytes.u32(LENGTH_AT);
        if (length != bytes.length() - HEADER_LENGTH) {
            return Malformed.damaged(
                    length > bytes.length() - HEADER_LENGTH ? WireError.Code.TRUNCATED : WireError.Code.BAD_LENGTH,
                    "MRT header / Length",
                    LENGTH_AT,
                    "length is " + length + ", " + (bytes.length() - HEADER_LENGTH) + " bytes follow",
                    bytes);
        }
        int bodyAt = HEADER_LENGTH;
        if (type == MrtRecord.BGP4MP_ET) {
            if (length < 4) {
                return Malformed.damaged(
                        WireError.Code.TRUNCATED,
                        "MRT header / Microsecond Timestamp",
                        HEADER_LENGTH,
                        "the record ends before this field",
                        bytes);
            }
            timestamp += bytes.u32(HEADER_LENGTH);
            bodyAt += 4;
        }
        return switch (decodeBody(timestamp, type, subtype, bytes.from(bodyAt))) {
            case Decoded.Ok<MrtRecord> ok -> ok;
            case Decoded.Damaged<MrtRecord>(WireError error, Bytes ignored) ->
                Decoded.damaged(error.within(name(type, subtype), bodyAt), bytes);
        };
    }

    private static Decoded<MrtRecord> decodeBody(long timestamp, int type, int subtype, Bytes body) {
        Decoded<MrtRecord> unknown = Decoded.ok(new UnknownMrtRecord(timestamp, type, subtype, body));
        return switch (type) {
            case MrtRecord.TABLE_DUMP ->
                switch (subtype) {
                    case 1 -> TableDump.read(timestamp, AfiSafi.IPV4_UNICAST, body);
                    case 2 -> TableDump.read(timestamp, AfiSafi.IPV6_UNICAST, body);
                    default -> unknown;
                };
            case MrtRecord.TABLE_DUMP_V2 ->
                switch (subtype) {
                    case 1 -> PeerIndexTable.read(timestamp, body);
                    case 2 -> Rib.read(timestamp, AfiSafi.IPV4_UNICAST, false, body);
                    case 3 -> Rib.read(timestamp, IPV4_MULTICAST, false, body);
                    case 4 -> Rib.read(timestamp, AfiSafi.IPV6_UNICAST, false, body);
                    case 5 -> Rib.read(timestamp, IPV6_MULTICAST, false, body);
                    case 8 -> Rib.read(timestamp, AfiSafi.IPV4_UNICAST, true, body);
                    case 9 -> Rib.read(timestamp, IPV4_MULTICAST, true, body);
                    case 10 -> Rib.read(timestamp, AfiSafi.IPV6_UNICAST, true, body);
                    case 11 -> Rib.read(timestamp, IPV6_MULTICAST, true, body);
                    default -> unknown;
                };
            case MrtRecord.BGP4MP, MrtRecord.BGP4MP_ET ->
                switch (subtype) {
                    case 0 -> Bgp4mpStateChange.read(timestamp, false, body);
                    case 1 -> Bgp4mpMessage.read(timestamp, false, false, false, body);
                    case 4 -> Bgp4mpMessage.read(timestamp, true, false, false, body);
                    case 5 -> Bgp4mpStateChange.read(timestamp, true, body);
                    case 6 -> Bgp4mpMessage.read(timestamp, false, true, false, body);
                    case 7 -> Bgp4mpMessage.read(timestamp, true, true, false, body);
                    case 8 -> Bgp4mpMessage.read(timestamp, false, false, true, body);
                    case 9 -> Bgp4mpMessage.read(timestamp, true, false, true, body);
                    case 10 -> Bgp4mpMessage.read(timestamp, false, true, true, body);
                    case 11 -> Bgp4mpMessage.read(timestamp, true, true, true, body);
                    default -> unknown;
                };
            default -> unknown;
        };
    }

    private static String name(int type, int subtype) {
        return switch (type) {
            case MrtRecord.TABLE_DUMP -> "TABLE_DUMP";
            case MrtRecord.TABLE_DUMP_V2 ->
                switch (subtype) {
                    case 1 -> "PEER_INDEX_TABLE";
                    default -> "RIB subtype " + subtype;
                };
            default -> subtype == 0 || subtype == 5 ? "BGP4MP_STATE_CHANGE" : "BGP4MP_MESSAGE";
        };
    }
}
