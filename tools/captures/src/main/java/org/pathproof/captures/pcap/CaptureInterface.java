// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.pcap;

import org.pathproof.wire.Bytes;

/**
 * An Interface Description Block of pcapng.
 *
 * @param linkType the LINKTYPE number
 * @param resolution the if_tsresol option: units of 10^-n seconds, or of 2^-n seconds if the top bit is set
 * @param offsetSeconds the if_tsoffset option
 */
record CaptureInterface(int linkType, int resolution, long offsetSeconds) {
    private static final int OPTION_END = 0;
    private static final int OPTION_TSRESOL = 9;
    private static final int OPTION_TSOFFSET = 14;
    private static final int MICROSECONDS = 6;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Reads the body of the block, at least 8 bytes. Reading stops at the first malformed option. */
    static CaptureInterface read(Bytes body, ByteOrderReader order) {
        int resolution = MICROSECONDS;
        long offsetSeconds = 0;
        int at = 8;
        while (at + 4 <= body.length()) {
            int code = order.u16(body, at);
            int length = order.u16(body, at + 2);
            if (code == OPTION_END || at + 4 + length > body.length()) {
                break;
            }
            if (code == OPTION_TSRESOL && length == 1) {
                resolution = body.u8(at + 4);
            } else if (code == OPTION_TSOFFSET && length == 8) {
                offsetSeconds = order.u64(body, at + 4);
            }
            at += 4 + (length + 3) / 4 * 4;
        }
        return new CaptureInterface(order.u16(body, 0), resolution, offsetSeconds);
    }

    /** Converts a timestamp of this interface into nanoseconds since 1970. */
    long nanos(long timestamp) {
        long units = switch (resolution) {
            case MICROSECONDS -> timestamp * 1000;
            case 9 -> timestamp;
            default ->
                (long) (timestamp
                        * (NANOS_PER_SECOND
                                / ((resolution & 0x80) != 0
                                        ? Math.pow(2, resolution & 0x7f)
                                        : Math.pow(10, resolution))));
        };
        return units + offsetSeconds * 1_000_000_000L;
    }
}
