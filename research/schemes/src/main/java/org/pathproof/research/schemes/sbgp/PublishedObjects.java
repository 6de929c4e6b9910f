// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.sbgp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.wire.ByteReader;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/**
 * The objects that an AS publishes, each after its length (2 bytes).
 *
 * @param root certificate of the root, in DER
 * @param router certificate of the router, in DER
 * @param addresses certificate of the owner of the prefixes, in DER; empty for an AS without prefixes
 * @param attestation address attestation; empty for an AS without prefixes
 */
public record PublishedObjects(Bytes root, Bytes router, Bytes addresses, Bytes attestation) {
    private static final int COUNT = 4;
    private static final int LENGTH_BYTES = 2;

    Bytes encoded() {
        ByteWriter out = new ByteWriter();
        for (Bytes object : List.of(root, router, addresses, attestation)) {
            out.u16(object.length()).bytes(object);
        }
        return out.toBytes();
    }

    /** Decodes published material, or returns an empty result for malformed bytes. */
    public static Optional<PublishedObjects> of(Bytes material) {
        ByteReader in = new ByteReader(material);
        List<Bytes> objects = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            if (!in.has(LENGTH_BYTES)) {
                return Optional.empty();
            }
            int length = in.u16();
            if (!in.has(length)) {
                return Optional.empty();
            }
            objects.add(in.take(length));
        }
        return in.remaining() == 0
                ? Optional.of(new PublishedObjects(objects.get(0), objects.get(1), objects.get(2), objects.get(3)))
                : Optional.empty();
    }
}
