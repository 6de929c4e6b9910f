// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.util.List;
import org.pathproof.benchmark.pipeline.site.Http;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.harness.ChildProcess;

/** Requests of a dashboard and of a monitor to the policy API, for the training of its start cache. */
final class ApiReads {
    private static final int ROUNDS = 100;
    private static final List<String> PATHS = List.of(
            "/",
            "/api/v1/summary",
            "/api/v1/routes?limit=100",
            "/api/v1/sessions",
            "/api/v1/keys?limit=100",
            "/actuator/prometheus");

    private ApiReads() {}

    /**
     * Reads each page many times.
     *
     * @throws java.io.UncheckedIOException if a page has no response with status 200
     */
    static void run(Site site) {
        for (ChildProcess api : site.of("policy-api")) {
            for (int round = 0; round < ROUNDS; round++) {
                PATHS.forEach(path -> Http.body(site.httpPort(api), path));
            }
        }
    }
}
