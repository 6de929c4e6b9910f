// SPDX-License-Identifier: Apache-2.0
/**
 * The policy of the feeds: the accepted paths, and the announcements to each router.
 *
 * <p>A {@link PolicyDocument} has {@link RouterGroup}s and {@link PolicyException}s. {@link PolicyReader} reads a
 * document from YAML (or JSON, which is a subset of YAML) and reports each {@link PolicyProblem} with its line. {@link
 * PolicyWriter} writes the canonical text, so that equal documents have equal text on every replica. {@link
 * PolicyDocument#forRouter} gives the {@link RouterPolicy} of one router, which the engines use.
 *
 * <p>A router without a group is only observed. A path that is {@code UNVERIFIED} or stale is always accepted.
 *
 * <p>All types except the reader's internals are immutable.
 */
@NullMarked
package org.pathproof.feeds.policy;

import org.jspecify.annotations.NullMarked;
