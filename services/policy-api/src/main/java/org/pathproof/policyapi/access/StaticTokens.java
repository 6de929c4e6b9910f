// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/** Recognises static tokens by their hashes. Leaves tokens of other forms to other providers. Thread-safe. */
public final class StaticTokens implements AuthenticationProvider {
    private final Map<String, AccessSettings.Token> byHash = new HashMap<>();

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if an entry has no name or no valid hash, or if two entries have the same name
     *     or hash
     */
    public StaticTokens(List<AccessSettings.Token> tokens) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            AccessSettings.Token token = tokens.get(i);
            String where = "pathproof.api.tokens[" + i + "]";
            if (token.name().isBlank()) {
                throw new IllegalArgumentException(where + ".name is missing");
            }
            if (!ApiToken.isHash(token.hash())) {
                throw new IllegalArgumentException(where
                        + ".hash of " + token.name() + " is not sha256: and 64 hexadecimal digits:"
                        + " ./pathproof token prints a token and its hash");
            }
            if (!names.add(token.name())) {
                throw new IllegalArgumentException(where + ".name " + token.name() + " occurs twice");
            }
            if (byHash.put(token.hash(), token) != null) {
                throw new IllegalArgumentException(where + ".hash of " + token.name() + " occurs twice");
            }
        }
    }

    @Override
    public @Nullable Authentication authenticate(Authentication authentication) {
        String token = ((BearerTokenAuthenticationToken) authentication).getToken();
        if (!token.startsWith(ApiToken.PREFIX)) {
            return null;
        }
        AccessSettings.Token known = byHash.get(ApiToken.hash(token));
        if (known == null) {
            throw new InvalidBearerTokenException("the token is unknown");
        }
        return UsernamePasswordAuthenticationToken.authenticated(
                known.name(), null, known.role().authorities());
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return BearerTokenAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
