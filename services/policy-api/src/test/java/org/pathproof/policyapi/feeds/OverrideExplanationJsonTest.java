// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.routerfeeds.bgp.FeedBench.session;
import static org.pathproof.routerfeeds.bgp.FeedBench.withAttributes;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.valid;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.routerfeeds.bgp.FeedBench;
import org.pathproof.wire.Prefix;

/** Tests the JSON of the explanation of an override, with the feed of a router. */
final class OverrideExplanationJsonTest {
    private static final String PREFIX = "198.51.100.0/24";

    private final FeedBench bench = new FeedBench();

    private OverrideExplanationJson explanation() {
        return OverrideExplanationJson.of(
                "r1", bench.feeds.explain("r1", Prefix.parse(PREFIX)).orElseThrow(), Optional.empty());
    }

    @Test
    void namesDecisionReasonAndTheWorsePath() {
        bench.put(11, session(11, 1, ADJ_RIB_IN_POST));
        bench.put(12, session(12, 2, ADJ_RIB_IN_POST));
        bench.put(key(PREFIX, 11), withAttributes(notValid(1, 65001, 64500)));
        bench.put(key(PREFIX, 12), withAttributes(valid(65002, 64502, 64500)));
        bench.decide();
        OverrideExplanationJson json = explanation();
        assertThat(json.decision()).isEqualTo("announce");
        assertThat(json.reason()).isEqualTo("not-valid");
        assertThat(json.since()).isNotNull();
        assertThat(json.paths().getLast().worseBy()).isEqualTo("as-path-length");

        bench.policy = FeedBench.state(FeedBench.POLICY, true);
        bench.decide();
        assertThat(explanation().reason()).isEqualTo("switched-off");
    }
}
