// SPDX-License-Identifier: Apache-2.0
/**
 * Bounds on routers in number and in time.
 *
 * <p>{@link org.pathproof.collector.quota.SessionQuota} bounds the sessions, routers and peers that a collector holds.
 * {@link org.pathproof.collector.quota.SessionShedding} selects the sessions to delete when a bound is reached, and
 * {@link org.pathproof.collector.quota.Deletions} keeps the epochs of deleted sessions. {@link
 * org.pathproof.collector.quota.BacklogBudget} bounds messages that wait for a Peer Up. {@link
 * org.pathproof.collector.quota.TableProgress} bounds the time for which a table is incomplete. The sessions themselves
 * are in {@code org.pathproof.collector.router}.
 */
@NullMarked
package org.pathproof.collector.quota;

import org.jspecify.annotations.NullMarked;
