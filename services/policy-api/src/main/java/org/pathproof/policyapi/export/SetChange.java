// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

/**
 * Change of one set.
 *
 * @param isNew true if the router does not have the set
 * @param after the set after the change
 */
record SetChange(boolean isNew, PrefixSet after, FamilyChange ipv4, FamilyChange ipv6) {
    /** Change of the prefixes of one address family. */
    record FamilyChange(PackedPrefixes added, PackedPrefixes removed) {
        static FamilyChange between(PackedPrefixes before, PackedPrefixes after) {
            return new FamilyChange(after.without(before), before.without(after));
        }

        boolean isEmpty() {
            return added.isEmpty() && removed.isEmpty();
        }
    }

    static SetChange between(PrefixSet before, PrefixSet after) {
        return new SetChange(
                false,
                after,
                FamilyChange.between(before.ipv4(), after.ipv4()),
                FamilyChange.between(before.ipv6(), after.ipv6()));
    }

    static SetChange ofNew(PrefixSet after) {
        PrefixSet nothing = PrefixSet.empty(after.name(), after.neighbor());
        return new SetChange(
                true,
                after,
                FamilyChange.between(nothing.ipv4(), after.ipv4()),
                FamilyChange.between(nothing.ipv6(), after.ipv6()));
    }

    boolean isEmpty() {
        return !isNew && ipv4.isEmpty() && ipv6.isEmpty();
    }

    int added() {
        return ipv4.added().size() + ipv6.added().size();
    }

    int removed() {
        return ipv4.removed().size() + ipv6.removed().size();
    }
}
