// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.pathproof.settings.SettingConflicts;
import org.pathproof.wire.bmp.RibView;

/** The settings of the collector that depend on each other. */
public final class CollectorConflicts {
    private static final String PREFIX = "pathproof.collector.";

    private CollectorConflicts() {}

    /** Returns the settings that contradict each other. */
    public static SettingConflicts of(CollectorSettings settings) {
        SettingConflicts conflicts = new SettingConflicts();
        CollectorSettings.PathAttributes attributes = settings.pathAttributes();
        conflicts.add(
                !attributes.routers().isEmpty() && attributes.views().isEmpty(),
                PREFIX
                        + "path-attributes.routers names routers, but path-attributes.views is empty, so that no route has path"
                        + " attributes: add ADJ_RIB_IN_POST to path-attributes.views");
        conflicts.add(
                attributes.routers().isEmpty() && !attributes.views().equals(Set.of(RibView.ADJ_RIB_IN_POST)),
                PREFIX + "path-attributes.views is set, but path-attributes.routers is empty, so that no route has path"
                        + " attributes: name the routers in path-attributes.routers, or remove path-attributes.views");
        if (!attributes.routers().isEmpty()) {
            attributes.views().stream()
                    .filter(view -> !isPermitted(view, settings.routers()))
                    .forEach(view -> conflicts.add(
                            true,
                            PREFIX + "path-attributes.views has " + view + ", but views of every rule of " + PREFIX
                                    + "routers leaves it out: add " + view + " to the views of a rule"));
        }
        addTls(settings, conflicts);
        addOnboarding(settings.onboarding(), conflicts);
        duplicateRoles(settings.roles())
                .forEach((peer, roles) -> conflicts.add(
                        roles.size() > 1,
                        PREFIX + "roles: " + peer + " is in " + String.join(" and in ", roles)
                                + ", so that its role for ASPA is not certain: remove it from all lists but one"));
        conflicts.add(
                settings.bmpPort() < 0
                        && (!settings.tls().isConfigured()
                                || settings.tls().port() < 0 && settings.tls().quicPort() < 0)
                        && settings.connect().isEmpty()
                        && !settings.openbmp().isRead(),
                PREFIX + "bmp-port is -1, and tls.port, tls.quic-port, connect and openbmp.topics give no other way for"
                        + " routers: set one of them");
        return conflicts;
    }

    private static boolean isPermitted(RibView view, List<RouterAccessSettings> rules) {
        return rules.isEmpty()
                || rules.stream()
                        .anyMatch(rule -> rule.views().isEmpty() || rule.views().contains(view));
    }

    private static void addTls(CollectorSettings settings, SettingConflicts conflicts) {
        TlsSettings tls = settings.tls();
        conflicts.add(
                !tls.isConfigured() && !(tls.key() + tls.trust() + tls.crl()).isEmpty(),
                PREFIX
                        + "tls.key, tls.trust or tls.crl is set, but tls.certificate is not, so that BMP over TLS is off:"
                        + " set tls.certificate");
        conflicts.add(
                !tls.isConfigured()
                        && settings.routers().stream()
                                .anyMatch(rule -> !rule.certificates().isEmpty()),
                PREFIX
                        + "routers has a rule with certificates, but tls.certificate is not set, so that no router can match"
                        + " it: set tls.certificate, or use addresses in the rule");
    }

    private static void addOnboarding(OnboardingSettings onboarding, SettingConflicts conflicts) {
        conflicts.add(
                !onboarding.isEnabled()
                        && (!onboarding.ases().isEmpty()
                                || !onboarding.grants().isEmpty()
                                || !onboarding.sealingKeys().isEmpty()),
                PREFIX + "onboarding.ases, onboarding.grants or onboarding.sealing-keys is set, but onboarding.names is"
                        + " empty, so that descriptions are not read: set onboarding.names");
    }

    /** Returns the lists of each peer. */
    private static Map<String, List<String>> duplicateRoles(CollectorSettings.Roles roles) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        lists.put("roles.customers", roles.customers());
        lists.put("roles.providers", roles.providers());
        lists.put("roles.peers", roles.peers());
        lists.put("roles.route-servers", roles.routeServers());
        lists.put("roles.route-server-clients", roles.routeServerClients());
        Map<String, List<String>> byPeer = new TreeMap<>();
        lists.forEach((name, peers) -> peers.stream()
                .map(String::strip)
                .distinct()
                .forEach(peer -> byPeer.computeIfAbsent(peer, ignored -> new ArrayList<>())
                        .add(name)));
        return byPeer;
    }
}
