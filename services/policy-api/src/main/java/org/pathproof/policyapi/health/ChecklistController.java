// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the checklist of a first run, for the dashboard and the console. */
@RestController
public final class ChecklistController {
    private final Checklist checklist;

    public ChecklistController(Checklist checklist) {
        this.checklist = checklist;
    }

    /** Runs one request at a time, because each request holds counts of all routes in memory. */
    @GetMapping(path = "/api/v1/checklist", produces = MediaType.APPLICATION_JSON_VALUE)
    public synchronized Checklist.Report checklist() {
        return checklist.report();
    }
}
