// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.valid;

import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.policyapi.rest.sessions.SessionJson;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteTable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the mark {@code dual_path} in the JSON of routes, explanations and sessions (docs/adr/0024). */
final class DualPathJsonTest {
    private static final SignatureVerifier UNUSED = checks -> {
        throw new AssertionError("the verdict carries no bytes to verify: " + checks);
    };

    private final RouteTable table = new RouteTable();

    @Test
    void routesCarryTheMarkAndExplanationsNameIt() {
        Route route = route(valid(65001, 64500).setDualPath(true));
        assertThat(json(route).get("validity").get("dual_path").asBoolean()).isTrue();
        assertThat(explanation(route))
                .isEqualTo("The route came with AS_PATH beside BGPsec_PATH, which the settings permit for this peer."
                        + " Each of the 2 hops signed this route with an authorised key.");
    }

    @Test
    void otherRoutesHaveNoMark() {
        Route route = route(valid(65001, 64500));
        assertThat(json(route).get("validity").has("dual_path")).isFalse();
        assertThat(explanation(route)).startsWith("Each of the 2 hops");
    }

    @Test
    void sessionsOfListedPeersNameTheMode() {
        table.applySession(
                sessionId(1).bytes().toArray(),
                session(1, 1, 1)
                        .setFacts(PeerFacts.newBuilder().setDualPath(true))
                        .build()
                        .toByteArray());
        SessionJson json = SessionJson.of(table.sessionViews().iterator().next());
        assertThat(JsonMapper.shared().valueToTree(json).get("capabilities").valueStream())
                .extracting(JsonNode::asString)
                .containsExactly("dual-path");
    }

    private Route route(Verdict.Builder verdict) {
        table.applySession(
                sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());
        table.applyVerdict(key("10.0.0.0/8", 1).toBytes(), verdict.build().toByteArray());
        return table.get(key("10.0.0.0/8", 1)).orElseThrow();
    }

    private static JsonNode json(Route route) {
        return JsonMapper.shared().valueToTree(RouteJson.of(route));
    }

    private static String explanation(Route route) {
        try (MemoryRpkiSource rpki = new MemoryRpkiSource(1)) {
            return JsonMapper.shared()
                    .valueToTree(new Explainer(rpki, UNUSED).explain(route))
                    .get("summary")
                    .asString();
        }
    }
}
