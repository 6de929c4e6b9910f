// SPDX-License-Identifier: Apache-2.0
/**
 * The state store of the validator: compact, ordered, and restored by Kafka Streams from its changelog.
 *
 * <p>{@link org.pathproof.validator.store.PagedStore} is the store of a task for Kafka Streams. It has rows, entries
 * with a number as key ({@link org.pathproof.validator.store.FixedEntryTable}), and a few other entries. Kafka Streams,
 * the changelog and standby copies see whole keys and values: the parts below exist in memory only.
 *
 * <p>In a network of many sessions, nearly all rows are copies of the same route at another session. {@link
 * org.pathproof.validator.store.RowPages} keeps what copies have in common once:
 *
 * <pre>
 *  directory   bound -> page
 *  page        prefixes in order, each with the number of the first row after it
 *              rows of 12 bytes: session part 3 | own part 7 | path part 1 | attributes part 1
 *              path and attributes parts of the page, at most 255
 *  store       session parts, each once, with a number of 24 bits
 * </pre>
 *
 * <p>{@link org.pathproof.validator.store.RowLayout} divides a value into parts and joins it again. The package of
 * routes owns the layout, so that these classes handle bytes and do not depend on routes. A value that the layout
 * cannot divide, or of more than 4 KiB, is a path part as a whole. Parts have counts of their uses and disappear with
 * the last row that uses them. A page is split at 6 KiB, between two prefixes if possible, so that the copies of a
 * route stay together.
 *
 * <p>There is no index, because a pass over all rows takes milliseconds (docs/adr/0004). {@link
 * org.pathproof.validator.store.RowCursor} reads rows in place during such a pass, and {@link
 * org.pathproof.validator.store.PathTest} tests each path part once in a page. Only the thread of the task uses these
 * objects. See docs/adr/0085.
 */
@NullMarked
package org.pathproof.validator.store;

import org.jspecify.annotations.NullMarked;
