// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import java.util.Optional;
import org.pathproof.access.StaticTokens;
import org.pathproof.telemetry.health.HealthPart;
import org.pathproof.telemetry.health.PartHealth;

/** Reports a file of tokens that cannot be used. */
final class TokensHealth implements HealthPart {
    private final StaticTokens tokens;
    private final boolean configured;

    /** @param configured true if the settings name a file */
    TokensHealth(StaticTokens tokens, boolean configured) {
        this.tokens = tokens;
        this.configured = configured;
    }

    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public Optional<PartHealth> health() {
        if (!configured) {
            return Optional.empty();
        }
        String problem = tokens.problem();
        return Optional.of(
                problem == null
                        ? PartHealth.ok("the file of tokens is in use")
                        : PartHealth.failing(problem + "; the last usable tokens stay in force"));
    }
}
