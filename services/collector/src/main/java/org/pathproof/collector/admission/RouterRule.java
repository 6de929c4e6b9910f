// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.pathproof.collector.router.Permission;

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
        AddressRanges addresses, List<String> certificates, String name, boolean shared, Permission permission) {
    public RouterRule {
        certificates = certificates.stream()
                .map(c -> c.strip().toLowerCase(Locale.ROOT))
                .toList();
        for (String certificate : certificates) {
            if (certificate.isEmpty() || certificate.lastIndexOf('*') > 0 || certificate.equals("*")) {
                throw new IllegalArgumentException(
                        "pathproof.collector.routers: a certificate name has the form r1.example.net or *.example.net, not \""
                                + certificate + "\"");
            }
        }
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
                || names.stream()
                        .anyMatch(n -> certificates.stream()
                                .anyMatch(pattern -> matches(pattern, n.toLowerCase(Locale.ROOT))));
    }

    /** RFC 9525 section 6.3: a wildcard stands for one whole label, the leftmost. */
    private static boolean matches(String pattern, String name) {
        if (!pattern.startsWith("*.")) {
            return pattern.equals(name);
        }
        int dot = name.indexOf('.');
        return dot > 0 && name.substring(dot).equals(pattern.substring(1));
    }
}
