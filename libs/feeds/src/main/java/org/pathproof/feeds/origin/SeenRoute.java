// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import org.pathproof.bgpsec.PathState;

/** The state of a path that was seen for a prefix and an origin AS, at one router or at any. */
public record SeenRoute(OriginPair pair, PathState state) {}
