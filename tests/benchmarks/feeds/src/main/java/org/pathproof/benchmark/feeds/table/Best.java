// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

/**
 * The best path of a router to a prefix.
 *
 * @param nextHop empty without a path
 * @param override true for a path with the LOCAL_PREF of an override
 * @param neighbor address of the neighbor that announced the path; empty where it is not known
 * @param asPath AS numbers, nearest first, with spaces between them; empty where it is not known
 */
public record Best(String nextHop, boolean override, String neighbor, String asPath) {
    public static final Best NONE = new Best("", false, "", "");

    private static final long USUAL_PREFERENCE = 100;

    public static Best of(String nextHop, long localPreference, String neighbor, String asPath) {
        return new Best(nextHop, localPreference > USUAL_PREFERENCE, neighbor, asPath);
    }

    /** Returns true for the path of the preferred upstream. */
    public boolean isShort() {
        return nextHop.equals(Lan.Upstream.SHORT.nextHop);
    }

    /** Returns true for the path of the other upstream, also as an override. */
    public boolean isViaLong() {
        return nextHop.equals(Lan.Upstream.LONG.nextHop);
    }

    /** Returns true for the path of the other upstream as Pathproof announces it. */
    public boolean isLongByOverride() {
        return override && isViaLong();
    }

    /** Returns true for the path of the other upstream as the router selects it itself. */
    public boolean isLong() {
        return !override && isViaLong();
    }

    /** Returns true for a path that this neighbor announced. */
    public boolean isFrom(String address) {
        return neighbor.equals(address);
    }
}
