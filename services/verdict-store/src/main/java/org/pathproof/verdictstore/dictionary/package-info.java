// SPDX-License-Identifier: Apache-2.0
/**
 * Interned byte sequences of the verdict store: paths, attributes, further fields, times and router keys.
 *
 * <p>Nearly all rows of a large network share these parts with many others. A
 * {@link org.pathproof.verdictstore.dictionary.Dictionary} has each sequence once, for all shards, and gives it a
 * number of 32 bits. Nothing counts the uses of a number, because counters that all writers change would cost more than
 * the rows. Instead a pass over all rows marks the numbers in use now and then, and the dictionary forgets the others.
 */
@NullMarked
package org.pathproof.verdictstore.dictionary;

import org.jspecify.annotations.NullMarked;
