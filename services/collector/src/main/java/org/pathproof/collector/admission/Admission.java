// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.pathproof.collector.router.Permission;

/** Decides who may send; the first rule that matches counts. Without rules everyone may, about everything. */
public record Admission(List<RouterRule> rules) {
    public Admission {
        rules = List.copyOf(rules);
    }

    /** Whether a router may come from this address, whatever its certificate says: known before a handshake is paid for. */
    public boolean mayComeFrom(InetAddress address) {
        return rules.isEmpty() || rules.stream().anyMatch(rule -> rule.matches(address));
    }

    /** What is granted to a router; {@code names} are those of its certificate, the most telling first, none without a certificate. */
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
