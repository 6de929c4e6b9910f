// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Matches peers against a list in the settings: by address or prefix ({@code 192.0.2.1}, {@code 2001:db8::/32}) or by
 * AS ({@code AS64500}).
 */
public final class PeerMatcher {
    /** A matcher without rules: matches no peer. */
    public static final PeerMatcher NONE = new PeerMatcher(List.of(), Set.of());

    private final List<Prefix> prefixes;
    private final Set<Long> asns;

    private PeerMatcher(List<Prefix> prefixes, Set<Long> asns) {
        this.prefixes = prefixes;
        this.asns = asns;
    }

    /**
     * Parses a list of peers.
     *
     * @throws IllegalArgumentException when a text is neither address, prefix nor AS
     */
    public static PeerMatcher of(List<String> rules) {
        List<Prefix> prefixes = new ArrayList<>();
        Set<Long> asns = new HashSet<>();
        for (String rule : rules) {
            String text = rule.strip();
            String digits = text.regionMatches(true, 0, "AS", 0, 2) ? text.substring(2) : text;
            if (digits.matches("\\d{1,10}") && Long.parseLong(digits) <= 0xffffffffL) {
                asns.add(Long.parseLong(digits));
            } else {
                try {
                    prefixes.add(Prefix.parse(text));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("not a peer address, prefix or AS: \"" + rule + "\"", e);
                }
            }
        }
        return new PeerMatcher(List.copyOf(prefixes), Set.copyOf(asns));
    }

    public boolean matches(Bytes address, long asn) {
        if (asns.contains(asn)) {
            return true;
        }
        if (prefixes.isEmpty()) {
            return false;
        }
        int afi = address.length() == 4 ? AfiSafi.AFI_IPV4 : AfiSafi.AFI_IPV6;
        Prefix host = Prefix.of(afi, address, Prefix.maxLength(afi));
        return prefixes.stream().anyMatch(p -> p.covers(host));
    }
}
