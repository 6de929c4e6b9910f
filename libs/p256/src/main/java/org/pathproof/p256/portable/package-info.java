// SPDX-License-Identifier: Apache-2.0
/**
 * The P-256 kernel in Java, for machines without the native library: the same algorithm, whose reasons and exceptional cases
 * {@code src/main/native/README.md} explains, in plain arrays of {@code long}.
 *
 * <p>{@link Field} is arithmetic mod p, {@link Order} mod n, both on {@link Limbs} of 52 bits; {@link Jacobian} is a point that is added
 * to. {@link Digits} cuts scalars, {@link TableLayout} says which multiples of a key are kept, {@link AdditionOrder} in which order
 * points are added, {@link Multiples} fills and reads tables, {@link Generator} is the one of G. {@link Verifier} puts them together,
 * {@link SharedAdditions} does nearly all of the work.
 *
 * <p>Bounds stand beside every function: what it may be given and what it gives. Verification only: time depends on the numbers, so
 * that nothing here may ever sign. Why limbs of 52 bits, and why not the Vector API: docs/adr/0005.
 */
@NullMarked
package org.pathproof.p256.portable;

import org.jspecify.annotations.NullMarked;
