// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.math.BigInteger;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * The key pair of a router.
 *
 * @param secret the private scalar
 * @param routerKey the public key, as the RPKI publishes it
 */
public record LabKey(BigInteger secret, RouterKey routerKey) {
    private static final int SCALAR_BYTES = 32;
    private static final int POINT_BYTES = 65;
    /** ECPrivateKey up to the scalar (RFC 5915 section 3). */
    private static final Bytes PRIVATE_KEY_START = Bytes.fromHex("30770201010420");
    /** The curve, and the BIT STRING of the public key up to the point. */
    private static final Bytes CURVE = Bytes.fromHex("a00a06082a8648ce3d030107a144034200");

    public Bytes ski() {
        return routerKey.ski();
    }

    /** Returns the ECPrivateKey in DER, with the curve and the public key (RFC 5915 section 3). */
    public Bytes privateKey() {
        Bytes spki = routerKey.spki();
        return PRIVATE_KEY_START
                .concat(Bytes.wrap(BigIntegers.asUnsignedByteArray(SCALAR_BYTES, secret)))
                .concat(CURVE)
                .concat(spki.from(spki.length() - POINT_BYTES));
    }

    /** Omits the private scalar. */
    @Override
    public String toString() {
        return "LabKey[" + routerKey + "]";
    }
}
