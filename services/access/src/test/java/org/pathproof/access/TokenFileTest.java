// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.health.contributor.Status;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/** Tests the file with static tokens: reading again, revocation, and faults. */
final class TokenFileTest {
    private static final String ANN = ApiToken.create();
    private static final String BOB = ApiToken.create();

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("tokens.yaml");
    }

    private static String entry(String name, String role, String token) {
        return "      - {name: %s, role: %s, hash: \"%s\"}\n".formatted(name, role, ApiToken.hash(token));
    }

    /** Replaces the file as editors and Kubernetes do: another file takes its name. */
    private void write(String... entries) throws IOException {
        replace("pathproof:\n  api:\n    tokens:\n" + String.join("", entries));
    }

    private void replace(String content) throws IOException {
        Path next = Files.writeString(folder.resolve("next"), content);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private StaticTokens tokens() {
        return new StaticTokens(List.of(), file.toString());
    }

    private static Authentication authenticate(StaticTokens tokens, String token) {
        return Objects.requireNonNull(tokens.authenticate(new BearerTokenAuthenticationToken(token)));
    }

    private static void assertRefused(StaticTokens tokens, String token) {
        assertThatThrownBy(() -> authenticate(tokens, token)).isInstanceOf(InvalidBearerTokenException.class);
    }

    @Test
    void aRemovedTokenIsRefusedFromThenOn() throws IOException {
        write(entry("ann", "admin", ANN), entry("bob", "reader", BOB));
        StaticTokens tokens = tokens();
        Authentication ann = authenticate(tokens, ANN);
        Authentication bob = authenticate(tokens, BOB);
        assertThat(Role.of(ann)).contains(Role.ADMIN);
        ClientValidity validity = new ClientValidity(tokens, Clock.systemUTC());
        assertThat(validity.isValid(ann)).isTrue();

        write(entry("bob", "operator", BOB));
        assertRefused(tokens, ANN);
        assertThat(validity.isValid(ann)).as("revoked").isFalse();
        assertThat(validity.isValid(bob)).as("another role").isFalse();
        assertThat(Role.of(authenticate(tokens, BOB))).contains(Role.OPERATOR);

        replace("pathproof.api.tokens: []");
        assertRefused(tokens, BOB);
        assertThat(tokens.problem()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"\"|it has no pathproof.api.tokens; an empty list revokes all its tokens",
                "pathproof: {api: {token: []}}|it has no pathproof.api.tokens",
                "pathproof: [|it is no YAML: line",
                "pathproof.api.tokens: [{name: x, role: king}]|the value of pathproof.api.tokens[0].role has a wrong form",
                "pathproof.api.tokens: [{name: x, hash: pathproof_secret}]|is not sha256: and 64 hexadecimal digits",
            })
    void afterAFaultTheLastTokensStayInForce(String content, String problem) throws IOException {
        write(entry("ann", "admin", ANN));
        StaticTokens tokens = tokens();
        TokenFileHealth health = new TokenFileHealth(tokens);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        replace(content.equals("\"\"") ? "" : content);
        assertThat(Role.of(authenticate(tokens, ANN))).contains(Role.ADMIN);
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails().toString())
                .contains(file.toString(), problem)
                .doesNotContain("secret");

        write(entry("bob", "reader", BOB));
        assertRefused(tokens, ANN);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void aMissingFileKeepsItsTokensUntilItReturns() throws IOException {
        write(entry("ann", "reader", ANN));
        StaticTokens tokens = tokens();
        Path away = Files.move(file, folder.resolve("away"));
        assertThat(tokens.problem()).contains(file.toString());
        assertThat(Role.of(authenticate(tokens, ANN))).contains(Role.READER);
        Files.move(away, file);
        assertThat(tokens.problem()).as("unchanged content").isNull();
    }

    @Test
    void theStartNeedsAUsableFile() throws IOException {
        assertThatThrownBy(this::tokens)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("pathproof.api.token-file: " + file + " is unusable");
        write(entry("ann", "reader", ANN));
        List<AccessSettings.Token> same = List.of(new AccessSettings.Token("ann", ApiToken.hash(BOB), Role.READER));
        assertThatThrownBy(() -> new StaticTokens(same, file.toString()))
                .hasMessageContaining("pathproof.api.tokens[0].name ann occurs twice");
    }

    @Test
    void anExpiredJsonWebTokenIsNoLongerValid() {
        Instant end = Instant.parse("2026-11-22T12:00:00Z");
        JwtAuthenticationToken client = new JwtAuthenticationToken(
                new Jwt("x", end.minusSeconds(60), end, Map.of("alg", "ES256"), Map.of("sub", "ann")));
        StaticTokens none = new StaticTokens(List.of(), "");
        assertThat(new ClientValidity(none, Clock.fixed(end.minusMillis(1), ZoneOffset.UTC)).isValid(client))
                .isTrue();
        assertThat(new ClientValidity(none, Clock.fixed(end, ZoneOffset.UTC)).isValid(client))
                .isFalse();
        assertThat(new ClientValidity(none, Clock.systemUTC()).isValid(null)).isTrue();
    }
}
