// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.util.List;
import java.util.stream.Collectors;
import org.pathproof.policyapi.rest.BadRequestException;
import org.pathproof.wire.Prefix;

/**
 * Formats sets as definitions of BIRD 2: {@code NAME_IPV4} and {@code NAME_IPV6}, for filters such as {@code if net ~
 * NAME_IPV4 then reject}. The suffix begins with an underscore, because the name may end with digits of an address.
 */
final class BirdPrefixSet {
    /** BIRD's limit for the length of a symbol ({@code SYM_MAX_LEN}). */
    static final int MAX_SYMBOL_CHARACTERS = 64;

    private static final String IPV4 = "_IPV4";
    private static final String IPV6 = "_IPV6";

    private BirdPrefixSet() {}

    /** Returns the include file; throws BadRequestException if a symbol is too long for BIRD. */
    static String format(List<PrefixSet> sets) {
        StringBuilder text = new StringBuilder("""
                # Pathproof: prefixes whose BGPsec paths are not proved, by neighbour.
                # A set has the prefixes to reject from its neighbour, for example with
                #   if net ~ NAME_IPV4 then reject;
                """);
        for (PrefixSet set : sets) {
            text.append("\n# neighbour ").append(set.neighbour()).append('\n');
            if (set.ambiguous() > 0) {
                text.append("# prefixes left out because the neighbour also has a proved path: ")
                        .append(set.ambiguous())
                        .append('\n');
            }
            append(text, symbol(set.name(), IPV4), set.ofFamily(true));
            append(text, symbol(set.name(), IPV6), set.ofFamily(false));
        }
        return text.toString();
    }

    private static String symbol(String name, String family) {
        String symbol = name + family;
        if (symbol.length() > MAX_SYMBOL_CHARACTERS) {
            throw new BadRequestException("parameter name is too long: " + symbol + " has " + symbol.length()
                    + " characters, the maximum of BIRD is " + MAX_SYMBOL_CHARACTERS);
        }
        return symbol;
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
