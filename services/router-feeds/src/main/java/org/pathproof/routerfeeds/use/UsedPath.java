// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.use;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.wire.Bytes;

/**
 * The path that a router uses instead of an override.
 *
 * @param peer address of the neighbor that announced the path to the router; empty if no view tells
 * @param asPath AS numbers, the nearest first; empty for a route of the router itself
 * @param nextHop next hop of the path; empty if no view tells
 * @param localPreference LOCAL_PREF; empty if no view tells
 */
public record UsedPath(String peer, List<Long> asPath, Optional<Bytes> nextHop, OptionalLong localPreference) {}
