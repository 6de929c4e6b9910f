// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteTable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the result of an experimental scheme in the JSON of routes (docs/adr/0058). */
final class SchemeJsonTest {
    @Test
    void theResultStandsBesideTheState() {
        for (SchemeState state : new SchemeState[] {
            SchemeState.SCHEME_PATH_VERIFIES, SchemeState.SCHEME_PATH_FAILS, SchemeState.SCHEME_NOT_VERIFIED
        }) {
            Route route = route(Records.unsigned(65001, 64500)
                    .setSchemeResult(SchemeResult.newBuilder().setState(state).setScheme("KC-RSA")));
            assertThat(route.state().name()).isEqualTo(PathState.UNSIGNED.name());
            assertThat(route.signed()).isFalse();
            JsonNode validity =
                    JsonMapper.shared().valueToTree(RouteJson.of(route)).get("validity");
            assertThat(validity.get("state").asString()).isEqualTo("UNSIGNED");
            assertThat(validity.get("experimental").get("scheme").asString()).isEqualTo("KC-RSA");
            assertThat(validity.get("experimental").get("state").asString())
                    .isIn("experimental-verifies", "experimental-fails", "experimental-not-judged");
            assertThat(validity.get("findings")).isEmpty();
        }
    }

    @Test
    void otherRoutesHaveNone() {
        JsonNode json = JsonMapper.shared().valueToTree(RouteJson.of(route(Records.unsigned(65001, 64500))));
        assertThat(json.get("validity").has("experimental")).isFalse();
    }

    private static Route route(Verdict.Builder verdict) {
        RouteTable table = new RouteTable();
        table.applySession(
                Records.sessionId(1).bytes().toArray(),
                Records.session(1, 1, 1).build().toByteArray());
        byte[] key = Records.key("10.0.0.0/8", 1).toBytes();
        table.applyVerdict(key, verdict.build().toByteArray());
        return table.get(Records.key("10.0.0.0/8", 1)).orElseThrow();
    }
}
