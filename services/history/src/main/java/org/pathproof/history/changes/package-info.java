// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the changes in the records of verdicts and sessions.
 *
 * <p>{@link org.pathproof.history.changes.ChangeDetector} reads the records of each partition in order. It keeps
 * the last state of each live route in {@link org.pathproof.history.changes.RouteStates}, compares each verdict
 * with that state, and passes a {@link org.pathproof.history.changes.Change} to its sink if state, origin, ASPA,
 * path or reason differ. A repeated table changes nothing. {@link org.pathproof.history.changes.SessionDeaths} has
 * the epochs below which the routes of a session died, so that a route that returns after a Peer Down is announced
 * again.
 *
 * <p>The classes do no I/O. One thread, the writer, uses them.
 */
@NullMarked
package org.pathproof.history.changes;

import org.jspecify.annotations.NullMarked;
