// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.router.Permission;

/**
 * The access rules for routers. The first rule that matches applies. Without rules, every router may send everything.
 */
public record Admission(List<RouterRule> rules) {
    public Admission {
        rules = List.copyOf(rules);
    }

    /**
     * Returns true if a router at this address may be admitted. The check precedes the TLS handshake, which costs CPU
     * time.
     */
    public boolean mayConnectFrom(InetAddress address) {
        return rules.isEmpty() || rules.stream().anyMatch(rule -> rule.matches(address));
    }

    /**
     * Returns true if a rule names a router, by the data that its sessions have.
     *
     * @param ip address as text; empty if unknown
     * @param name name of its rule or certificate, or its sysName
     */
    public boolean isKnown(String ip, String name) {
        InetAddress address = address(ip);
        return address != null
                && rules.stream()
                        .anyMatch(rule -> rule.matches(address)
                                && (rule.matches(List.of(name))
                                        || !rule.name().isEmpty() && rule.name().equals(name)));
    }

    private static @Nullable InetAddress address(String ip) {
        try {
            return ip.isEmpty() ? null : InetAddress.ofLiteral(ip);
        } catch (IllegalArgumentException e) {
            return null; // a record of another program
        }
    }

    /**
     * Returns the rights of a router; empty when no rule matches.
     *
     * @param names names in the router's certificate, in the order of preference; empty without a certificate
     */
    public Optional<Admitted> admit(InetAddress address, List<String> names) {
        String ip = address.getHostAddress();
        String own = names.isEmpty() ? "" : names.getFirst();
        if (rules.isEmpty()) {
            return Optional.of(new Admitted(ip, own, false, Permission.ALL));
        }
        return rules.stream()
                .filter(rule -> rule.matches(address) && rule.matches(names))
                .findFirst()
                .map(rule ->
                        new Admitted(ip, rule.name().isEmpty() ? own : rule.name(), rule.shared(), rule.permission()));
    }
}
