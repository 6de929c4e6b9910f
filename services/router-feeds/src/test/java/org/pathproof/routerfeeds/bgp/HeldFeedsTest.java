// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.routerfeeds.bgp.FeedBench.withAttributes;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.valid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.feeds.override.HeldPrefix.Cause;
import org.pathproof.routerfeeds.policy.AcceptedChange;
import org.pathproof.routerfeeds.policy.Authorship;
import org.pathproof.routerfeeds.policy.PolicyState;
import org.pathproof.telemetry.health.PartHealth;

/** Tests that held and waiting prefixes are shown, and that an operator releases the held ones. */
class HeldFeedsTest {
    private static final String PREFIX = "198.51.100.0/24";

    private final FeedBench bench = new FeedBench();

    @BeforeEach
    void putGoodPath() {
        bench.put(1, FeedBench.session(1, 1, RibView.ADJ_RIB_IN_POST));
        bench.put(2, FeedBench.session(2, 2, RibView.ADJ_RIB_IN_POST));
        bench.put(key(PREFIX, 2), withAttributes(valid(65002, 64502, 64500)));
        bench.decide();
    }

    /** Changes the refused path as a neighbor that reacts to each override, until nothing changes. */
    private int oscillate() {
        int changes = 0;
        int made;
        do {
            if (status().overrides().isEmpty()) {
                bench.put(key(PREFIX, 1), withAttributes(notValid(1, 65001, 64500)));
            } else {
                bench.withdraw(key(PREFIX, 1));
            }
            bench.pass(Duration.ofSeconds(1));
            made = bench.decide().size();
            changes += made;
        } while (made > 0 && changes < 100);
        return changes;
    }

    private RouterFeedStatus status() {
        return bench.feeds.status(10).getFirst();
    }

    private String health() {
        PartHealth health = new FeedsHealth(bench.feeds).health().orElseThrow();
        return health.ok() + " " + health.message();
    }

    @Test
    void healthNamesAnOscillationWithItsStates() {
        assertThat(oscillate()).isEqualTo(7);
        assertThat(status().held()).extracting(held -> held.cause()).containsExactly(Cause.OSCILLATION);
        assertThat(health())
                .startsWith("false ")
                .contains(
                        "flap damping holds 1 prefix",
                        PREFIX + " (oscillation: ",
                        "no override",
                        "overrides of 65002 64502 64500 at r1",
                        "the last override stays until 2026-11-22T");
    }

    /** All replicas read the use of the switch. */
    @Test
    void theSwitchReleasesHeldPrefixes() {
        oscillate();
        PolicyState before = bench.policy;
        bench.policy = FeedBench.state(FeedBench.POLICY, false);
        bench.decide();
        assertThat(status().held()).as("the same use of the switch").hasSize(1);
        bench.policy = new PolicyState(
                true,
                null,
                before.policy(),
                before.document(),
                Optional.of(
                        new AcceptedChange.Switch(2, new Authorship("ann", Instant.EPOCH, "script removed"), false)),
                List.of());
        bench.decide();
        assertThat(status().held()).isEmpty();
        assertThat(status().overrides()).as("no path is refused").isEmpty();
        assertThat(health()).startsWith("true ");
    }

    @Test
    void waitingOverridesAreShownInTheOrderOfTheirTurn() {
        bench.policy = FeedBench.state(FeedBench.POLICY + "    max-changes: 1\n", false);
        List<String> prefixes = List.of("198.51.100.0/24", "203.0.113.0/24", "192.0.2.0/24");
        for (String prefix : prefixes) {
            bench.put(key(prefix, 2), withAttributes(valid(65002, 64502, 64500)));
            bench.put(key(prefix, 1), withAttributes(notValid(1, 65001, 64500)));
        }
        bench.decide();
        assertThat(status().overrides()).hasSize(1);
        assertThat(status().waiting().first())
                .extracting(Object::toString)
                .containsExactly("198.51.100.0/24", "203.0.113.0/24");
        assertThat(status().waiting().nextAt()).contains(bench.now.plusSeconds(10));
        assertThat(health()).contains("2 overrides wait because of the limits of group border");
        bench.pass(Duration.ofSeconds(10));
        bench.decide();
        assertThat(status().waiting().first()).hasSize(1);
    }
}
