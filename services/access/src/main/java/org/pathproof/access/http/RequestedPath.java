// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The path of a request as the client sent it, for logs and problem details. Nothing compares this text: one endpoint
 * has many texts, such as {@code /api/v1/%65vents}. Filters match endpoints by path patterns of Spring, as its
 * dispatcher does.
 */
public final class RequestedPath {
    private RequestedPath() {}

    /** Returns the path without decoding. */
    public static String of(HttpServletRequest request) {
        return request.getRequestURI();
    }
}
