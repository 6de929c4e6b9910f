// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

/**
 * The prefixes to reject from one neighbor.
 *
 * @param name name of the set in the router's configuration
 * @param neighbor description of the neighbor, for comments and reports
 * @param ambiguous number of prefixes that are left out because the neighbor also has an accepted path for them
 *     (ADD-PATH)
 */
record PrefixSet(String name, String neighbor, PackedPrefixes ipv4, PackedPrefixes ipv6, int ambiguous) {
    /** Returns a set without prefixes. */
    static PrefixSet empty(String name, String neighbor) {
        return new PrefixSet(name, neighbor, PackedPrefixes.empty(true), PackedPrefixes.empty(false), 0);
    }
}
