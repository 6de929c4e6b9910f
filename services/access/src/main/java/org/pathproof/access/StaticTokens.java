// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.settings.WatchedFile;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/**
 * Recognises static tokens by their hashes. Leaves tokens of other forms to other providers. The file with tokens is
 * read again before a token is checked, if the file has changed. Thread-safe.
 */
public final class StaticTokens implements AuthenticationProvider {
    private final TokenSet configured;
    private final @Nullable WatchedFile<TokenSet> file;

    /**
     * Checks the settings.
     *
     * @param tokens entries of the settings
     * @param file name of a file with further entries; empty for none
     * @throws IllegalArgumentException if an entry has no name or no valid hash, if two entries have the same name or
     *     hash, or if the file cannot be used
     */
    public StaticTokens(List<AccessSettings.Token> tokens, String file) {
        this.configured = TokenSet.of(tokens);
        this.file = file.isBlank() ? null : new WatchedFile<>(Path.of(file), this::read);
        String problem = problem();
        if (problem != null) {
            throw new IllegalArgumentException("pathproof.api.token-file: " + problem);
        }
    }

    private TokenSet read(Path path) throws IOException {
        try {
            return configured.with(TokenFile.read(path));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the reason for which the file cannot be used; its last usable entries stay in force. Null for none. */
    public @Nullable String problem() {
        if (file == null) {
            return null;
        }
        synchronized (file) {
            file.poll();
            return file.problem();
        }
    }

    private TokenSet current() {
        if (file == null) {
            return configured;
        }
        synchronized (file) {
            file.poll();
            TokenSet read = file.content();
            return read == null ? configured : read;
        }
    }

    @Override
    public @Nullable Authentication authenticate(Authentication authentication) {
        String token = ((BearerTokenAuthenticationToken) authentication).getToken();
        if (!token.startsWith(ApiToken.PREFIX)) {
            return null;
        }
        AccessSettings.Token known = current()
                .find(token)
                .orElseThrow(() -> new InvalidBearerTokenException(
                        "it is not one of the static tokens (pathproof.api.tokens, pathproof.api.token-file): it was revoked,"
                                + " or belongs to another site"));
        UsernamePasswordAuthenticationToken accepted = UsernamePasswordAuthenticationToken.authenticated(
                known.name(), null, known.role().authorities());
        accepted.setDetails(known);
        return accepted;
    }

    /** Returns false for a client whose static token was revoked or got another role since it was accepted. */
    boolean stillAccepts(Authentication client) {
        return !(client.getDetails() instanceof AccessSettings.Token entry)
                || current().contains(entry);
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return BearerTokenAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
