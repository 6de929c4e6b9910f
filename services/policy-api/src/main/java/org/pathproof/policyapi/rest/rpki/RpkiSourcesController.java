// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.rpki;

import java.io.IOException;
import org.pathproof.policyapi.rest.NotReadyException;
import org.pathproof.rpki.provenance.SourcesReport;
import org.pathproof.rpki.redis.SourcesReportReader;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the report of key-sync about its sources. */
@RestController
public final class RpkiSourcesController {
    private final SourcesReportReader reader;

    public RpkiSourcesController(SourcesReportReader reader) {
        this.reader = reader;
    }

    @GetMapping(path = "/api/v1/rpki/sources", produces = MediaType.APPLICATION_JSON_VALUE)
    public SourcesReport sources() {
        try {
            return reader.read().orElseThrow(() -> new NotReadyException("key-sync has not reported its sources yet"));
        } catch (IOException e) {
            throw new NotReadyException("the report about RPKI sources is not available: " + e.getMessage());
        }
    }
}
