// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.openbmp;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/**
 * The binary header of OpenBMP's raw records, version 1.7: fixed fields, two texts with lengths, then BMP. The header
 * length field gives the start of BMP, so that fields of later minor versions are skipped.
 */
final class BinaryHeader {
    private static final Bytes MAGIC = Bytes.wrap("OBMP".getBytes(StandardCharsets.US_ASCII));
    private static final int MAJOR = 1;
    private static final int MINOR = 7;
    private static final int FLAG_ROUTER_MESSAGE = 0x80;
    private static final int FLAG_ROUTER_IPV6 = 0x40;
    private static final int OBJECT_HEARTBEAT = 0;
    private static final int OBJECT_BMP_RAW = 12;
    private static final int HASH_LENGTH = 16;
    /** Length in bytes of a header with two empty texts. */
    private static final int MIN_LENGTH = 78;

    private BinaryHeader() {}

    static boolean starts(Bytes record) {
        return record.length() >= 4 && record.slice(0, 4).equals(MAGIC);
    }

    static Decoded<OpenBmpRaw> decode(Bytes record) {
        if (record.length() < MIN_LENGTH) {
            return damaged(
                    record,
                    Code.TRUNCATED,
                    "header",
                    record.length(),
                    "the header needs at least " + MIN_LENGTH + " bytes and " + record.length() + " are there");
        }
        ByteReader in = new ByteReader(record);
        in.skip(4);
        int major = in.u8();
        int minor = in.u8();
        if (major != MAJOR) {
            return damaged(record, Code.BAD_MARKER, "version", 4, "version " + major + "." + minor + " is not 1.x");
        }
        int headerLength = in.u16();
        if (headerLength < MIN_LENGTH || headerLength > record.length()) {
            return damaged(
                    record,
                    Code.BAD_LENGTH,
                    "header length",
                    6,
                    "header length " + headerLength + " is not in " + MIN_LENGTH + ".." + record.length());
        }
        long bmpLength = in.u32();
        if (bmpLength != record.length() - headerLength) {
            return damaged(
                    record,
                    bmpLength > record.length() - headerLength ? Code.TRUNCATED : Code.TRAILING_BYTES,
                    "BMP message length",
                    8,
                    "BMP message length " + bmpLength + " and " + (record.length() - headerLength)
                            + " bytes follow the header");
        }
        int flags = in.u8();
        int objectType = in.u8();
        if (objectType != OBJECT_BMP_RAW && objectType != OBJECT_HEARTBEAT) {
            return damaged(
                    record,
                    Code.BAD_VALUE,
                    "object type",
                    13,
                    "object type " + objectType + " is neither 12 (raw BMP) nor 0 (heartbeat)");
        }
        return decodeOrigin(record, in, flags, headerLength, objectType == OBJECT_BMP_RAW);
    }

    private static Decoded<OpenBmpRaw> decodeOrigin(
            Bytes record, ByteReader in, int flags, int headerLength, boolean bmpRaw) {
        long seconds = in.u32();
        long microseconds = in.u32();
        Bytes collectorHash = in.take(HASH_LENGTH);
        int adminIdLength = in.u16();
        if (MIN_LENGTH + adminIdLength > headerLength) {
            return tooLong(record, "admin id", 38, adminIdLength, headerLength);
        }
        String adminId = text(in.take(adminIdLength));
        Bytes routerHash = in.take(HASH_LENGTH);
        Bytes ipField = in.take(16);
        int groupLength = in.u16();
        if (MIN_LENGTH + adminIdLength + groupLength > headerLength) {
            return tooLong(record, "router group", in.position() - 2, groupLength, headerLength);
        }
        String group = text(in.take(groupLength));
        boolean router = (flags & FLAG_ROUTER_MESSAGE) != 0;
        Bytes routerIp = (flags & FLAG_ROUTER_IPV6) != 0 ? ipField : ipField.slice(0, 4);
        return Decoded.ok(new OpenBmpRaw(
                router ? Optional.of(routerHash) : Optional.empty(),
                router ? Optional.of(routerIp) : Optional.empty(),
                Optional.of(collectorHash),
                adminId,
                group,
                seconds * 1_000_000 + microseconds,
                bmpRaw ? record.from(headerLength) : Bytes.EMPTY));
    }

    static Bytes encode(OpenBmpRaw raw) {
        byte[] adminId = raw.collectorAdminId().getBytes(StandardCharsets.UTF_8);
        byte[] group = raw.routerGroup().getBytes(StandardCharsets.UTF_8);
        int headerLength = MIN_LENGTH + adminId.length + group.length;
        if (headerLength > 0xffff) {
            throw new IllegalArgumentException("an OpenBMP header of " + headerLength + " bytes is longer than 65535");
        }
        Bytes routerIp = raw.routerIp().orElse(Bytes.wrap(new byte[4]));
        if (routerIp.length() != 4 && routerIp.length() != 16) {
            throw new IllegalArgumentException("a router address has 4 or 16 bytes, not " + routerIp.length());
        }
        boolean router = raw.routerHash().isPresent() || raw.routerIp().isPresent();
        return new ByteWriter(headerLength + raw.bmp().length())
                .bytes(MAGIC)
                .u8(MAJOR)
                .u8(MINOR)
                .u16(headerLength)
                .u32(raw.bmp().length())
                .u8((router ? FLAG_ROUTER_MESSAGE : 0) | (routerIp.length() == 16 ? FLAG_ROUTER_IPV6 : 0))
                .u8(raw.isHeartbeat() ? OBJECT_HEARTBEAT : OBJECT_BMP_RAW)
                .u32(raw.timestampMicros() / 1_000_000)
                .u32(raw.timestampMicros() % 1_000_000)
                .bytes(hash(raw.collectorHash(), "collector"))
                .u16(adminId.length)
                .bytes(adminId)
                .bytes(hash(raw.routerHash(), "router"))
                .bytes(routerIp)
                .zeros(16 - routerIp.length())
                .u16(group.length)
                .bytes(group)
                .u32(1)
                .bytes(raw.bmp())
                .toBytes();
    }

    private static Bytes hash(Optional<Bytes> hash, String whose) {
        Bytes bytes = hash.orElse(Bytes.wrap(new byte[HASH_LENGTH]));
        if (bytes.length() != HASH_LENGTH) {
            throw new IllegalArgumentException("a " + whose + " hash of " + bytes.length() + " bytes, not 16");
        }
        return bytes;
    }

    private static String text(Bytes bytes) {
        return NetworkText.name(bytes);
    }

    /** Returns the length of header and BMP, or 0 while a length field is incomplete. */
    static Decoded<Long> recordLength(Bytes start) {
        if (!starts(start)) {
            return damaged(start, Code.BAD_MARKER, "magic", 0, "no record starts with " + start.slice(0, 4));
        }
        if (start.length() < 12) {
            return Decoded.ok(0L);
        }
        return start.u16(6) < MIN_LENGTH
                ? damaged(
                        start, Code.BAD_LENGTH, "header length", 6, "header length " + start.u16(6) + " is impossible")
                : Decoded.ok(start.u16(6) + start.u32(8));
    }

    private static Decoded<OpenBmpRaw> tooLong(Bytes record, String field, int offset, int length, int headerLength) {
        return damaged(
                record,
                Code.BAD_LENGTH,
                field,
                offset,
                "the " + field + " of " + length + " bytes exceeds the header of " + headerLength);
    }

    private static <T> Decoded<T> damaged(Bytes record, Code code, String field, int offset, String what) {
        return Decoded.damaged(new WireError(code, "OpenBMP / " + field, offset, "OpenBMP header: " + what), record);
    }
}
