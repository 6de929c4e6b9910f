// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.bouncycastle.math.ec.ECPoint;

/**
 * Creates many nonces with their points at low cost. For a random k, the points (k + j) G are sums of k G and j G. One
 * inversion serves all additions, and another one all inverses of nonces. Only the x of a point is needed. Verification
 * does not depend on the order of nonces, so consecutive nonces are suitable.
 */
final class NonceChain {
    /** A nonce k, 1 / k, and r: the x of k G. That x is at least p - n and below n, so that no other x is r mod n. */
    record Nonce(BigInteger number, BigInteger inverse, BigInteger r) {}

    private static final int LENGTH = 512;
    private static final BigInteger P_MINUS_N = P256.P.subtract(P256.N);
    /** The points j G, at index j - 1. */
    private static final ECPoint[] STEPS = steps();

    private final RandomGenerator random;
    private final Nonce[] nonces = new Nonce[LENGTH];
    private int left;

    NonceChain(RandomGenerator random) {
        this.random = random;
    }

    Nonce next() {
        while (true) {
            if (left == 0) {
                refill();
            }
            Nonce nonce = nonces[--left];
            if (nonce.r.compareTo(P_MINUS_N) >= 0 && nonce.r.compareTo(P256.N) < 0) {
                return nonce;
            }
        }
    }

    private void refill() {
        BigInteger first = Crafted.scalar(random);
        ECPoint from = P256.G.multiply(first).normalize();
        BigInteger x = from.getAffineXCoord().toBigInteger();
        BigInteger y = from.getAffineYCoord().toBigInteger();
        BigInteger[] runs = new BigInteger[LENGTH];
        BigInteger[] numbers = new BigInteger[LENGTH];
        for (int j = 0; j < LENGTH; j++) {
            runs[j] = STEPS[j].getAffineXCoord().toBigInteger().subtract(x);
            numbers[j] = first.add(BigInteger.valueOf(j + 1L)).mod(P256.N);
        }
        BigInteger[] reciprocals = inverses(runs, P256.P);
        BigInteger[] inverses = inverses(numbers, P256.N);
        for (int j = 0; j < LENGTH; j++) {
            BigInteger rise = STEPS[j].getAffineYCoord().toBigInteger().subtract(y);
            BigInteger slope = rise.multiply(reciprocals[j]).mod(P256.P);
            BigInteger sum = slope.multiply(slope)
                    .subtract(x)
                    .subtract(STEPS[j].getAffineXCoord().toBigInteger())
                    .mod(P256.P);
            nonces[j] = new Nonce(numbers[j], inverses[j], sum);
        }
        left = LENGTH;
    }

    /** Returns the inverses of all numbers with one inversion. No number may be 0. */
    private static BigInteger[] inverses(BigInteger[] numbers, BigInteger modulus) {
        BigInteger[] before = new BigInteger[numbers.length];
        BigInteger product = BigInteger.ONE;
        for (int i = 0; i < numbers.length; i++) {
            before[i] = product;
            product = product.multiply(numbers[i]).mod(modulus);
        }
        BigInteger inverse = product.modInverse(modulus);
        BigInteger[] inverses = new BigInteger[numbers.length];
        for (int i = numbers.length - 1; i >= 0; i--) {
            inverses[i] = inverse.multiply(before[i]).mod(modulus);
            inverse = inverse.multiply(numbers[i]).mod(modulus);
        }
        return inverses;
    }

    private static ECPoint[] steps() {
        ECPoint[] steps = new ECPoint[LENGTH];
        steps[0] = P256.G;
        for (int j = 1; j < LENGTH; j++) {
            steps[j] = steps[j - 1].add(P256.G);
        }
        P256.CURVE.normalizeAll(steps);
        return steps;
    }
}
