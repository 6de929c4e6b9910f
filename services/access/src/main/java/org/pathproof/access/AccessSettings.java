// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Access to HTTP.
 *
 * @param anonymousRead Reading without a token. By default, true while HTTP listens on a loopback address, else false.
 * @param anonymousMetrics Reading of /actuator/prometheus without a token. By default, the value of anonymous-read.
 * @param tokens Static tokens. ./pathproof token prints a token and its entry.
 * @param tokenFile File with further static tokens, in the form that ./pathproof token prints. Read again after each
 *     change. Empty: no file.
 * @param oidc OpenID Connect.
 */
@ConfigurationProperties("pathproof.api")
public record AccessSettings(
        @Nullable Boolean anonymousRead,
        @Nullable Boolean anonymousMetrics,
        @DefaultValue List<Token> tokens,
        @DefaultValue("") String tokenFile,
        @DefaultValue Oidc oidc) {
    /**
     * A static token.
     *
     * @param name Name in the audit log.
     * @param hash Hash of the token: sha256: and 64 hexadecimal digits.
     * @param role Role: reader, operator or admin.
     */
    public record Token(
            @DefaultValue("") String name,
            @DefaultValue("") String hash,
            @DefaultValue("reader") Role role) {}

    /**
     * Bearer tokens of an OpenID Connect provider.
     *
     * @param issuer URL of the provider, equal to the iss claim of its tokens. Empty: no OpenID Connect.
     * @param audience Required value of the aud claim. Must be set if there is an issuer.
     * @param jwkSetUri URL of the provider's keys. Empty: the one in the provider's metadata.
     * @param roleClaim Claim with the roles, a text or a list. Dots separate nested claims: realm_access.roles.
     * @param rolePrefix Text before reader, operator and admin in the values of the claim, for example pathproof-.
     */
    public record Oidc(
            @DefaultValue("") String issuer,
            @DefaultValue("") String audience,
            @DefaultValue("") String jwkSetUri,
            @DefaultValue("roles") String roleClaim,
            @DefaultValue("") String rolePrefix) {}
}
