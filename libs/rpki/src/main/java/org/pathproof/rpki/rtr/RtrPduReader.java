// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * Reads PDUs from a blocking stream. After a read timeout, the next call continues where reading stopped. The buffer
 * grows with the received bytes, not with the length in the PDU's header.
 */
final class RtrPduReader {
    private final InputStream in;
    private final int maxLength;
    private final long pduNanos;
    private byte[] buffer;
    private int start;
    private int end;
    private volatile @Nullable Long incompleteSince;

    /** @param capacity initial size of the buffer in bytes */
    RtrPduReader(InputStream in, int maxLength, int capacity) {
        this(in, maxLength, capacity, Duration.ofDays(1));
    }

    /**
     * @param capacity initial size of the buffer in bytes
     * @param pduTime longest time from a PDU's first byte to its last, checked when bytes arrive
     */
    RtrPduReader(InputStream in, int maxLength, int capacity, Duration pduTime) {
        this.pduNanos = pduTime.toNanos();
        this.in = in;
        this.maxLength = maxLength;
        this.buffer = new byte[capacity];
    }

    /**
     * Returns the {@link System#nanoTime} of the first byte of an incomplete PDU, or null between PDUs. Any thread may
     * call this method.
     */
    @Nullable
    Long incompleteSince() {
        return incompleteSince;
    }

    /** Returns true if the stream ended within a PDU. */
    boolean hasPart() {
        return end > start;
    }

    /**
     * Returns the next PDU, or null at the end of the stream. After a framing error no more PDUs can be read.
     *
     * @throws IOException if a PDU takes too long
     */
    @Nullable
    Decoded<RtrPdu> next() throws IOException {
        while (true) {
            switch (RtrFramer.messageLength(Bytes.wrap(buffer, start, end - start), maxLength)) {
                case Decoded.Damaged<Integer>(var error, var bytes) -> {
                    incompleteSince = null;
                    return Decoded.damaged(error, Bytes.copyOf(bytes.toArray()));
                }
                case Decoded.Ok<Integer>(Integer length) -> {
                    if (length > 0 && end - start >= length) {
                        Bytes pdu = Bytes.wrap(Arrays.copyOfRange(buffer, start, start + length));
                        start += length;
                        incompleteSince = null;
                        return RtrCodec.decode(pdu);
                    }
                }
            }
            makeRoom();
            Long since = incompleteSince;
            if (hasPart() && since == null) {
                incompleteSince = System.nanoTime();
            } else if (since != null && System.nanoTime() - since > pduNanos) {
                throw new IOException("a PDU was not complete " + RtrLimits.seconds(Duration.ofNanos(pduNanos))
                        + " after its first byte");
            }
            int count = in.read(buffer, end, buffer.length - end);
            if (count < 0) {
                return null;
            }
            end += count;
        }
    }

    private void makeRoom() {
        if (end == buffer.length) {
            byte[] target = start < buffer.length / 2 ? new byte[2 * buffer.length] : buffer;
            System.arraycopy(buffer, start, target, 0, end - start);
            end -= start;
            start = 0;
            buffer = target;
        }
    }
}
