// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports a file of tokens that cannot be used. The last usable tokens stay in force. */
final class TokenFileHealth implements HealthIndicator {
    private final StaticTokens tokens;

    TokenFileHealth(StaticTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public Health health() {
        String problem = tokens.problem();
        return problem == null
                ? Health.up().build()
                : Health.down().withDetail("problems", List.of(problem)).build();
    }
}
