// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.verdictstore.row.RowFlags;

/** States and rules as the numbers and bits of {@link RowFlags}, in the order of their constants. */
final class RouteFlags {
    private static final List<PathState> STATES = List.of(PathState.values());
    private static final List<OriginVerdict> ORIGINS = List.of(OriginVerdict.values());
    private static final List<AspaVerdict> ASPA_STATES = List.of(AspaVerdict.values());
    private static final List<Rule> RULES = List.of(Rule.values());

    private RouteFlags() {}

    /** Returns the number of the bit of a path state in a union. */
    static int bit(PathState state) {
        return STATES.indexOf(state);
    }

    /** Returns the number of the bit of an origin state in a union. */
    static int bit(OriginVerdict origin) {
        return RowFlags.FIRST_ORIGIN + ORIGINS.indexOf(origin);
    }

    /** Returns the number of the bit of an ASPA state in a union. */
    static int bit(AspaVerdict aspa) {
        return RowFlags.FIRST_ASPA + ASPA_STATES.indexOf(aspa);
    }

    /** Returns the bit of a rule among the rules. */
    static long ruleBit(Rule rule) {
        return 1L << RULES.indexOf(rule);
    }

    /** Returns the rule of a bit's number among the rules. */
    static Rule rule(int number) {
        return RULES.get(number);
    }

    /** Returns the flags of three states. */
    static int pack(PathState state, OriginVerdict origin, AspaVerdict aspa) {
        return RowFlags.of(STATES.indexOf(state), ORIGINS.indexOf(origin), ASPA_STATES.indexOf(aspa));
    }

    static PathState state(int flags) {
        return STATES.get(RowFlags.state(flags));
    }

    static OriginVerdict origin(int flags) {
        return ORIGINS.get(RowFlags.origin(flags));
    }

    static AspaVerdict aspa(int flags) {
        return ASPA_STATES.get(RowFlags.aspa(flags));
    }

    /** Returns the rules of their bits. */
    static Set<Rule> rules(long bits) {
        if (bits == 0) {
            return Set.of();
        }
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        for (long left = bits; left != 0; left &= left - 1) {
            rules.add(rule(Long.numberOfTrailingZeros(left)));
        }
        return rules;
    }

    /** Returns the bits of a union for rules. */
    static long unionOf(Set<Rule> rules) {
        long bits = 0;
        for (Rule rule : rules) {
            bits |= ruleBit(rule);
        }
        return bits << RowFlags.STATE_BITS;
    }
}
