// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.util.Optional;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/** The content of a hop: identifier of the router's certificate (8 bytes), algorithm (1), next AS (4). */
record RouteAttestation(Bytes certificateId, int algorithm, long subject) {
    private static final int ID_BYTES = 8;
    private static final int BYTES = ID_BYTES + 1 + 4;

    Bytes encoded() {
        return new ByteWriter(BYTES)
                .bytes(certificateId)
                .u8(algorithm)
                .u32(subject)
                .toBytes();
    }

    /** Decodes a content, or returns an empty result if it has another length. */
    static Optional<RouteAttestation> of(Bytes content) {
        return content.length() == BYTES
                ? Optional.of(new RouteAttestation(
                        content.slice(0, ID_BYTES), content.u8(ID_BYTES), content.u32(ID_BYTES + 1)))
                : Optional.empty();
    }
}
