// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.pathproof.attack.site.StandaloneSite.Answer;
import tools.jackson.databind.JsonNode;

/**
 * Sends five methods to every path without parameters, with a body that no operation accepts. Every error must have
 * status 4xx or 503, and be a problem document (RFC 9457). The health document is the only exception.
 */
final class BadRequests implements Attack {
    private static final String PROBLEM = "application/problem+json";
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    @Override
    public String name() {
        return "bad-requests";
    }

    @Override
    public boolean requiresHealthOk() {
        return true;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException {
        Set<String> paths = new TreeSet<>(Set.of("/error", "/no-such-page", "/validity", "/api/v1/routes"));
        JsonNode described = target.site().get("/v3/api-docs").json().path("paths");
        described.propertyNames().stream().filter(path -> !path.contains("{")).forEach(paths::add);
        for (String path : paths) {
            if (path.endsWith("/events")) {
                continue; // The stream does not end by itself.
            }
            for (String method : METHODS) {
                expectProblem(
                        target,
                        HttpRequest.newBuilder(target.site().uri(path))
                                .method(method, HttpRequest.BodyPublishers.ofString("--"))
                                .header("Content-Type", "multipart/form-data")
                                .build(),
                        faults);
            }
            checkAllowedMethods(target, path, faults);
        }
        expectProblem(
                target,
                HttpRequest.newBuilder(target.site().uri("/api/v1/routes?prefix=%00%1b%5b2J"))
                        .build(),
                faults);
    }

    private static void expectProblem(Target target, HttpRequest request, Consumer<String> faults) throws IOException {
        Answer answer = target.site().send(request);
        String what = request.method() + " " + request.uri().getPath() + " as multipart without boundary";
        if (answer.status() >= 500 && answer.status() != 503 || answer.status() > 599) {
            faults.accept(what + ": HTTP " + answer.status());
        } else if (answer.status() >= 400 && !answer.contentType().startsWith(PROBLEM) && !isHealth(request, answer)) {
            faults.accept(what + ": HTTP " + answer.status() + " as '" + answer.contentType() + "', not " + PROBLEM);
        }
    }

    /** Returns true for the health document, which has status 503 while health is failing. */
    private static boolean isHealth(HttpRequest request, Answer answer) {
        return answer.status() == 503 && request.uri().getPath().endsWith("/health");
    }

    /** Checks that no method in the Allow header of OPTIONS gives status 405. */
    private static void checkAllowedMethods(Target target, String path, Consumer<String> faults) throws IOException {
        var options = HttpRequest.newBuilder(target.site().uri(path))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .build();
        for (String method : target.site().allowed(options)) {
            if (!METHODS.contains(method)) {
                continue;
            }
            Answer answer = target.site()
                    .send(HttpRequest.newBuilder(target.site().uri(path))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build());
            if (answer.status() == 405) {
                faults.accept("OPTIONS " + path + " allows " + method + ", which is answered with 405");
            }
        }
    }
}
