// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import org.pathproof.benchmark.feeds.Lan.Upstream;

/**
 * The best path of a router to a prefix.
 *
 * @param nextHop empty without a path
 * @param override true for a path with the LOCAL_PREF of an override
 * @param neighbor address of the neighbor that announced the path; empty where it is not known
 * @param asPath AS numbers, nearest first, with spaces between them; empty where it is not known
 */
record Best(String nextHop, boolean override, String neighbor, String asPath) {
    static final Best NONE = new Best("", false, "", "");

    private static final long USUAL_PREFERENCE = 100;

    static Best of(String nextHop, long localPreference, String neighbor, String asPath) {
        return new Best(nextHop, localPreference > USUAL_PREFERENCE, neighbor, asPath);
    }

    /** Returns true for the path of the preferred upstream. */
    boolean isShort() {
        return nextHop.equals(Upstream.SHORT.nextHop);
    }

    /** Returns true for the path of the other upstream, also as an override. */
    boolean isViaLong() {
        return nextHop.equals(Upstream.LONG.nextHop);
    }

    /** Returns true for the path of the other upstream as Pathproof announces it. */
    boolean isLongByOverride() {
        return override && isViaLong();
    }

    /** Returns true for the path of the other upstream as the router selects it itself. */
    boolean isLong() {
        return !override && isViaLong();
    }

    /** Returns true for a path that this neighbor announced. */
    boolean isFrom(String address) {
        return neighbor.equals(address);
    }
}
