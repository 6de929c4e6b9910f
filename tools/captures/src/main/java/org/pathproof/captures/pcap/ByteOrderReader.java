// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import java.nio.ByteOrder;
import org.pathproof.wire.Bytes;

/** Reads numbers in the byte order of the machine that wrote the capture file. */
record ByteOrderReader(ByteOrder order) {
    int u16(Bytes bytes, int at) {
        return order == ByteOrder.BIG_ENDIAN ? bytes.u16(at) : bytes.u8(at) | bytes.u8(at + 1) << 8;
    }

    long u32(Bytes bytes, int at) {
        return order == ByteOrder.BIG_ENDIAN ? bytes.u32(at) : u16(bytes, at) | (long) u16(bytes, at + 2) << 16;
    }

    long u64(Bytes bytes, int at) {
        return order == ByteOrder.BIG_ENDIAN
                ? bytes.u32(at) << 32 | bytes.u32(at + 4)
                : u32(bytes, at) | u32(bytes, at + 4) << 32;
    }
}
