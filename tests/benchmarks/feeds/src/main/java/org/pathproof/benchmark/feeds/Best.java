// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

/**
 * The best path of a router to a prefix.
 *
 * @param nextHop empty without a path
 * @param override true for a path with the LOCAL_PREF of an override
 */
record Best(String nextHop, boolean override) {
    static final Best NONE = new Best("", false);

    private static final long USUAL_PREFERENCE = 100;

    static Best of(String nextHop, long localPreference) {
        return new Best(nextHop, localPreference > USUAL_PREFERENCE);
    }
}
