// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECPoint;

/**
 * The domain parameters of P-256 (SEC 2 section 2.4.2, secp256r1), with the specialised arithmetic of Bouncy Castle.
 */
final class P256 {
    private static final X9ECParameters PARAMETERS = CustomNamedCurves.getByName("secp256r1");

    static final ECCurve CURVE = PARAMETERS.getCurve();
    /** The base point. */
    static final ECPoint G = PARAMETERS.getG();
    /** The order of the base point. */
    static final BigInteger N = PARAMETERS.getN();
    /** The prime of the field. */
    static final BigInteger P = CURVE.getField().getCharacteristic();

    /** Length in bytes of a field element, a scalar, and a digest. */
    static final int BYTES = 32;

    private P256() {}
}
