// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.http.ProblemWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;

/**
 * Writes problem details for errors that Tomcat finds before it calls a servlet: an invalid request line, a header that
 * is too large, TRACE. Replaces Tomcat's error page, which shows the version of Tomcat. Tomcat creates the valve by its
 * class name.
 */
public final class ProblemReportValve extends ErrorReportValve {
    private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setCharacterEncoding(StandardCharsets.UTF_8);
            byte[] body = ProblemWriter.body(status, throwable == null ? response.getMessage() : null, null);
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            log.debug("problem details not sent: error={}", e.toString());
        }
    }
}
