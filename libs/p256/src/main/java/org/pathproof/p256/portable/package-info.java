// SPDX-License-Identifier: Apache-2.0
/**
 * The P-256 kernel in Java, for machines without the native library. This kernel uses the algorithm of
 * libs/p256/src/main/native/README.md, on arrays of {@code long}. The exceptional cases are the same, but {@link
 * Verifier} also tests r + n.
 *
 * <p>{@link Field} is arithmetic mod p, and {@link Order} is arithmetic mod n, both on {@link Limbs} of 52 bits. {@link
 * Comb} is the shape of a table. {@link Digits} splits scalars; {@link CombTable} fills and reads tables, and {@link
 * Generator} is the table of the base point G. {@link Jacobian} doubles points for tables. {@link Chord} adds affine
 * points with the reciprocals of {@link SharedInversion}. {@link AdditionOrder} is the order of additions of a
 * signature. {@link SharedAdditions} and then {@link HornerSteps} execute them for a batch. {@link Verifier} verifies
 * signatures with these parts. {@link BaseMultiplier} multiplies G by many scalars; only the lab uses it.
 *
 * <p>Each function documents the bounds of its inputs and outputs. Times depend on the numbers, so this package must
 * not process real secrets. docs/adr/0005 explains why limbs have 52 bits and why the Vector API is not used.
 */
@NullMarked
package org.pathproof.p256.portable;

import org.jspecify.annotations.NullMarked;
