// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import java.net.InetAddress;
import java.util.List;
import org.pathproof.collector.router.Permission;
import org.pathproof.onboarding.NamePattern;

/**
 * An access rule: the routers that it matches, and their rights.
 *
 * @param addresses permitted addresses; empty for all
 * @param certificates permitted names of the certificate, such as {@code r1.example.net}, or {@code *.example.net} for
 *     any one label; empty when no certificate is needed
 * @param name name of the router; empty for the name in its certificate, or its sysName
 * @param shared true when several routers connect through a proxy with one certificate
 * @param permission views and peers that the routers may report
 */
public record RouterRule(
        AddressRanges addresses, List<NamePattern> certificates, String name, boolean shared, Permission permission) {
    public RouterRule {
        certificates = List.copyOf(certificates);
        if (addresses.isEmpty() && certificates.isEmpty()) {
            throw new IllegalArgumentException(
                    "pathproof.collector.routers: a rule needs addresses or certificates (0.0.0.0/0 and ::/0 match all addresses)");
        }
    }

    boolean matches(InetAddress address) {
        return addresses.isEmpty() || addresses.contain(address);
    }

    boolean matches(List<String> names) {
        return certificates.isEmpty()
                || names.stream().anyMatch(name -> certificates.stream().anyMatch(pattern -> pattern.matches(name)));
    }
}
