// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.onboarding.NamePattern;
import org.pathproof.wire.bmp.RibView;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Access rule for routers.
 *
 * @param addresses Permitted addresses or prefixes of routers. Empty: any address, and certificates are required.
 * @param certificates Permitted names of the router's certificate (dNSName or common name; *.example.net for any one
 *     label).
 * @param name Name of the router. Empty: the name in its certificate, else its sysName.
 * @param shared Allows several routers behind a proxy with one certificate. Their sysNames distinguish them.
 * @param views Permitted RIB views. Empty: all.
 * @param peers Permitted peers, as addresses, prefixes or AS numbers. Empty: all.
 */
public record RouterAccessSettings(
        @DefaultValue List<String> addresses,
        @DefaultValue List<String> certificates,
        @DefaultValue("") String name,
        @DefaultValue("false") boolean shared,
        @DefaultValue Set<RibView> views,
        @DefaultValue List<String> peers) {
    RouterRule rule() {
        return new RouterRule(
                AddressRanges.of("pathproof.collector.routers.addresses", addresses),
                patterns(),
                name,
                shared,
                new Permission(
                        views.isEmpty() ? EnumSet.allOf(RibView.class) : views,
                        peers.isEmpty() ? Optional.empty() : Optional.of(PeerMatcher.of(peers))));
    }

    private List<NamePattern> patterns() {
        try {
            return NamePattern.all(certificates);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("pathproof.collector.routers: " + e.getMessage(), e);
        }
    }
}
