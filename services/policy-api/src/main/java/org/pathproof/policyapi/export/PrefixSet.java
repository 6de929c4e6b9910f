// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

/**
 * The prefixes to reject from one neighbour.
 *
 * @param name name of the set in the router's configuration
 * @param neighbour description of the neighbour, for comments and reports
 * @param ambiguous number of prefixes that are left out because the neighbour also has an accepted path for them
 *     (ADD-PATH)
 */
record PrefixSet(String name, String neighbour, PackedPrefixes ipv4, PackedPrefixes ipv6, int ambiguous) {
    /** Returns a set without prefixes. */
    static PrefixSet empty(String name, String neighbour) {
        return new PrefixSet(name, neighbour, PackedPrefixes.empty(true), PackedPrefixes.empty(false), 0);
    }
}
