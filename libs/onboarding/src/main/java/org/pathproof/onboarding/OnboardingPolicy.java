// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The operator's bound for descriptions.
 *
 * @param names permitted names of routers
 * @param ases permitted AS numbers of routers and of their confederations
 * @param grants rights of peers that a description may give
 * @param maxPeers largest permitted number of peers
 */
public record OnboardingPolicy(List<NamePattern> names, AsRanges ases, Set<Grant> grants, int maxPeers) {
    /** Shortest prefix that selects peers for a grant. */
    private static final int MIN_IPV4_LENGTH = 8;

    private static final int MIN_IPV6_LENGTH = 16;

    public OnboardingPolicy {
        names = List.copyOf(names);
        grants = Set.copyOf(grants);
    }

    /**
     * Parses the bound from settings.
     *
     * @param names names and patterns, as {@link NamePattern} reads them
     * @param ases numbers and ranges, as {@link AsRanges} reads them
     * @throws IllegalArgumentException if a text has another form
     */
    public static OnboardingPolicy parse(List<String> names, List<String> ases, Set<Grant> grants, int maxPeers) {
        return new OnboardingPolicy(NamePattern.all(names), AsRanges.of(ases), grants, maxPeers);
    }

    /** Returns the reasons for which a description exceeds the bound; empty if it is within. */
    public List<String> excess(RouterDescription description) {
        List<String> reasons = new ArrayList<>();
        if (!permits(description.name())) {
            reasons.add("name: \"" + description.name() + "\" matches none of names " + names);
        }
        if (!ases.contain(description.asn())) {
            reasons.add("as: AS" + description.asn() + " is not among ases");
        }
        for (long member : new TreeSet<>(description.confederationMembers())) {
            if (!ases.contain(member)) {
                reasons.add("confederation-members: AS" + member + " is not among ases");
            }
        }
        description.grants().forEach((grant, selectors) -> {
            if (!grants.contains(grant)) {
                reasons.add(grant.label() + ": not among grants");
            } else if (selectors.stream().anyMatch(OnboardingPolicy::isBroad)) {
                reasons.add(grant.label() + ": a prefix is shorter than /" + MIN_IPV4_LENGTH + " (IPv4) or /"
                        + MIN_IPV6_LENGTH + " (IPv6)");
            }
        });
        if (description.maxPeers().orElse(0) > maxPeers) {
            reasons.add("max-peers: " + description.maxPeers().getAsInt() + " is above max-peers " + maxPeers);
        }
        return List.copyOf(reasons);
    }

    /** Returns true if a router may have a name. */
    public boolean permits(String name) {
        return names.stream().anyMatch(pattern -> pattern.matches(name));
    }

    private static boolean isBroad(PeerSelector selector) {
        return selector instanceof PeerSelector.InPrefix(var prefix)
                && prefix.length() < (prefix.isIpv4() ? MIN_IPV4_LENGTH : MIN_IPV6_LENGTH);
    }
}
