// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.security.Principal;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/** Checks that the token of a client is still accepted, while the response to the client continues. Thread-safe. */
public final class ClientValidity {
    private final StaticTokens tokens;
    private final Clock clock;

    public ClientValidity(StaticTokens tokens, Clock clock) {
        this.tokens = tokens;
        this.clock = clock;
    }

    /**
     * Returns false for a client whose static token was revoked or got another role, or whose JSON Web Token has
     * expired.
     *
     * @param client the principal of the request; null without a token
     */
    public boolean isValid(@Nullable Principal client) {
        return switch (client) {
            case JwtAuthenticationToken jwt -> {
                Instant end = jwt.getToken().getExpiresAt();
                yield end != null && clock.instant().isBefore(end);
            }
            case Authentication other -> tokens.stillAccepts(other);
            case null, default -> true;
        };
    }
}
