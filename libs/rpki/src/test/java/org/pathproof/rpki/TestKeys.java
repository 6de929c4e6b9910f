// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/** Provides the router key of AS 64496 (RFC 8208 appendix A), a P-384 key, and generated keys with a correct SKI. */
public final class TestKeys {
    public static final RouterKey AS64496 = new RouterKey(
            64496,
            Bytes.fromHex("ab4d910f55cae71a215ef3cafe3acc45b5eec154"),
            Bytes.fromHex(
                    "3059301306072a8648ce3d020106082a8648ce3d030107034200047391babb92a0cb3be10e59b19ebffb214e04a91e0cba1b"
                            + "139a7d38d90f77e55aa05b8e695678e0fa16904b55d9d4f5c0dfc58895ee50bc4f75d205a25bd36ff5"));

    /** The P-384 key of RFC 6979 appendix A.2.6, for an experimental suite. */
    public static final RouterKey ON_P384 = onP384("3076301006072a8648ce3d020106052b8104002203620004"
            + "ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea9055866064a254515480bc13"
            + "8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720");

    /** A key with a correct SKI. The curve is a UTF8String with invalid UTF-8. */
    public static final RouterKey DAMAGED_CURVE = damagedCurve();

    private TestKeys() {}

    private static RouterKey damagedCurve() {
        Bytes bytes = Bytes.fromHex(AS64496.spki().toHex().replace("06082a8648", "0c08c32848"));
        return new RouterKey(64498, SubjectKeyIdentifier.of(bytes).orElseThrow(), bytes);
    }

    private static RouterKey onP384(String spki) {
        Bytes bytes = Bytes.fromHex(spki);
        return new RouterKey(64497, SubjectKeyIdentifier.of(bytes).orElseThrow(), bytes);
    }

    /** Returns a key with valid form and SKI. {@code number} replaces four bytes of the point. */
    public static RouterKey numbered(long asn, int number) {
        byte[] spki = AS64496.spki().toArray();
        spki[30] = (byte) (number >>> 24);
        spki[31] = (byte) (number >>> 16);
        spki[32] = (byte) (number >>> 8);
        spki[33] = (byte) number;
        Bytes bytes = Bytes.wrap(spki);
        return new RouterKey(asn, SubjectKeyIdentifier.of(bytes).orElseThrow(), bytes);
    }
}
