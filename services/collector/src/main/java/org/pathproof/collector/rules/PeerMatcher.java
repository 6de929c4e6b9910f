// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.onboarding.PeerSelector;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/**
 * Matches peers against a list: by address or prefix ({@code 192.0.2.1}, {@code 2001:db8::/32}) or by AS ({@code
 * AS64500}).
 */
public final class PeerMatcher {
    /** A matcher without rules: matches no peer. */
    public static final PeerMatcher NONE = new PeerMatcher(List.of(), Set.of());

    private final List<Prefix> prefixes;
    private final Set<Long> asns;

    private PeerMatcher(List<Prefix> prefixes, Set<Long> asns) {
        this.prefixes = List.copyOf(prefixes);
        this.asns = Set.copyOf(asns);
    }

    /**
     * Parses a list of peers in the settings.
     *
     * @throws IllegalArgumentException when a text is neither address, prefix nor AS
     */
    public static PeerMatcher of(List<String> rules) {
        return ofSelectors(rules.stream().map(PeerSelector::parse).toList());
    }

    /** Returns a matcher for the peers that any of the selectors selects. */
    public static PeerMatcher ofSelectors(List<PeerSelector> selectors) {
        List<Prefix> prefixes = new ArrayList<>();
        Set<Long> asns = new HashSet<>();
        for (PeerSelector selector : selectors) {
            switch (selector) {
                case PeerSelector.OfAs(long asn) -> asns.add(asn);
                case PeerSelector.InPrefix(Prefix prefix) -> prefixes.add(prefix);
            }
        }
        return new PeerMatcher(prefixes, asns);
    }

    /** Returns a matcher for the peers that this one or the other one matches. */
    public PeerMatcher or(PeerMatcher other) {
        List<Prefix> allPrefixes = new ArrayList<>(prefixes);
        allPrefixes.addAll(other.prefixes);
        Set<Long> allAsns = new HashSet<>(asns);
        allAsns.addAll(other.asns);
        return new PeerMatcher(allPrefixes, allAsns);
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
