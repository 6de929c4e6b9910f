// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.wire.Prefix;

/**
 * Conditions for prefixes. Each selects one range or one list of addresses: one condition with OR would read all row
 * groups of a file.
 */
public final class PrefixRange {
    private static final int ADDRESS_BITS = 64;
    private static final int IPV4_BITS = 32;

    /** The relation of the found prefixes to the requested one. */
    public enum Match {
        /** The prefix itself. */
        EXACT,
        /** The prefix and all that cover it. */
        COVERING,
        /** The prefix and all more specific ones. */
        MORE_SPECIFIC,
        /** All of these. */
        ALL;

        /** Returns the name in requests. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private PrefixRange() {}

    /** Returns the conditions whose rows together are the found prefixes, each once. */
    static List<String> conditions(Prefix prefix, Match match) {
        List<String> conditions = new ArrayList<>();
        if (match == Match.EXACT) {
            conditions.add(within(prefix) + " AND len = " + prefix.length());
        } else {
            if (match != Match.COVERING) {
                conditions.add(within(prefix) + " AND len >= " + prefix.length());
            } else {
                conditions.add(within(prefix) + " AND len = " + prefix.length());
            }
            if (match != Match.MORE_SPECIFIC && prefix.length() > 0) {
                conditions.add(covering(prefix));
            }
        }
        return conditions;
    }

    private static String within(Prefix prefix) {
        long low = RouteAddress.net(prefix);
        if (prefix.isIpv4()) {
            return "afi = 1 AND net BETWEEN " + low + " AND " + (low | (1L << IPV4_BITS - prefix.length()) - 1);
        }
        if (prefix.length() == 0) {
            return "afi = 2";
        }
        if (prefix.length() <= ADDRESS_BITS) {
            return "afi = 2 AND net BETWEEN " + low + " AND " + (low | ~upperBits(prefix.length()));
        }
        long from = prefix.lo();
        return "afi = 2 AND net = " + low + " AND net_lo BETWEEN " + from + " AND "
                + (from | ~upperBits(prefix.length() - ADDRESS_BITS));
    }

    private static long upperBits(int bits) {
        return bits == 0 ? 0 : -1L << ADDRESS_BITS - bits;
    }

    private static String covering(Prefix prefix) {
        List<String> nets = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        for (int length = 0; length < prefix.length(); length++) {
            Prefix shorter = prefix.truncate(length);
            long net = RouteAddress.net(shorter);
            nets.add(Long.toString(net));
            prefixes.add("(" + net + ", " + (shorter.isIpv4() ? 0 : shorter.lo()) + ", " + length + ")");
        }
        return "afi = " + prefix.afi() + " AND net IN ("
                + String.join(", ", nets.stream().distinct().toList()) + ") AND (net, net_lo, len) IN ("
                + String.join(", ", prefixes) + ")";
    }
}
