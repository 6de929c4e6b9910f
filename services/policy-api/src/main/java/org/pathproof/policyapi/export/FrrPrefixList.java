// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import org.pathproof.wire.Prefix;

/**
 * Formats sets as prefix lists of FRR for {@code vtysh -f}. Each list is deleted first, so that proved prefixes
 * disappear. The last entry denies everything, because FRR permits everything for a list without entries.
 */
final class FrrPrefixList {
    private static final int STEP = 5;

    private FrrPrefixList() {}

    static String format(List<PrefixSet> sets) {
        StringBuilder text = new StringBuilder("""
                ! Pathproof: prefixes whose BGPsec paths are not proved, by neighbour.
                ! A list permits the prefixes to reject from its neighbour, for example with
                !   route-map NAME deny 10
                !    match ip address prefix-list NAME
                """);
        for (PrefixSet set : sets) {
            text.append("!\n! neighbour ").append(set.neighbour()).append('\n');
            if (set.ambiguous() > 0) {
                text.append("! prefixes left out because the neighbour also has a proved path: ")
                        .append(set.ambiguous())
                        .append('\n');
            }
            append(text, "ip", set, set.ofFamily(true));
            append(text, "ipv6", set, set.ofFamily(false));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String family, PrefixSet set, List<Prefix> prefixes) {
        String list = family + " prefix-list " + set.name();
        text.append("no ").append(list).append('\n');
        int number = STEP;
        for (Prefix prefix : prefixes) {
            text.append(list)
                    .append(" seq ")
                    .append(number)
                    .append(" permit ")
                    .append(prefix)
                    .append('\n');
            number += STEP;
        }
        text.append(list).append(" seq ").append(number).append(" deny any\n");
    }
}
