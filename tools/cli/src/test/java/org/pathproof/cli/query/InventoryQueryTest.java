// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.cli.io.ExitCode;

final class InventoryQueryTest {
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
    void printsLostRouters() {
        api.answers.put("/api/v1/inventory?lost=true", """
                {"routers":14,"peers":120,"lost":1,"unlearned":0,"found":1,"entries":[
                  {"router":"edge1","source":"learned","state":"lost","since":"2026-11-29T14:03:11Z",
                   "detail":"no BMP connection","changed":"2026-11-29T14:08:11Z"}]}
                """);

        assertThat(api.query("-o", "table", "inventory", "--lost")).isEqualTo(ExitCode.OK);

        assertThat(api.out.toString())
                .contains("edge1", "learned", "lost", "2026-11-29T14:03:11Z", "no BMP connection")
                .endsWith("14 routers and 120 peers are expected; 1 are lost" + System.lineSeparator());
    }

    @Test
    void sendsOneChangeWithItsParameters() {
        assertThat(api.query(
                        "inventory",
                        "--acknowledge",
                        "edge1",
                        "--owner",
                        "noc",
                        "--reason",
                        "fibre cut",
                        "--expires",
                        "2026-12-01T12:00:00Z"))
                .isEqualTo(ExitCode.OK);
        assertThat(api.query("inventory", "--retire", "edge2", "--peer", "192.0.2.7"))
                .isEqualTo(ExitCode.OK);

        assertThat(api.requests.get(0))
                .contains("/api/v1/inventory/acknowledge?router=edge1", "owner=noc", "expires=2026-12-01");
        assertThat(api.requests.get(1)).endsWith("/api/v1/inventory/retire?router=edge2&peer=192.0.2.7");
        assertThat(api.query("inventory", "--retire", "edge1", "--expect", "edge1"))
                .isNotEqualTo(ExitCode.OK);
        assertThat(api.requests).hasSize(2);
    }
}
