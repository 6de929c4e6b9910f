// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.rsa;

import java.math.BigInteger;
import java.util.Optional;
import org.bouncycastle.util.BigIntegers;
import org.pathproof.wire.Bytes;

/**
 * The public direction of RSA: x to x^65537 mod n.
 *
 * @param modulus n, odd, with its most significant bit set, so that every number of the same length is below 2 n
 */
public record RsaPermutation(BigInteger modulus) {
    static final BigInteger EXPONENT = BigInteger.valueOf(65_537);

    /** Returns the permutation with this modulus, or an empty result if the modulus has another length or is even. */
    public static Optional<RsaPermutation> of(Bytes modulus, int bits) {
        BigInteger n = new BigInteger(1, modulus.toArray());
        boolean usable = modulus.length() == bits / 8 && n.bitLength() == bits && n.testBit(0);
        return usable ? Optional.of(new RsaPermutation(n)) : Optional.empty();
    }

    /** Returns the length of the modulus and of all values in bytes. */
    public int bytes() {
        return modulus.bitLength() / 8;
    }

    /** Returns the modulus, big-endian. */
    public Bytes encoded() {
        return encode(modulus);
    }

    /** Returns a value below 2^(8 bytes()), big-endian, with leading zeros. */
    public Bytes encode(BigInteger value) {
        return Bytes.wrap(BigIntegers.asUnsignedByteArray(bytes(), value));
    }

    /** Returns true if the value is in the domain: 0 to n-1. */
    public boolean contains(BigInteger value) {
        return value.signum() >= 0 && value.compareTo(modulus) < 0;
    }

    /** Returns x^65537 mod n of a value of the domain. */
    public BigInteger apply(BigInteger value) {
        return value.modPow(EXPONENT, modulus);
    }
}
