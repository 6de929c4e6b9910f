// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.cli.io.ExitCode;

final class IncidentsQueryTest {
    private FakeApi api;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void printsIncidentsThatTheOptionsSelect() {
        api.answers.put("/api/v1/incidents?state=open&asn=65003", """
                {"open":3,"found":1,"incidents":[
                  {"id":"0123456789abcdef","kind":"invalid-paths","state":"open","asn":65003,"size":9000,
                   "largest":10000,"first":"2026-11-29T14:03:11Z"}]}
                """);

        assertThat(api.query("-o", "table", "incidents", "--state", "open", "--asn", "65003"))
                .isEqualTo(ExitCode.OK);

        assertThat(api.out.toString())
                .contains("0123456789abcdef", "invalid-paths", "65003", "9000", "10000", "2026-11-29T14:03:11Z")
                .endsWith("1 incidents; 3 are open in all" + System.lineSeparator());
    }

    @Test
    void sendsAnAcknowledgementWithItsParameters() {
        assertThat(api.query(
                        "incidents",
                        "--acknowledge",
                        "0123",
                        "--owner",
                        "noc",
                        "--reason",
                        "rollover",
                        "--expires",
                        "2026-12-01T12:00:00Z"))
                .isEqualTo(ExitCode.OK);
        assertThat(api.query("incidents", "--unacknowledge", "0123")).isEqualTo(ExitCode.OK);

        assertThat(api.requests.get(0))
                .contains("/api/v1/incidents/0123/acknowledge?owner=noc", "reason=rollover", "expires=2026-12-01");
        assertThat(api.requests.get(1)).endsWith("/api/v1/incidents/0123/unacknowledge");
    }

    @Test
    void printsMutes() {
        api.answers.put("/api/v1/mutes", """
                {"mutes":[{"id":"m1","asn":65003,"owner":"noc","reason":"rollover","created":"2026-11-29T14:03:11Z",
                  "expires":"2026-12-01T12:00:00Z","by":"operator"}]}
                """);

        assertThat(api.query("-o", "table", "mutes")).isEqualTo(ExitCode.OK);

        assertThat(api.out.toString()).contains("m1", "65003", "noc", "2026-12-01T12:00:00Z", "rollover");
    }
}
