// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import org.pathproof.bgpsec.PathState;

/** The state of a path that a router has for a prefix and an origin AS. */
public record SeenRoute(OriginPair pair, PathState state) {}
