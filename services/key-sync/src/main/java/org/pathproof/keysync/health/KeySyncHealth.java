// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.health;

import java.util.List;
import org.pathproof.keysync.selection.SourceState;
import org.pathproof.keysync.selection.Sources;
import org.pathproof.keysync.source.CertificateSource.CertificateState;
import org.pathproof.keysync.writer.KeySyncService;
import org.pathproof.keysync.writer.KeySyncState;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Reports key-sync's health. The detail {@code trouble} names the problem that an operator must solve. */
public final class KeySyncHealth extends AbstractHealthIndicator {
    private final KeySyncService service;
    private final List<String> settingConflicts;

    public KeySyncHealth(KeySyncService service) {
        this(service, List.of());
    }

    /** @param settingConflicts a sentence for each pair of settings that contradict each other */
    public KeySyncHealth(KeySyncService service, List<String> settingConflicts) {
        super("health of key-sync cannot be computed");
        this.service = service;
        this.settingConflicts = List.copyOf(settingConflicts);
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        KeySyncState state = service.state();
        health.up();
        state.trouble().ifPresent(trouble -> health.outOfService().withDetail("trouble", trouble));
        if (!settingConflicts.isEmpty()) {
            health.outOfService().withDetail("settings", settingConflicts);
        }
        health.withDetail("writer", state.leader());
        if (state.set() != null) {
            health.withDetail("set", state.set().toString());
        }
        if (!state.refusals().isEmpty()) {
            health.withDetail("refusedKeys", state.refusedKeys()).withDetail("refusals", state.refusals());
        }
        service.sources()
                .flatMap(Sources::certificates)
                .ifPresent(certificates -> describe(certificates.state(), health));
        for (SourceState source : state.sources()) {
            health.withDetail("source " + source.name(), words(source));
        }
    }

    private static String words(SourceState source) {
        String problem = source.reading().problem() != null ? source.reading().problem() : source.held();
        return problem != null ? problem : source.chosen() ? "in use" : "stands by";
    }

    private static void describe(CertificateState certificates, Health.Builder health) {
        health.withDetail(
                "routerCertificates",
                "%d accepted, %d of them expire soon; %d refused; %d stale CRLs"
                        .formatted(
                                certificates.accepted(),
                                certificates.expiring(),
                                certificates.refused(),
                                certificates.staleCrls()));
        addDetail(health, "expiringCertificates", certificates.warnings());
        addDetail(health, "refusedCertificates", certificates.refusals());
        addDetail(health, "staleCrls", certificates.stale());
    }

    private static void addDetail(Health.Builder health, String name, List<String> values) {
        if (!values.isEmpty()) {
            health.withDetail(name, values);
        }
    }
}
