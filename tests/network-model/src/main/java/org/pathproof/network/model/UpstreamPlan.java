// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

/**
 * A neighbor in another AS.
 *
 * @param router index of its router
 * @param localPref LOCAL_PREF that the router's import policy sets
 */
public record UpstreamPlan(int router, int neighborAs, int localPref) {
    /** LOCAL_PREF without import policy. */
    public static final int DEFAULT_LOCAL_PREF = 100;
}
