// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.util.Optional;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.WireError.Code;

/** Reads classic pcap (draft-ietf-opsawg-pcap): a file header of 24 bytes, then packets with headers of 16 bytes. */
final class ClassicPcapReader extends CaptureReader {
    private static final long MAGIC_MICROS = 0xa1b2c3d4L;
    private static final long MAGIC_NANOS = 0xa1b23c4dL;

    private final Bytes magic;
    private final ByteOrderReader order;
    private final long nanosPerFraction;
    private int linkType = -1;

    ClassicPcapReader(InputStream in, Bytes magic) {
        super(in);
        this.magic = magic;
        boolean big = magic.length() == 4 && isMagic(magic.u32(0));
        order = new ByteOrderReader(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        nanosPerFraction = magic.length() == 4 && order.u32(magic, 0) == MAGIC_NANOS ? 1 : 1000;
        advance(magic.length());
    }

    static boolean hasMagic(Bytes start) {
        return isMagic(start.u32(0)) || isMagic(Integer.toUnsignedLong(Integer.reverseBytes((int) start.u32(0))));
    }

    private static boolean isMagic(long number) {
        return number == MAGIC_MICROS || number == MAGIC_NANOS;
    }

    @Override
    Optional<Decoded<CapturedPacket>> readPacket() throws IOException {
        if (linkType < 0) {
            Optional<Decoded<CapturedPacket>> damage = readFileHeader();
            if (damage.isPresent()) {
                return damage;
            }
        }
        long at = offset();
        Bytes header = read(16);
        if (header.isEmpty()) {
            return Optional.empty();
        }
        if (header.length() < 16) {
            return damaged(Code.TRUNCATED, "packet header", "the file ends within a packet header", header);
        }
        long captured = order.u32(header, 8);
        if (captured > MAX_BLOCK) {
            return damaged(
                    Code.BAD_LENGTH,
                    "captured length",
                    "a captured length of " + captured + " is above " + MAX_BLOCK,
                    header);
        }
        Bytes data = read((int) captured);
        if (data.length() < captured) {
            return damaged(
                    Code.TRUNCATED,
                    "packet",
                    "the file ends after " + data.length() + " of " + captured + " bytes of a packet",
                    data);
        }
        long nanos = order.u32(header, 0) * 1_000_000_000L + order.u32(header, 4) * nanosPerFraction;
        return Optional.of(Decoded.ok(new CapturedPacket(at, nanos, linkType, data)));
    }

    private Optional<Decoded<CapturedPacket>> readFileHeader() throws IOException {
        if (magic.length() < 4 || !hasMagic(magic)) {
            return damaged(Code.BAD_MARKER, "magic number", "no capture starts with " + magic, magic);
        }
        Bytes rest = read(20);
        if (rest.length() < 20) {
            return damaged(Code.TRUNCATED, "file header", "the file ends within its header", rest);
        }
        linkType = (int) (order.u32(rest, 16) & 0xffff); // the upper bits describe frame check sequences
        return Optional.empty();
    }

    private Optional<Decoded<CapturedPacket>> damaged(Code code, String field, String what, Bytes bytes) {
        int at = (int) Math.min(Integer.MAX_VALUE, offset() - bytes.length());
        return Optional.of(Decoded.damaged(new WireError(code, "pcap / " + field, at, "pcap: " + what), bytes));
    }
}
