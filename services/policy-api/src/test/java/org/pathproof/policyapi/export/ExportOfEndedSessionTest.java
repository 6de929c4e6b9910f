// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.RunningApi;

/** Tests the prefix set of a neighbor whose session ended. */
final class ExportOfEndedSessionTest {
    /** A filter names the set, and a router does not load a filter without it. */
    @Test
    void theSetStaysAndIsEmpty() {
        try (RunningApi api = new RunningApi()) {
            api.putSession(1, session(1, 1, 1).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
            api.putSession(2, session(2, 2, 2));
            api.putVerdict(key("198.51.100.0/24", 1), notValid(1, 65001, 64496));
            api.putVerdict(key("192.0.2.0/24", 2), notValid(1, 65002, 64496));
            api.awaitRoutes(2);
            HttpResponse<String> all = api.get("/api/v1/export/bird");
            assertThat(all.statusCode()).as(all.body()).isEqualTo(200);
            assertThat(all.body())
                    .contains("PATHPROOF_192_0_2_1_IPV4 = [ ];", "192.0.2.0/24")
                    .doesNotContain("198.51.100.0/24");
        }
    }
}
