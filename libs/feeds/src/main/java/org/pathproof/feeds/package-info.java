// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of the feeds to routers, as pure functions and single-threaded engines without I/O and without a clock:
 * callers pass the time in.
 *
 * <p>Data flow: {@link org.pathproof.feeds.path} describes the paths of a router and compares them.
 * {@link org.pathproof.feeds.policy} decides which paths are accepted. {@link org.pathproof.feeds.override} announces
 * an accepted path to a router that could select one that is not, and {@link org.pathproof.feeds.tag} announces all
 * paths with their states. {@link org.pathproof.feeds.preview} shows the effect of a policy beforehand. {@link
 * org.pathproof.feeds.origin} derives VRPs from verdicts. docs/adr/0023-feeds-are-functions-of-state.md gives
 * the decisions behind these packages.
 */
@NullMarked
package org.pathproof.feeds;

import org.jspecify.annotations.NullMarked;
