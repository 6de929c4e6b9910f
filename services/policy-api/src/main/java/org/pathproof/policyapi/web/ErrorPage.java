// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.pathproof.access.http.ProblemWriter;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Writes the errors that Tomcat forwards as problem details. A direct request for this page returns 404. */
@Hidden
@Controller
public final class ErrorPage implements ErrorController {
    @RequestMapping("${server.error.path:${error.path:/error}}")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        if (status instanceof Integer code) {
            Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
            ProblemWriter.write(response, code, detail(request, code), path == null ? null : path.toString());
        } else {
            ProblemWriter.write(request, response, 404, "this path does not exist");
        }
    }

    /** Returns the message of a client error; null for an internal error. */
    private static @Nullable String detail(HttpServletRequest request, int status) {
        Object message = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
        return status < 500 && message != null ? message.toString() : null;
    }
}
