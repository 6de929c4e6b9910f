// SPDX-License-Identifier: Apache-2.0
/**
 * The policy of the feeds: which paths are accepted, and what each router is told.
 *
 * <p>A {@link PolicyDocument} has {@link RouterGroup}s and {@link PolicyException}s. {@link PolicyReader} reads it from
 * YAML (or JSON, which is YAML) and reports every {@link PolicyProblem} with its line. {@link PolicyWriter} writes the
 * canonical text, so that equal documents have equal text on every replica. {@link PolicyDocument#forRouter} gives the
 * {@link RouterPolicy} of one router, which the engines use.
 *
 * <p>A router without a group is observed only. A path that is {@code UNVERIFIED} or stale is always accepted.
 *
 * <p>All types except the reader's internals are immutable.
 */
@NullMarked
package org.pathproof.feeds.policy;

import org.jspecify.annotations.NullMarked;
