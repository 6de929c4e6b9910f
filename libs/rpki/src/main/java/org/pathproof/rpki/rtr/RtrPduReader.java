// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;

/** PDUs from a blocking stream. A read that times out loses nothing: the next call goes on. */
final class RtrPduReader {
    private final InputStream in;
    private final int maxLength;
    private byte[] buffer = new byte[1 << 16];
    private int start;
    private int end;

    RtrPduReader(InputStream in, int maxLength) {
        this.in = in;
        this.maxLength = maxLength;
    }

    /** The next PDU; null at the end of the stream. After damage to the framing nothing more can be read. */
    @Nullable
    Decoded<RtrPdu> next() throws IOException {
        while (true) {
            switch (RtrFramer.messageLength(Bytes.wrap(buffer, start, end - start), maxLength)) {
                case Decoded.Damaged<Integer>(var error, var octets) -> {
                    return Decoded.damaged(error, Bytes.copyOf(octets.toArray()));
                }
                case Decoded.Ok<Integer>(Integer length) -> {
                    if (length > 0 && end - start >= length) {
                        Bytes pdu = Bytes.wrap(Arrays.copyOfRange(buffer, start, start + length));
                        start += length;
                        return RtrCodec.decode(pdu);
                    }
                    makeRoom(Math.max(length, RtrFramer.HEADER_LENGTH));
                }
            }
            int count = in.read(buffer, end, buffer.length - end);
            if (count < 0) {
                return null;
            }
            end += count;
        }
    }

    private void makeRoom(int wanted) {
        if (buffer.length - start < wanted || end == buffer.length) {
            byte[] target = buffer.length < wanted ? new byte[Math.max(wanted, 2 * buffer.length)] : buffer;
            System.arraycopy(buffer, start, target, 0, end - start);
            end -= start;
            start = 0;
            buffer = target;
        }
    }
}
