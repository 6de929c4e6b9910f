// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.BitSet;
import org.bouncycastle.math.ec.ECAlgorithms;
import org.bouncycastle.math.ec.ECFieldElement;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.util.BigIntegers;

/**
 * ECDSA verification (FIPS 186-5 section 6.4.2) with the curve arithmetic of Bouncy Castle. The engine runs on every
 * machine, and other engines are checked against it.
 */
public final class BouncyCastleEngine implements SignatureEngine {
    static final String NAME = "bouncy-castle";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void verify(SignatureBatch batch, BitSet verified) {
        for (int i = 0; i < batch.size(); i++) {
            verified.set(i, verifies(batch, i));
        }
    }

    /** Returns true if an entry of a batch verifies. */
    static boolean verifies(SignatureBatch batch, int entry) {
        BigInteger digest = number(batch.digests(), entry);
        BigInteger r = number(batch.r(), entry);
        BigInteger s = number(batch.s(), entry);
        return verifies(batch.key(entry).point(), digest, r, s);
    }

    private static boolean verifies(ECPoint key, BigInteger digest, BigInteger r, BigInteger s) {
        BigInteger inverse = BigIntegers.modOddInverseVar(P256.N, s);
        BigInteger u1 = digest.multiply(inverse).mod(P256.N);
        BigInteger u2 = r.multiply(inverse).mod(P256.N);
        ECPoint sum = ECAlgorithms.sumOfTwoMultiplies(P256.G, u1, key, u2);
        return !sum.isInfinity() && (xIs(sum, r) || xIs(sum, r.add(P256.N)));
    }

    /**
     * Returns true if the affine x of a point is this number: X = x Z² in Jacobian coordinates, without an inversion of
     * Z.
     */
    private static boolean xIs(ECPoint point, BigInteger x) {
        if (x.compareTo(P256.P) >= 0) {
            return false;
        }
        ECFieldElement z = point.getZCoord(0);
        return P256.CURVE.fromBigInteger(x).multiply(z.square()).equals(point.getXCoord());
    }

    private static BigInteger number(byte[] array, int index) {
        return new BigInteger(1, array, index * P256.BYTES, P256.BYTES);
    }
}
