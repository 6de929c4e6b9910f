// SPDX-License-Identifier: Apache-2.0
/**
 * RSA as a permutation, for schemes that nest signatures. Neither a padding scheme nor a signature format of a standard
 * applies, because the signature of one hop is the input of the next one.
 *
 * <p>{@link org.pathproof.research.schemes.rsa.RsaPermutation} is the public direction, {@link
 * org.pathproof.research.schemes.rsa.RsaTrapdoor} the private one. {@link
 * org.pathproof.research.schemes.rsa.FullDomainHash} maps messages to numbers below every modulus. The private
 * direction does not blind its input, and is for experiments only.
 */
@NullMarked
package org.pathproof.research.schemes.rsa;

import org.jspecify.annotations.NullMarked;
