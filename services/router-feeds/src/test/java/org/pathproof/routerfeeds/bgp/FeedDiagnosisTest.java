// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_POST;
import static org.pathproof.contracts.v1.RibView.ADJ_RIB_IN_PRE;
import static org.pathproof.contracts.v1.RibView.LOC_RIB;
import static org.pathproof.routerfeeds.bgp.FeedBench.session;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.valid;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.telemetry.health.PartHealth;
import org.pathproof.wire.Prefix;

/** Tests that hints, health and the 404 of an explanation name the cause for which a feed has no paths. */
final class FeedDiagnosisTest {
    private static final String PREFIX = "198.51.100.0/24";
    private static final String TRUSTING = FeedBench.POLICY + "    trust-pre-policy: true\n";
    private static final String VIEWS = "pathproof.collector.path-attributes.views";

    private final FeedBench bench = new FeedBench();

    private void add(RibView view, boolean attributes) {
        bench.put(1, session(1, 1, view));
        bench.put(2, session(2, 2, view));
        bench.put(key(PREFIX, 1), verdict(notValid(1, 65001, 64500), attributes));
        bench.put(key(PREFIX, 2), verdict(valid(65002, 64502, 64500), attributes));
        bench.decide();
    }

    private static Verdict.Builder verdict(Verdict.Builder verdict, boolean attributes) {
        return attributes ? FeedBench.withAttributes(verdict) : verdict;
    }

    private List<String> hints() {
        return bench.feeds.status(0).getFirst().hints();
    }

    private PartHealth health() {
        return new FeedsHealth(bench.feeds).health().orElseThrow();
    }

    private String absence(String prefix) {
        return bench.feeds.absence("r1", Prefix.parse(prefix));
    }

    @Test
    void aFeedThatWorksHasNoHint() {
        add(ADJ_RIB_IN_POST, true);
        assertThat(hints()).isEmpty();
        assertThat(health()).isEqualTo(PartHealth.ok("1 override for 1 router"));
        assertThat(absence("203.0.113.0/24")).isEqualTo("router r1 has no path to 203.0.113.0/24");
    }

    @Test
    void namesBothSettingsOfATrustedViewWithoutAttributes() {
        bench.policy = FeedBench.state(TRUSTING, false);
        add(ADJ_RIB_IN_PRE, false);
        assertThat(hints())
                .singleElement()
                .asString()
                .contains("group border has trust-pre-policy: true", "ADJ_RIB_IN_PRE", VIEWS, "r1");
        assertThat(health().ok()).isFalse();
        assertThat(health().message()).contains("trust-pre-policy: true", VIEWS);
        assertThat(bench.feeds.preview(FeedBench.state(TRUSTING, false).document()))
                .singleElement()
                .satisfies(preview -> assertThat(preview.hints()).isEqualTo(hints()));
        assertThat(absence(PREFIX))
                .startsWith(
                        "router r1 has 2 paths to 198.51.100.0/24 in the view ADJ_RIB_IN_PRE without path attributes")
                .contains("add ADJ_RIB_IN_PRE to " + VIEWS);
    }

    @Test
    void namesTheViewThatThePolicyDoesNotUse() {
        add(ADJ_RIB_IN_PRE, true);
        assertThat(hints())
                .singleElement()
                .asString()
                .contains("before policy only (view ADJ_RIB_IN_PRE), which group border does not use")
                .contains("trust-pre-policy: true");
        assertThat(health().ok()).isFalse();
        bench.policy = FeedBench.state(TRUSTING, false);
        bench.decide();
        assertThat(hints()).isEmpty();
        assertThat(health().ok()).isTrue();
    }

    @Test
    void namesTheViewAfterPolicyWithoutAttributes() {
        add(ADJ_RIB_IN_POST, false);
        assertThat(hints())
                .singleElement()
                .asString()
                .contains("2 neighbors in the view ADJ_RIB_IN_POST have no path attributes", VIEWS);
        assertThat(health().ok()).isFalse();
    }

    @Test
    void aFeedWithSomePathsIsHealthyAndNamesTheOthers() {
        add(ADJ_RIB_IN_POST, true);
        bench.put(3, session(3, 3, ADJ_RIB_IN_PRE));
        bench.put(key(PREFIX, 3), FeedBench.withAttributes(valid(65003, 64500)));
        bench.decide();
        assertThat(health().ok()).isTrue();
        assertThat(health().message())
                .contains("router r1: the router sends the routes of 1 neighbor before policy only");
    }

    @Test
    void observingFailsNoHealth() {
        bench.policy = FeedBench.state(FeedBench.POLICY.replace("reject-not-valid", "observe"), false);
        add(ADJ_RIB_IN_PRE, true);
        assertThat(hints()).hasSize(1);
        assertThat(health().ok()).isTrue();
    }

    @Test
    void namesARouterWithoutAGroupAndOneThatIsUnknown() {
        bench.decide();
        assertThat(hints()).singleElement().asString().contains("no router with the name, address or hash r1");
        assertThat(health().message()).contains("correct pathproof.feeds.routers");
        bench.policy = FeedBench.state(FeedBench.POLICY.replace("[r1, r2]", "[edge-1]"), false);
        add(ADJ_RIB_IN_POST, true);
        assertThat(hints()).singleElement().asString().contains("no group of the policy has the router");
    }

    @Test
    void namesViewsThatTheFeedDoesNotUse() {
        bench.put(1, session(1, 1, LOC_RIB));
        bench.put(key(PREFIX, 1), FeedBench.withAttributes(valid(65001, 64500)));
        bench.decide();
        assertThat(hints()).singleElement().asString().contains("no Adj-RIB-In");
        assertThat(absence(PREFIX)).contains("only in views or sessions that its feed does not use (LOC_RIB)");
    }
}
