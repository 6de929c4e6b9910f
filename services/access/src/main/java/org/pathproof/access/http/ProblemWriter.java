// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes problem details (RFC 9457) outside of controllers: in filters, in Tomcat's valve and on the error page. */
public final class ProblemWriter {
    /** Seconds after which a client may repeat a request that was answered with 429 or 503. */
    public static final String RETRY_AFTER_SECONDS = "2";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ProblemWriter() {}

    /** Writes a problem. Does nothing if the response is committed. */
    public static void write(
            HttpServletRequest request, HttpServletResponse response, int status, @Nullable String detail)
            throws IOException {
        write(response, status, detail, RequestedPath.of(request));
    }

    /**
     * Writes a problem.
     *
     * @param instance the requested path
     */
    public static void write(
            HttpServletResponse response, int status, @Nullable String detail, @Nullable String instance)
            throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        response.setStatus(status);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE || status == HttpStatus.TOO_MANY_REQUESTS.value()) {
            response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        byte[] body = body(status, detail, instance);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    public static byte[] body(int status, @Nullable String detail, @Nullable String instance) {
        HttpStatus known = HttpStatus.resolve(status);
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("title", known == null ? "Error" : known.getReasonPhrase());
        problem.put("status", status);
        if (detail != null && !detail.isBlank()) {
            problem.put("detail", detail);
        }
        if (instance != null && !instance.isEmpty()) {
            problem.put("instance", instance);
        }
        return JSON.writeValueAsBytes(problem);
    }
}
