// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.settings.SettingConflicts;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;
import org.springframework.core.env.Environment;

/** Fails while settings contradict each other or the policy in force, and names both settings. */
final class SettingsHealth implements HealthPart {
    private final List<String> atStart;
    private final PolicyApiConflicts conflicts;
    private final Supplier<PolicyDocument> policy;
    /** Conflicts with the policy that were logged last. */
    private final AtomicReference<List<String>> logged = new AtomicReference<>(List.of());

    /** @param policy returns the policy in force */
    SettingsHealth(Environment environment, Supplier<PolicyDocument> policy) {
        this.conflicts = new PolicyApiConflicts(environment);
        this.atStart = conflicts.ofSettings().logged();
        this.policy = policy;
    }

    @Override
    public String name() {
        return "settings";
    }

    @Override
    public Optional<PartHealth> health() {
        List<String> all = new ArrayList<>(atStart);
        SettingConflicts ofPolicy = conflicts.ofPolicy(policy.get());
        if (!ofPolicy.all().equals(logged.getAndSet(ofPolicy.all()))) {
            List<String> _ = ofPolicy.logged();
        }
        all.addAll(ofPolicy.all());
        return all.isEmpty() ? Optional.empty() : Optional.of(PartHealth.failing(String.join("; ", all)));
    }
}
