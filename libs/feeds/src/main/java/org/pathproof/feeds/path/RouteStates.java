// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AspaState;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;

/**
 * The validation states of a path.
 *
 * @param path the BGPsec path state
 * @param origin the origin validation state; null without a complete RPKI set
 * @param aspa the ASPA state
 * @param stale true if the verdict may be out of date. A stale path is always accepted
 */
public record RouteStates(PathState path, @Nullable OriginState origin, AspaState aspa, boolean stale) {
    /** The states of a path without a verdict. */
    public static final RouteStates UNVERIFIED = new RouteStates(PathState.UNVERIFIED, null, AspaState.UNKNOWN, false);

    /** Returns states with a path state only. */
    public static RouteStates of(PathState path) {
        return new RouteStates(path, null, AspaState.UNKNOWN, false);
    }
}
