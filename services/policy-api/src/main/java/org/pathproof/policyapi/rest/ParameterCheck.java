// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Parameter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.NetworkText;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses query parameters that an operation does not have, and several values of a parameter that has one: ignoring a
 * misspelt filter or a second value would give a wrong response.
 */
public final class ParameterCheck implements HandlerInterceptor {
    private static final String PROJECT = "org.pathproof.policyapi.";

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method
                && method.getBeanType().getName().startsWith(PROJECT)
                && !(method.getBean() instanceof ErrorController)) {
            requireDecodable(request.getQueryString());
            SortedMap<String, Class<?>> allowed = parameters(method);
            request.getParameterMap().forEach((name, values) -> {
                Class<?> type = allowed.get(name);
                if (type == null) {
                    throw new BadRequestException("unknown parameter '" + NetworkText.name(name) + "'; "
                            + (allowed.isEmpty()
                                    ? "this operation has no parameters"
                                    : "parameters of this operation: " + String.join(", ", allowed.keySet())));
                }
                if (values.length > 1 && !Collection.class.isAssignableFrom(type)) {
                    throw new BadRequestException(
                            "parameter " + name + " is given " + values.length + " times; it has one value");
                }
            });
        }
        return true;
    }

    /** Refuses wrong percent-encoding, because Tomcat would ignore the parameter. */
    private static void requireDecodable(@Nullable String query) {
        try {
            if (query != null) {
                URLDecoder.decode(query, StandardCharsets.UTF_8);
            }
        } catch (IllegalArgumentException e) {
            throw new BadRequestException("the query has an invalid percent-encoding: " + e.getMessage());
        }
    }

    /** Returns the types of the query parameters that the arguments of a controller's method are bound to, by name. */
    private static SortedMap<String, Class<?>> parameters(HandlerMethod method) {
        SortedMap<String, Class<?>> parameters = new TreeMap<>();
        for (MethodParameter parameter : method.getMethodParameters()) {
            if (parameter.hasParameterAnnotation(RequestParam.class)) {
                parameters.put(name(parameter), parameter.getParameterType());
            } else if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
                for (Parameter component : parameter
                        .getParameterType()
                        .getDeclaredConstructors()[0]
                        .getParameters()) {
                    BindParam bound = component.getAnnotation(BindParam.class);
                    parameters.put(bound == null ? component.getName() : bound.value(), component.getType());
                }
            }
        }
        return parameters;
    }

    /** Returns the name of a parameter in requests. */
    static String name(MethodParameter parameter) {
        RequestParam query = merged(parameter, RequestParam.class);
        RequestHeader header = merged(parameter, RequestHeader.class);
        String name = query != null ? query.name() : header != null ? header.name() : "";
        return name.isEmpty() ? String.valueOf(parameter.getParameter().getName()) : name;
    }

    private static <A extends java.lang.annotation.Annotation> @Nullable A merged(
            MethodParameter parameter, Class<A> annotation) {
        return AnnotatedElementUtils.findMergedAnnotation(parameter.getParameter(), annotation);
    }
}
