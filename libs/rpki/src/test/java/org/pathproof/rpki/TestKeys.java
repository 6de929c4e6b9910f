// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Router keys of RFC 8208 Appendix A, and made-up ones whose SKI is right. */
public final class TestKeys {
    public static final RouterKey AS64496 = new RouterKey(
            64496,
            Bytes.fromHex("ab4d910f55cae71a215ef3cafe3acc45b5eec154"),
            Bytes.fromHex(
                    "3059301306072a8648ce3d020106082a8648ce3d030107034200047391babb92a0cb3be10e59b19ebffb214e04a91e0cba1b"
                            + "139a7d38d90f77e55aa05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5"));

    private TestKeys() {}

    /** A key of the right form and SKI whose point is just a number. */
    public static RouterKey numbered(long asn, int number) {
        byte[] spki = AS64496.spki().toArray();
        spki[30] = (byte) (number >>> 24);
        spki[31] = (byte) (number >>> 16);
        spki[32] = (byte) (number >>> 8);
        spki[33] = (byte) number;
        Bytes octets = Bytes.wrap(spki);
        return new RouterKey(asn, SubjectKeyIdentifier.of(octets).orElseThrow(), octets);
    }
}
