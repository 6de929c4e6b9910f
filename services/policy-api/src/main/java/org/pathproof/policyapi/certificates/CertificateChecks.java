// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pathproof.contracts.v1.Session;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.rpki.RpkiSet;

/** The checks of a description before a certificate is issued for it. */
final class CertificateChecks {
    private final OnboardingPolicy policy;
    private final RpkiSet rpki;
    private final Collection<Session> sessions;

    /** @param sessions sessions of the known routers */
    CertificateChecks(OnboardingPolicy policy, RpkiSet rpki, Collection<Session> sessions) {
        this.policy = policy;
        this.rpki = rpki;
        this.sessions = sessions;
    }

    /**
     * Returns the reasons against a certificate; empty if there are none.
     *
     * @param otherNames further names of the certificate
     */
    List<String> reasonsAgainst(RouterDescription description, List<String> otherNames) {
        List<String> reasons = new ArrayList<>(policy.excess(description));
        for (String name : otherNames) {
            if (!policy.permits(name)) {
                reasons.add("names: \"" + name + "\" is not permitted");
            }
        }
        if (!isInRpki(description.asn())) {
            reasons.add("as: AS" + description.asn() + " has no router key, VRP or ASPA in the RPKI");
        }
        List<String> names = new ArrayList<>(otherNames);
        names.add(description.name());
        for (String name : names) {
            Set<Long> others = others(name, description);
            if (!others.isEmpty()) {
                reasons.add("name: \"" + name + "\" belongs to a router of "
                        + others.stream().map(asn -> "AS" + asn).collect(Collectors.joining(", ")));
            }
        }
        return reasons;
    }

    private boolean isInRpki(long asn) {
        return rpki.aspa(asn).isPresent()
                || rpki.allRouterKeys().stream().anyMatch(key -> key.asn() == asn)
                || rpki.allVrps().stream().anyMatch(vrp -> vrp.asn() == asn);
    }

    /** Returns the AS numbers of known routers with a name, apart from those of the description. */
    private Set<Long> others(String name, RouterDescription description) {
        return sessions.stream()
                .filter(session ->
                        session.hasLocalAs() && session.getRouterName().equalsIgnoreCase(name))
                .map(session -> Integer.toUnsignedLong(session.getLocalAs()))
                .filter(asn -> !description.localAses().contains(asn))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
