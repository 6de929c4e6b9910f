// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes.rsa;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A signature that contains the signature of the hop before it.
 *
 * <p>A previous signature, or its combination with a hash, can exceed the modulus of the next signer, because all
 * moduli have the same length and different values. The signer then subtracts its modulus once, and sets the overflow
 * bit. Once is enough: a modulus has its most significant bit set. The verifier adds the modulus again. A wrong
 * overflow bit gives a wrong previous signature, so the bit needs no signature of its own.
 *
 * @param value a number below the modulus of the signer
 * @param overflow true if the signer subtracted its modulus
 */
public record NestedSignature(BigInteger value, boolean overflow) {
    /** Reduces a number of the length of the modulus, and inverts the permutation. */
    public static NestedSignature sign(BigInteger input, RsaTrapdoor key) {
        BigInteger modulus = key.permutation().modulus();
        boolean overflow = input.compareTo(modulus) >= 0;
        return new NestedSignature(key.invert(overflow ? input.subtract(modulus) : input), overflow);
    }

    /** Returns the number that {@link #sign} got, or an empty result if the value or the bit is impossible. */
    public Optional<BigInteger> open(RsaPermutation key) {
        if (!key.contains(value)) {
            return Optional.empty();
        }
        BigInteger reduced = key.apply(value);
        BigInteger input = overflow ? reduced.add(key.modulus()) : reduced;
        return input.bitLength() <= key.modulus().bitLength() ? Optional.of(input) : Optional.empty();
    }
}
