// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.web.client.RestTemplate;

/**
 * Checks the JSON Web Tokens of one OpenID Connect provider: signature, issuer, audience and times. The metadata and
 * keys of the provider are read when the first token arrives, so that the start does not depend on the provider.
 */
public final class OidcTokens {
    /** Error code of a token that cannot be checked, because the provider gives no keys. */
    static final String UNREACHABLE = OAuth2ErrorCodes.TEMPORARILY_UNAVAILABLE;

    /** Form of a signed JSON Web Token: three parts in base64url (RFC 7515 section 7.1). */
    private static final String JWT_FORM = "[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private OidcTokens() {}

    /**
     * Returns Spring's authentication with the tokens of the OpenID Connect provider.
     *
     * @throws IllegalArgumentException if the settings name an issuer without an audience
     */
    public static AuthenticationProvider provider(AccessSettings.Oidc settings) {
        if (settings.audience().isBlank()) {
            throw new IllegalArgumentException("pathproof.api.oidc.audience is missing: without it, tokens that "
                    + settings.issuer() + " issued for other services would be accepted");
        }
        JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
        converter.setJwtGrantedAuthoritiesConverter(jwt -> authorities(jwt, settings));
        JwtAuthenticationProvider provider =
                new JwtAuthenticationProvider(new SupplierJwtDecoder(() -> decoder(settings)));
        provider.setJwtAuthenticationConverter(converter);
        return new Provider(provider, settings.issuer());
    }

    /**
     * Distinguishes a failure of the OpenID Connect provider from an invalid token. Leaves tokens in the form of static
     * tokens to {@link StaticTokens}, so that a revoked one is not reported as a broken JSON Web Token.
     */
    private record Provider(JwtAuthenticationProvider tokens, String issuer) implements AuthenticationProvider {
        @Override
        public @Nullable Authentication authenticate(Authentication authentication) {
            String token = ((BearerTokenAuthenticationToken) authentication).getToken();
            if (token.startsWith(ApiToken.PREFIX)) {
                return null;
            }
            if (!token.matches(JWT_FORM)) {
                throw new InvalidBearerTokenException("it is neither a static token (" + ApiToken.PREFIX
                        + " and 43 characters) nor a JSON Web Token of " + issuer);
            }
            try {
                return tokens.authenticate(authentication);
            } catch (AuthenticationServiceException | JwtDecoderInitializationException e) {
                throw new OAuth2AuthenticationException(new OAuth2Error(UNREACHABLE), e);
            }
        }

        @Override
        public boolean supports(Class<?> authentication) {
            return tokens.supports(authentication);
        }
    }

    private static JwtDecoder decoder(AccessSettings.Oidc settings) {
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(TIMEOUT);
        requests.setReadTimeout(TIMEOUT);
        NimbusJwtDecoder decoder = (settings.jwkSetUri().isBlank()
                        ? NimbusJwtDecoder.withIssuerLocation(settings.issuer())
                        : NimbusJwtDecoder.withJwkSetUri(settings.jwkSetUri()))
                .restOperations(new RestTemplate(requests))
                .discoverJwsAlgorithms()
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                JwtValidators.createDefaultWithIssuer(settings.issuer()),
                // Spring accepts a token without an end. Such a token could not be revoked.
                new JwtClaimValidator<Object>(JwtClaimNames.EXP, Objects::nonNull),
                new JwtClaimValidator<Object>(
                        JwtClaimNames.AUD,
                        audience -> audience instanceof Collection<?> several
                                ? several.contains(settings.audience())
                                : settings.audience().equals(audience))));
        return decoder;
    }

    /** Returns the authorities of the highest role in the claim; none if the claim names no role. */
    static Collection<GrantedAuthority> authorities(Jwt jwt, AccessSettings.Oidc settings) {
        return texts(claim(jwt, settings.roleClaim()))
                .filter(text -> text.startsWith(settings.rolePrefix()))
                .flatMap(text ->
                        Role.ofLabel(text.substring(settings.rolePrefix().length())).stream())
                .max(Role::compareTo)
                .map(Role::authorities)
                .orElse(List.of());
    }

    private static @Nullable Object claim(Jwt jwt, String name) {
        Map<?, ?> claims = jwt.getClaims();
        if (claims.containsKey(name)) {
            return claims.get(name); // a claim whose name has dots
        }
        Object value = claims;
        for (String part : name.split("\\.", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(part) : null;
        }
        return value;
    }

    private static Stream<String> texts(@Nullable Object claim) {
        return switch (claim) {
            case String text -> Stream.of(text.split(" ", -1));
            case Collection<?> several -> several.stream().map(String::valueOf);
            case null, default -> Stream.empty();
        };
    }
}
