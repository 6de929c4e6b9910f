// SPDX-License-Identifier: Apache-2.0
/**
 * The rows of the verdict store: every route of the network, in blocks by prefix.
 *
 * <p>Nearly all rows of a large network are copies of a prefix and a path, seen at another session. So a row is a
 * session, a time, the number of its attributes, and the number of a <em>variant</em>: 12 bytes. A variant is what
 * copies share: path, states, findings. A {@link org.pathproof.verdictstore.row.Block} has the rows and the variants of
 * one prefix. A {@link org.pathproof.verdictstore.paged.Leaf} has up to 128 prefixes in order, with a summary of their
 * blocks, so that queries for rare states, sessions or ASes skip most leaves. A
 * {@link org.pathproof.verdictstore.paged.Root} has the leaves of one address family. The prefix decides the
 * {@link org.pathproof.verdictstore.paged.Shard}, so all copies of a prefix are together.
 *
 * <p>One thread at a time writes a shard: {@link org.pathproof.verdictstore.paged.Shard#begin}, any number of rows,
 * {@link org.pathproof.verdictstore.paged.Shard#commit}. Any thread reads the rows of the last commit without locks: a
 * changed block is written to a new place and has the handle of the previous one, which a reader of an earlier commit
 * follows. {@link org.pathproof.verdictstore.memory.Readers} says when the previous place is free.
 *
 * <p>A {@link org.pathproof.verdictstore.paged.SessionSlots} has the epochs of a session as 16 slots. One bit of a slot
 * hides all of its rows, in all shards at once. {@link org.pathproof.verdictstore.paged.Upkeep} does, in small steps
 * between commits, what must not delay a change: it joins old epochs, moves blocks out of sparse pages, makes summaries
 * again, and lets the dictionaries forget.
 */
@NullMarked
package org.pathproof.verdictstore.paged;

import org.jspecify.annotations.NullMarked;
