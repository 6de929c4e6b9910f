// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * Decides about each request by a table of endpoints and the role of the client. Endpoints of Actuator that are not in
 * the table, such as env, heapdump and loggers, need the role admin.
 */
public final class AccessRules implements AuthorizationManager<RequestAuthorizationContext> {
    private static final PathPatternRequestMatcher ACTUATOR = PathPatternRequestMatcher.pathPattern("/actuator/**");

    private final EndpointTable endpoints;
    private final boolean anonymousRead;
    private final boolean anonymousMetrics;

    /**
     * @param endpoints all endpoints of the program
     * @param anonymousRead permits reading without a token
     * @param anonymousMetrics permits reading of metrics without a token
     */
    public AccessRules(EndpointTable endpoints, boolean anonymousRead, boolean anonymousMetrics) {
        this.endpoints = endpoints;
        this.anonymousRead = anonymousRead;
        this.anonymousMetrics = anonymousMetrics;
    }

    /** Returns true if reading needs no token. */
    public boolean anonymousRead() {
        return anonymousRead;
    }

    /** Returns true if the reading of metrics needs no token. */
    public boolean anonymousMetrics() {
        return anonymousMetrics;
    }

    @Override
    public Decision authorize(Supplier<? extends Authentication> authentication, RequestAuthorizationContext context) {
        HttpServletRequest request = context.getRequest();
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            return new Decision.Granted(); // an inner dispatch of a request that was decided before
        }
        Optional<Requirement> requirement = endpoints.requirement(request);
        if (requirement.isPresent()) {
            return decide(requirement.get(), authentication);
        }
        Set<String> methods = endpoints.methods(request);
        if (!methods.isEmpty()) {
            return new Decision.NoMethod(methods);
        }
        return ACTUATOR.matches(request) ? decide(Requirement.ADMINISTER, authentication) : new Decision.NoPath();
    }

    private Decision decide(Requirement requirement, Supplier<? extends Authentication> authentication) {
        boolean open = switch (requirement) {
            case NONE -> true;
            case METRICS -> anonymousMetrics;
            case READ -> anonymousRead;
            case OPERATE, ADMINISTER -> false;
        };
        return open
                        || Role.of(authentication.get())
                                .filter(role -> role.includes(requirement.role()))
                                .isPresent()
                ? new Decision.Granted()
                : new Decision.Needs(requirement.role());
    }
}
