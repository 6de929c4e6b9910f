// SPDX-License-Identifier: Apache-2.0
/**
 * The records of all sessions, and the bounds on routers in number and in time.
 *
 * <p>{@link org.pathproof.collector.sessions.Sessions} holds the newest record of each session. {@link
 * org.pathproof.collector.sessions.SessionQuota} bounds the sessions, routers and peers that a collector holds. {@link
 * org.pathproof.collector.sessions.SessionShedding} selects the sessions to delete when a bound is reached, and {@link
 * org.pathproof.collector.sessions.Deletions} keeps the epochs of deleted sessions. {@link
 * org.pathproof.collector.sessions.MemoryBudget} bounds messages that wait for a Peer Up, and held paths. {@link
 * org.pathproof.collector.sessions.TableProgress} bounds the time for which a table is incomplete.
 */
@NullMarked
package org.pathproof.collector.sessions;

import org.jspecify.annotations.NullMarked;
