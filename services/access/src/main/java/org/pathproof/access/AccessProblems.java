// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.http.ProblemWriter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * Answers refused requests with problem details (RFC 9457). Records refusals in the audit log, except unknown paths and
 * methods.
 */
public final class AccessProblems implements AuthenticationEntryPoint, AccessDeniedHandler, RequestRejectedHandler {
    private static final String CHALLENGE = "Bearer realm=\"pathproof\"";

    private final AuditLog audit;

    public AccessProblems(AuditLog audit) {
        this.audit = audit;
    }

    /**
     * Answers a refused request without an accepted token: with 401 (RFC 6750 section 3), 404 or 405, or with 503 if
     * the token cannot be checked.
     */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        switch (e) {
            case OAuth2AuthenticationException unchecked
            when unchecked.getError().getErrorCode().equals(OidcTokens.UNREACHABLE) -> {
                audit.logRefusal(request, HttpStatus.SERVICE_UNAVAILABLE.value(), "provider-unreachable");
                write(
                        request,
                        response,
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "the token cannot be checked now: the OpenID Connect provider gives no keys");
            }
            case ProviderNotFoundException _ ->
                refuseToken(
                        request,
                        response,
                        "it is no static token, and pathproof.api.oidc.issuer names no OpenID Connect provider");
            case OAuth2AuthenticationException invalid ->
                refuseToken(
                        request,
                        response,
                        Objects.requireNonNullElse(
                                invalid.getError().getDescription(),
                                invalid.getError().getErrorCode()));
            default -> refuse(request, response, decision(e.getCause()), null);
        }
    }

    private void refuseToken(HttpServletRequest request, HttpServletResponse response, String reason)
            throws IOException {
        audit.logRefusal(request, HttpStatus.UNAUTHORIZED.value(), "invalid-token");
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE + ", error=\"invalid_token\"");
        write(request, response, HttpStatus.UNAUTHORIZED, "the token is not accepted: " + reason);
    }

    /** Answers a refused request with an accepted token: with 403 if its role is too low, else with 404 or 405. */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        refuse(
                request,
                response,
                decision(e),
                SecurityContextHolder.getContext().getAuthentication());
    }

    /** Answers a request whose URL has an ambiguous form. */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException e)
            throws IOException {
        audit.logRefusal(request, HttpStatus.BAD_REQUEST.value(), "ambiguous-url");
        write(request, response, HttpStatus.BAD_REQUEST, "the URL cannot be accepted: " + e.getMessage());
    }

    private static @Nullable Decision decision(@Nullable Throwable e) {
        return e instanceof AuthorizationDeniedException denied
                        && denied.getAuthorizationResult() instanceof Decision decision
                ? decision
                : null;
    }

    private void refuse(
            HttpServletRequest request,
            HttpServletResponse response,
            @Nullable Decision decision,
            @Nullable Authentication client)
            throws IOException {
        switch (decision) {
            case Decision.NoPath _ -> write(request, response, HttpStatus.NOT_FOUND, "there is nothing here");
            case Decision.NoMethod(var allowed) -> {
                response.setHeader(HttpHeaders.ALLOW, String.join(",", allowed));
                write(
                        request,
                        response,
                        HttpStatus.METHOD_NOT_ALLOWED,
                        "Method '" + request.getMethod() + "' is not supported.");
            }
            case Decision.Needs(Role role)
            when client != null -> {
                audit.logRefusal(request, HttpStatus.FORBIDDEN.value(), "role-too-low");
                write(
                        request,
                        response,
                        HttpStatus.FORBIDDEN,
                        "the role " + role.label() + " is needed here; " + client.getName() + " has "
                                + Role.of(client)
                                        .map(has -> "the role " + has.label())
                                        .orElse("no role"));
            }
            case null, default -> {
                audit.logRefusal(request, HttpStatus.UNAUTHORIZED.value(), "no-token");
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
                write(
                        request,
                        response,
                        HttpStatus.UNAUTHORIZED,
                        "a bearer token is needed here"
                                + (decision instanceof Decision.Needs(Role role)
                                        ? ", with the role " + role.label() + " or a higher one"
                                        : ""));
            }
        }
    }

    private static void write(
            HttpServletRequest request, HttpServletResponse response, HttpStatus status, @Nullable String detail)
            throws IOException {
        ProblemWriter.write(request, response, status.value(), detail);
    }
}
