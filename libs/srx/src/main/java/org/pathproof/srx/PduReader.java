// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.srx.SrxCodec;
import org.pathproof.wire.srx.SrxPdu;

/** Reads PDUs from a blocking stream. Memory grows with the received bytes, not with the length in a PDU's header. */
final class PduReader {
    /**
     * A PDU with its length.
     *
     * @param pdu the PDU, or the error of its bytes
     * @param length length of the PDU in bytes, header included
     */
    record Read(Decoded<SrxPdu> pdu, int length) {}

    private final InputStream in;
    private volatile @Nullable Long awaitedSince = System.nanoTime();

    PduReader(InputStream in) {
        this.in = in;
    }

    /**
     * Returns the {@link System#nanoTime} since which bytes are awaited: the start before the first PDU, and the first
     * byte of an incomplete PDU later. Null between PDUs. Any thread may call this method.
     */
    @Nullable
    Long awaitedSince() {
        return awaitedSince;
    }

    /**
     * Returns the next PDU, or null at the end of the stream. After a damaged PDU no more PDUs can be read.
     *
     * @throws EOFException when the stream ends within a PDU
     */
    @Nullable
    Read next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        if (awaitedSince == null) {
            awaitedSince = System.nanoTime();
        }
        Bytes header = Bytes.wrap(new byte[] {(byte) first}).concat(read(SrxCodec.HEADER_LENGTH - 1));
        Read result = switch (SrxCodec.messageLength(header)) {
            case Decoded.Damaged<Integer>(WireError error, Bytes bytes) ->
                new Read(Decoded.damaged(error, bytes), header.length());
            case Decoded.Ok<Integer>(Integer length) ->
                new Read(SrxCodec.decode(header.concat(read(length - header.length()))), length);
        };
        awaitedSince = null;
        return result;
    }

    private Bytes read(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the connection ended within a PDU");
        }
        return Bytes.wrap(bytes);
    }
}
