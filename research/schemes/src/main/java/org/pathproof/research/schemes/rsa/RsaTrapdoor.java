// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.rsa;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Optional;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.wire.Bytes;

/** The private direction of RSA, computed modulo both primes. Does not blind its input. Immutable. */
public final class RsaTrapdoor {
    private final RsaPermutation permutation;
    private final BigInteger p;
    private final BigInteger q;
    private final BigInteger dp;
    private final BigInteger dq;
    private final BigInteger qInverse;

    private RsaTrapdoor(BigInteger p, BigInteger q) {
        permutation = new RsaPermutation(p.multiply(q));
        this.p = p;
        this.q = q;
        dp = RsaPermutation.EXPONENT.modInverse(p.subtract(BigInteger.ONE));
        dq = RsaPermutation.EXPONENT.modInverse(q.subtract(BigInteger.ONE));
        qInverse = q.modInverse(p);
    }

    /** Generates a key with the JDK. */
    public static RsaTrapdoor generate(int bits, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(new RSAKeyGenParameterSpec(bits, RsaPermutation.EXPONENT), random);
            RSAPrivateCrtKey key =
                    (RSAPrivateCrtKey) generator.generateKeyPair().getPrivate();
            return new RsaTrapdoor(key.getPrimeP(), key.getPrimeQ());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK does not support RSA with " + bits + " bits", e);
        }
    }

    /** Returns the key of {@link #encoded}, or an empty result if the bytes are no key of this length. */
    public static Optional<RsaTrapdoor> of(Bytes primes, int bits) {
        int half = bits / 16;
        if (primes.length() != 2 * half) {
            return Optional.empty();
        }
        BigInteger p = new BigInteger(1, primes.slice(0, half).toArray());
        BigInteger q = new BigInteger(1, primes.from(half).toArray());
        if (p.multiply(q).bitLength() != bits) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RsaTrapdoor(p, q));
        } catch (ArithmeticException e) {
            return Optional.empty(); // an inverse does not exist
        }
    }

    public RsaPermutation permutation() {
        return permutation;
    }

    /** Returns both primes, big-endian: as many bytes as the modulus has. */
    public Bytes encoded() {
        int half = permutation.bytes() / 2;
        return Bytes.wrap(BigIntegers.asUnsignedByteArray(half, p))
                .concat(Bytes.wrap(BigIntegers.asUnsignedByteArray(half, q)));
    }

    /** Returns the number whose {@link RsaPermutation#apply} is {@code value}, which is in the domain. */
    public BigInteger invert(BigInteger value) {
        BigInteger modP = value.mod(p).modPow(dp, p);
        BigInteger modQ = value.mod(q).modPow(dq, q);
        return modP.subtract(modQ).multiply(qInverse).mod(p).multiply(q).add(modQ);
    }
}
