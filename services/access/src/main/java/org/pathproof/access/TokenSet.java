// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Static tokens by their hashes. Immutable. */
final class TokenSet {
    private final Map<String, AccessSettings.Token> byHash;

    private TokenSet(Map<String, AccessSettings.Token> byHash) {
        this.byHash = Map.copyOf(byHash);
    }

    /**
     * Checks the entries of the settings.
     *
     * @throws IllegalArgumentException if an entry has no name or no valid hash, or if two entries have the same name
     *     or hash
     */
    static TokenSet of(List<AccessSettings.Token> tokens) {
        return new TokenSet(Map.of()).with(tokens);
    }

    /**
     * Returns a set with further entries.
     *
     * @throws IllegalArgumentException if an entry has no name or no valid hash, or if two entries have the same name
     *     or hash
     */
    TokenSet with(List<AccessSettings.Token> tokens) {
        Map<String, AccessSettings.Token> all = new HashMap<>(byHash);
        Set<String> names = new HashSet<>();
        byHash.values().forEach(token -> names.add(token.name()));
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
            if (all.put(token.hash(), token) != null) {
                throw new IllegalArgumentException(where + ".hash of " + token.name() + " occurs twice");
            }
        }
        return new TokenSet(all);
    }

    /** Returns the entry of a token; empty for an unknown token. */
    Optional<AccessSettings.Token> find(String token) {
        return Optional.ofNullable(byHash.get(ApiToken.hash(token)));
    }

    boolean contains(AccessSettings.Token entry) {
        return entry.equals(byHash.get(entry.hash()));
    }
}
