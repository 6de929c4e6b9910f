// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * The authorization of an AS to originate prefixes. The bytes are: identifier of the owner's certificate (8), algorithm
 * (1), AS (4), end of validity (4), number of prefixes (2), each prefix with AFI (1), length (1) and address, and the
 * signature of all these fields.
 *
 * @param notAfter end of validity in seconds of the Unix epoch
 */
record AddressAttestation(
        Bytes certificateId, int algorithm, long asn, long notAfter, List<Prefix> prefixes, Bytes signature) {
    private static final int HEADER_BYTES = 8 + 1 + 4 + 4 + 2;
    private static final int ID_BYTES = 8;
    private static final int PREFIX_HEADER_BYTES = 2;

    /** Returns the bytes that the owner signs. */
    Bytes signedBytes() {
        ByteWriter out = new ByteWriter()
                .bytes(certificateId)
                .u8(algorithm)
                .u32(asn)
                .u32(notAfter)
                .u16(prefixes.size());
        for (Prefix prefix : prefixes) {
            out.u8(prefix.afi()).u8(prefix.length()).bytes(prefix.nlriBytes());
        }
        return out.toBytes();
    }

    AddressAttestation withSignature(Bytes other) {
        return new AddressAttestation(certificateId, algorithm, asn, notAfter, prefixes, other);
    }

    Bytes encoded() {
        return signedBytes().concat(signature);
    }

    /** Decodes an attestation, or returns an empty result for malformed bytes. */
    static Optional<AddressAttestation> of(Bytes bytes) {
        ByteReader in = new ByteReader(bytes);
        if (!in.has(HEADER_BYTES)) {
            return Optional.empty();
        }
        Bytes id = in.take(ID_BYTES);
        int algorithm = in.u8();
        long asn = in.u32();
        long notAfter = in.u32();
        int count = in.u16();
        List<Prefix> prefixes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!in.has(PREFIX_HEADER_BYTES)) {
                return Optional.empty();
            }
            int afi = in.u8();
            int length = in.u8();
            int address = (length + 7) / 8;
            if (afi < 1 || afi > 2 || length > Prefix.maxLength(afi) || !in.has(address)) {
                return Optional.empty();
            }
            prefixes.add(Prefix.of(afi, in.take(address), length));
        }
        return Optional.of(new AddressAttestation(id, algorithm, asn, notAfter, prefixes, in.rest()));
    }
}
