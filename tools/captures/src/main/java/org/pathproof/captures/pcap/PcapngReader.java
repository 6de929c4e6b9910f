// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/**
 * Reads pcapng (draft-ietf-opsawg-pcapng). A Section Header Block sets the byte order and clears the list of
 * interfaces.
 */
final class PcapngReader extends CaptureReader {
    private static final long SECTION_HEADER = 0x0a0d0d0aL;
    private static final long BYTE_ORDER_MAGIC = 0x1a2b3c4dL;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;

    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private ByteOrderReader order = new ByteOrderReader(ByteOrder.LITTLE_ENDIAN);
    private Bytes pendingType;

    PcapngReader(InputStream in, Bytes firstType) {
        super(in);
        pendingType = firstType;
        advance(firstType.length());
    }

    static boolean hasSectionHeader(Bytes start) {
        return start.u32(0) == SECTION_HEADER;
    }

    @Override
    Optional<Decoded<CapturedPacket>> readPacket() throws IOException {
        while (true) {
            Bytes type = pendingType.isEmpty() ? read(4) : pendingType;
            pendingType = Bytes.EMPTY;
            if (type.isEmpty()) {
                return Optional.empty();
            }
            long at = offset() - type.length();
            Bytes start = type.concat(read(8));
            if (start.length() < 12) {
                return damaged(Code.TRUNCATED, "block header", at, "the file ends within a block header", start);
            }
            boolean section = start.u32(0) == SECTION_HEADER;
            if (section) {
                interfaces.clear();
                boolean big = start.u32(8) == BYTE_ORDER_MAGIC;
                order = new ByteOrderReader(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
                if (order.u32(start, 8) != BYTE_ORDER_MAGIC) {
                    return damaged(Code.BAD_MARKER, "byte-order magic", at, "it is " + start.slice(8, 12), start);
                }
            }
            long length = order.u32(start, 4);
            if (length < 12 || length % 4 != 0 || length > MAX_BLOCK) {
                return damaged(Code.BAD_LENGTH, "block total length", at, "a block length of " + length, start);
            }
            Bytes block = start.concat(read((int) length - 12));
            if (block.length() < length) {
                return damaged(Code.TRUNCATED, "block", at, "the file ends within a block", block);
            }
            if (order.u32(block, (int) length - 4) != length) {
                return damaged(
                        Code.BAD_LENGTH,
                        "block total length",
                        at,
                        "the lengths at the start and the end differ",
                        block);
            }
            @Nullable Decoded<CapturedPacket> packet = section ? null : readBlock(block, at);
            if (packet != null) {
                return Optional.of(packet);
            }
        }
    }

    /** Returns the packet of a block, or null if the block holds none. */
    private @Nullable Decoded<CapturedPacket> readBlock(Bytes block, long at) {
        Bytes body = block.slice(8, block.length() - 4);
        return switch ((int) order.u32(block, 0)) {
            case INTERFACE_DESCRIPTION -> {
                if (body.length() < 8) {
                    yield tooShort(block, at);
                }
                interfaces.add(CaptureInterface.read(body, order));
                yield null;
            }
            case ENHANCED_PACKET ->
                body.length() < 20
                        ? tooShort(block, at)
                        : packet(block, at, order.u32(body, 0), timestamp(body), order.u32(body, 12), body.from(20));
            case OBSOLETE_PACKET ->
                body.length() < 20
                        ? tooShort(block, at)
                        : packet(block, at, order.u16(body, 0), timestamp(body), order.u32(body, 12), body.from(20));
            case SIMPLE_PACKET ->
                body.length() < 4
                        ? tooShort(block, at)
                        : packet(block, at, 0, 0, Math.min(order.u32(body, 0), body.length() - 4), body.from(4));
            default -> null;
        };
    }

    private long timestamp(Bytes body) {
        return order.u32(body, 4) << 32 | order.u32(body, 8);
    }

    private Decoded<CapturedPacket> packet(
            Bytes block, long at, long interfaceId, long timestamp, long captured, Bytes data) {
        if (interfaceId >= interfaces.size()) {
            return error(
                    Code.BAD_VALUE,
                    "interface id",
                    at,
                    "interface " + interfaceId + " and " + interfaces.size() + " interfaces are defined",
                    block);
        }
        if (captured > data.length()) {
            return error(
                    Code.BAD_LENGTH,
                    "captured length",
                    at,
                    "a captured length of " + captured + " in a block with " + data.length() + " bytes",
                    block);
        }
        CaptureInterface from = interfaces.get((int) interfaceId);
        return Decoded.ok(
                new CapturedPacket(at, from.nanos(timestamp), from.linkType(), data.slice(0, (int) captured)));
    }

    private static Decoded<CapturedPacket> tooShort(Bytes block, long at) {
        return error(Code.TRUNCATED, "block", at, "a block of " + block.length() + " bytes is too short", block);
    }

    private static Optional<Decoded<CapturedPacket>> damaged(
            Code code, String field, long at, String what, Bytes bytes) {
        return Optional.of(error(code, field, at, what, bytes));
    }

    private static Decoded<CapturedPacket> error(Code code, String field, long at, String what, Bytes bytes) {
        int offset = (int) Math.min(Integer.MAX_VALUE, at);
        return Decoded.damaged(new WireError(code, "pcapng / " + field, offset, "pcapng: " + what), bytes);
    }
}
