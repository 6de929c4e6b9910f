// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.certificates;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.pathproof.contracts.v1.Session;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.authority.CertificateRegister;
import org.pathproof.rpki.RpkiSet;

/** The checks of a description before a certificate is issued for it. */
final class CertificateChecks {
    private final OnboardingPolicy policy;
    private final RpkiSet rpki;
    private final Collection<Session> sessions;
    private final CertificateRegister register;
    private final Instant now;

    /**
     * @param sessions sessions of the known routers
     * @param register certificates that were issued earlier
     */
    CertificateChecks(
            OnboardingPolicy policy,
            RpkiSet rpki,
            Collection<Session> sessions,
            CertificateRegister register,
            Instant now) {
        this.policy = policy;
        this.rpki = rpki;
        this.sessions = sessions;
        this.register = register;
        this.now = now;
    }

    /**
     * Returns the reasons against a certificate; empty if there are none.
     *
     * @param otherNames further names of the certificate
     * @throws IOException if the register cannot be read
     */
    List<String> reasonsAgainst(RouterDescription description, List<String> otherNames) throws IOException {
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
            Set<Long> holders = register.others(name, description, now);
            if (!holders.isEmpty()) {
                reasons.add(CertificateRegister.taken(name, holders));
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
