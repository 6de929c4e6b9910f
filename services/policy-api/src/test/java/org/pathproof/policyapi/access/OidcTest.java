// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pathproof.access.AccessSettings;
import org.pathproof.access.ApiToken;
import org.pathproof.access.OidcTokens;
import org.pathproof.policyapi.RunningApi;

/** Tests bearer tokens of an OpenID Connect provider. The provider is an HTTP server with real metadata and keys. */
final class OidcTest {
    private static RSAKey key;
    private static HttpServer server;
    private static String issuer;
    private static RunningApi api;

    @BeforeAll
    static void start() throws IOException, JOSEException {
        key = new RSAKeyGenerator(2048)
                .keyID("one")
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .generate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer = "http://127.0.0.1:" + server.getAddress().getPort();
        serve(
                "/.well-known/openid-configuration",
                "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\",\"subject_types_supported\":[\"public\"]}"
                        .formatted(issuer, issuer));
        serve("/keys", new JWKSet(key.toPublicJWK()).toString());
        server.start();
        api = new RunningApi(settings(issuer));
    }

    @AfterAll
    static void stop() {
        api.close();
        server.stop(0);
    }

    private static String[] settings(String provider) {
        return new String[] {
            "pathproof.api.anonymous-read=false",
            "pathproof.api.oidc.issuer=" + provider,
            "pathproof.api.oidc.audience=pathproof",
            "pathproof.api.oidc.role-claim=realm_access.roles",
            "pathproof.api.oidc.role-prefix=pathproof-"
        };
    }

    private static void serve(String path, String json) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            byte[] body = json.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private static JWTClaimsSet.Builder claims(String... roles) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(List.of("other", "pathproof"))
                .subject("alice")
                .expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))))
                .claim("realm_access", Map.of("roles", List.of(roles)));
    }

    private static String signed(JWTClaimsSet.Builder claims, RSAKey by) throws JOSEException {
        SignedJWT jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(), claims.build());
        jwt.sign(new RSASSASigner(by));
        return jwt.serialize();
    }

    private static HttpResponse<String> ask(String token) {
        return api.get("/api/v1/sessions", "Authorization", "Bearer " + token);
    }

    @Test
    void acceptsTokensOfTheProvider() throws JOSEException {
        assertThat(ask(signed(claims("pathproof-reader"), key)).statusCode()).isEqualTo(200);
        assertThat(ask(signed(claims("x", "pathproof-admin"), key)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void namesTheMissingRole() throws JOSEException {
        HttpResponse<String> response = ask(signed(claims("admin", "pathproof-owner"), key));
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).contains("the role reader is needed here; alice has no role");
    }

    @Test
    void refusesOtherTokens() throws JOSEException {
        JWTClaimsSet.Builder admin = claims("pathproof-admin");
        RSAKey foreign = new RSAKeyGenerator(2048).keyID("one").generate();
        Map<String, String> tokens = Map.of(
                "audience", signed(claims("pathproof-admin").audience("other"), key),
                "issuer", signed(claims("pathproof-admin").issuer("http://other.example"), key),
                "expired",
                        signed(
                                claims("pathproof-admin")
                                        .expirationTime(Date.from(Instant.now().minusSeconds(120))),
                                key),
                "future",
                        signed(
                                claims("pathproof-admin")
                                        .notBeforeTime(Date.from(Instant.now().plusSeconds(120))),
                                key),
                "no end", signed(claims("pathproof-admin").expirationTime(null), key),
                "signature", signed(admin, foreign),
                "unsigned", "eyJhbGciOiJub25lIn0." + signed(admin, key).split("\\.", -1)[1] + ".");
        tokens.forEach((name, token) -> {
            HttpResponse<String> response = ask(token);
            assertThat(response.statusCode()).as(name).isEqualTo(401);
            assertThat(response.body()).as(name).contains("the token is not accepted");
        });
    }

    @Test
    void saysThatAStaticTokenIsUnknownOrRevoked() {
        HttpResponse<String> response = ask(ApiToken.create());
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body())
                .contains("the token is not accepted: it is not one of the static tokens", "it was revoked")
                .doesNotContain("Jwt", "JWT", "JSON Web Token");
    }

    @Test
    void saysThatOtherTextIsNoToken() {
        for (String token : List.of("abc", "a.b", "a.b.c.d")) {
            HttpResponse<String> response = ask(token);
            assertThat(response.statusCode()).as(token).isEqualTo(401);
            assertThat(response.body())
                    .as(token)
                    .contains("it is neither a static token (pathproof_ and 43 characters) nor a JSON Web Token of "
                            + issuer)
                    .doesNotContain("decode");
        }
    }

    @Test
    void answers503WhileTheProviderIsUnreachable() throws JOSEException {
        String token = signed(claims("pathproof-reader"), key);
        api.restart(settings("http://127.0.0.1:1"));
        try {
            HttpResponse<String> response = ask(token);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
            assertThat(response.body()).contains("the token cannot be checked now");
        } finally {
            api.restart(settings(issuer));
        }
    }

    @Test
    void needsAnAudience() {
        assertThatThrownBy(
                        () -> OidcTokens.provider(new AccessSettings.Oidc("https://idp.example", " ", "", "roles", "")))
                .hasMessageContaining("pathproof.api.oidc.audience is missing");
    }
}
