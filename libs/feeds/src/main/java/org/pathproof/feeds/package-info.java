// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of the feeds to routers. The rules are pure functions and single-threaded engines, without I/O and without
 * a clock: callers pass the current time.
 *
 * <p>Data flow: {@link org.pathproof.feeds.path} describes the paths of a router and compares them. {@link
 * org.pathproof.feeds.policy} decides which paths are accepted. {@link org.pathproof.feeds.override} announces an
 * accepted path to a router that could select a refused path, and {@link org.pathproof.feeds.tag} announces the paths
 * of a router with their states. {@link org.pathproof.feeds.preview} shows the effect of a policy before the policy is
 * applied. {@link org.pathproof.feeds.origin} derives VRPs from verdicts. docs/adr/0023-feeds-are-functions-of-state.md
 * explains the decisions behind these packages.
 */
@NullMarked
package org.pathproof.feeds;

import org.jspecify.annotations.NullMarked;
