// SPDX-License-Identifier: Apache-2.0
/**
 * Rows of the verdict store as bytes: their layout, and the dictionaries of what rows share.
 *
 * <p>{@link org.pathproof.verdictstore.row.Block} is the layout of the rows and variants of one prefix, and
 * {@link org.pathproof.verdictstore.row.BlockEditor} changes a copy of them.
 * {@link org.pathproof.verdictstore.row.RowData} is one row as numbers: {@link org.pathproof.verdictstore.row.RowFlags}
 * has its states, {@link org.pathproof.verdictstore.row.Stamps} its times, and the
 * {@link org.pathproof.verdictstore.row.Dictionaries} what it shares with other rows: paths
 * ({@link org.pathproof.verdictstore.row.PathBytes}), attributes, and further fields
 * ({@link org.pathproof.verdictstore.row.FieldBytes}). This package knows nothing about prefixes, sessions and readers;
 * {@code paged} puts blocks in order and shows them to readers.
 */
@NullMarked
package org.pathproof.verdictstore.row;

import org.jspecify.annotations.NullMarked;
