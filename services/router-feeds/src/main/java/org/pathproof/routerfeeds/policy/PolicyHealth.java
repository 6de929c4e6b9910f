// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import java.util.Optional;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;

/**
 * Health of the feed policy: fails if the policy cannot be read or used. The message says if all feeds are switched
 * off.
 */
public final class PolicyHealth implements HealthPart {
    private final PolicyStore store;
    private final boolean configured;

    /** @param configured true if the settings have feeds or a policy */
    public PolicyHealth(PolicyStore store, boolean configured) {
        this.store = store;
        this.configured = configured;
    }

    @Override
    public String name() {
        return "policy";
    }

    /**
     * Returns the health of the policy; empty if the settings have no feeds and no policy, and the topic has no
     * changes.
     */
    @Override
    public Optional<PartHealth> health() {
        PolicyState state = store.state();
        if (!configured && state.history().isEmpty()) {
            return Optional.empty();
        }
        String problem = state.problem();
        if (problem != null) {
            return Optional.of(PartHealth.failing(problem));
        }
        if (!state.ready()) {
            return Optional.of(PartHealth.failing("the policy of the feeds is not read yet"));
        }
        String version = state.policy()
                .map(policy -> "version " + policy.version() + ", by " + policy.by())
                .orElse("no policy: every router is observed only");
        return Optional.of(PartHealth.ok(state.feedSwitch()
                .filter(AcceptedChange.Switch::off)
                .map(off -> "all feeds are switched off by " + off.by() + "; " + version)
                .orElse(version)));
    }
}
