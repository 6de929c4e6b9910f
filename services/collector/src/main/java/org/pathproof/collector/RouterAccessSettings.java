// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.RouterRule;
import org.pathproof.collector.router.PeerMatcher;
import org.pathproof.collector.router.Permission;
import org.pathproof.wire.bmp.RibView;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One rule about routers.
 *
 * @param addresses where they may come from, as addresses or prefixes; empty for anywhere, and then certificates are needed
 * @param certificates names one of which the router's certificate must have: dNSName or common name, *.example.net for any one label
 * @param name what the router is called; empty for its certificate's name, else its sysName
 * @param shared several routers come through a proxy with this one certificate: their sysNames tell them apart
 * @param views of its tables that it may tell of; empty for all
 * @param peers that it may tell of, as addresses, prefixes or AS numbers; empty for all
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
                certificates,
                name,
                shared,
                new Permission(
                        views.isEmpty() ? EnumSet.allOf(RibView.class) : views,
                        peers.isEmpty() ? Optional.empty() : Optional.of(PeerMatcher.of(peers))));
    }
}
