// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * Data PDUs in bytes, which several sessions may send. Readers must not change the arrays.
 *
 * @param count number of PDUs
 * @param chunks the bytes, in pieces of about 64 KiB
 */
record EncodedPdus(int count, List<byte[]> chunks) {
    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_USUAL_PDU = 1024;

    static EncodedPdus of(int count, IntFunction<RtrPdu> pdus) {
        List<byte[]> chunks = new ArrayList<>();
        ByteWriter chunk = new ByteWriter(count > CHUNK / LONGEST_USUAL_PDU ? CHUNK + LONGEST_USUAL_PDU : 256);
        for (int i = 0; i < count; i++) {
            RtrCodec.encode(pdus.apply(i), chunk);
            if (chunk.length() >= CHUNK) {
                chunks.add(chunk.toArray());
                chunk = new ByteWriter(CHUNK + LONGEST_USUAL_PDU);
            }
        }
        if (chunk.length() > 0) {
            chunks.add(chunk.toArray());
        }
        return new EncodedPdus(count, List.copyOf(chunks));
    }
}
