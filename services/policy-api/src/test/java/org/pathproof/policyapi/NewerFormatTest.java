// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.RouteTable;

/** Tests that the policy API keeps its table, and names the problem, at a verdict of a newer release. */
class NewerFormatTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void refusesAVerdictOfANewerRelease() {
        try (RunningApi api = new RunningApi()) {
            api.putSession(
                    1,
                    Session.newBuilder()
                            .setRouterName("edge1")
                            .setState(State.UP)
                            .setEpoch(1));
            RouteKey route = Records.key("10.1.0.0/16", 1);
            api.putVerdict(route, Records.valid(64501).setEpoch(1));
            RouteTable table = api.bean(RouteTable.class);
            await().atMost(TIMEOUT).until(() -> table.get(route).isPresent());

            api.withdrawInFormat(route, "2");
            StoreStatus status = api.bean(StoreStatus.class);
            await().atMost(TIMEOUT)
                    .untilAsserted(() -> assertThat(status.input().problem())
                            .contains("pathproof.verdicts has a record of format \"2\"; this release reads format 1:"
                                    + " upgrade this service"));
            assertThat(table.get(route)).isPresent();
        }
    }
}
