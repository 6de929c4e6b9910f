// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the health of all parts: 200 if every part is healthy, else 503. */
@RestController
public final class HealthController {
    private final HealthReporter health;

    public HealthController(HealthReporter health) {
        this.health = health;
    }

    @GetMapping(path = "/api/v1/health", produces = MediaType.APPLICATION_JSON_VALUE)
    public ResponseEntity<HealthReporter.Report> health() {
        HealthReporter.Report report = health.all();
        return ResponseEntity.status(report.ok() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .body(report);
    }
}
