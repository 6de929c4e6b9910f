// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.policyapi.openapi.Accepts;
import org.pathproof.policyapi.openapi.QueryParameter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Refuses query parameters that an operation does not have: a filter that is silently left out gives a wrong answer. */
public final class ParameterCheck implements HandlerInterceptor {
    private static final String PROJECT = "org.pathproof.policyapi.";

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method
                && method.getBeanType().getName().startsWith(PROJECT)
                && !request.getRequestURI().equals("/error")) {
            requireDecodable(request.getQueryString());
            Accepts accepts = method.getMethodAnnotation(Accepts.class);
            Set<String> allowed = accepts == null ? Set.of() : QueryParameter.names(accepts);
            for (String name : request.getParameterMap().keySet()) {
                if (!allowed.contains(name)) {
                    throw new BadRequestException("there is no parameter '" + name + "' here; "
                            + (allowed.isEmpty() ? "there is none" : "there are: " + String.join(", ", allowed)));
                }
            }
        }
        return true;
    }

    /** Tomcat leaves a parameter out whose percent-encoding is wrong. */
    private static void requireDecodable(@Nullable String query) {
        try {
            if (query != null) {
                URLDecoder.decode(query, StandardCharsets.UTF_8);
            }
        } catch (IllegalArgumentException e) {
            throw new BadRequestException("the query of the request has a wrong percent-encoding: " + e.getMessage());
        }
    }
}
