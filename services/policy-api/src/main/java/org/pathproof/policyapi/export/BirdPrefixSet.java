// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import java.util.stream.Collectors;
import org.pathproof.wire.Prefix;

/** Sets as definitions of BIRD 2, to be included: {@code NAME4} and {@code NAME6}, for filters such as {@code if net ~ NAME4 then reject}. */
final class BirdPrefixSet {
    private BirdPrefixSet() {}

    static String format(List<PrefixSet> sets) {
        StringBuilder text = new StringBuilder("""
                # Pathproof: prefixes whose BGPsec paths are not proved, by neighbour.
                # A net is in its set when the neighbour's route to it is to be refused, such as by
                #   if net ~ NAME4 then reject;
                """);
        for (PrefixSet set : sets) {
            text.append("\n# neighbour ").append(set.neighbour()).append('\n');
            if (set.ambiguous() > 0) {
                text.append("# left out, because a proved path comes from it too: ")
                        .append(set.ambiguous())
                        .append('\n');
            }
            append(text, set.name() + '4', set.ofFamily(true));
            append(text, set.name() + '6', set.ofFamily(false));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name, List<Prefix> prefixes) {
        String items = prefixes.stream().map(prefix -> "\n  " + prefix).collect(Collectors.joining(","));
        text.append("define ")
                .append(name)
                .append(" = [")
                .append(items.isEmpty() ? " " : items + "\n")
                .append("];\n");
    }
}
