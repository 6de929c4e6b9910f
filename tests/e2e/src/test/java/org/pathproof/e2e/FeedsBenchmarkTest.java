// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the quick form of the feeds' benchmark. GoBGP and FRR select the valid path after their better path was
 * tampered with. The routers return to their own choice after the path was mended, and after Pathproof was killed. In
 * networks with two border routers, nothing stays behind, and no router is said to be protected that is not.
 */
final class FeedsBenchmarkTest {
    /** Without those that take long; {@code ./pathproof bench feeds --quick} has all. */
    private static final String SCENARIOS = "one-border,two-borders-mesh,fed-and-unfed";

    private static final Duration LIMIT = Duration.ofMinutes(12);
    /** Five times the target of docs/benchmarks/README.md, for a busy machine. */
    private static final int MAX_MS = 5_000;
    /** Restart Time of the run, with time for the router's timers. */
    private static final int MAX_FAIL_OPEN_MS = 15_000;

    @Test
    void routersFollowTheValidPathAndReturn() {
        for (String program : List.of("gobgpd", "bgpd", "bird")) {
            Programs.require(program);
        }
        ChildProcess.Outcome outcome = ChildProcess.run(
                LIMIT, RunningPathproof.command("bench", "feeds", "--quick", "--json", "--scenario", SCENARIOS));
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        List<JsonNode> all = outcome.output()
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(JsonMapper.shared()::readTree)
                .toList();
        List<JsonNode> results = all.stream()
                .filter(result -> result.get("scenario").asString().equals("one-border"))
                .toList();
        assertThat(results)
                .extracting(result -> result.get("daemon").asString())
                .containsExactly("gobgp", "frr");
        assertThat(results).allSatisfy(result -> {
            for (String time : List.of(
                    "border_p50_ms", "border_worst_ms", "inner_p50_ms", "back_p50_ms", "switched_off_worst_ms")) {
                assertThat(result.get(time).asInt())
                        .as("%s of %s", time, result)
                        .isBetween(1, MAX_MS);
            }
            assertThat(result.get("fail_open_ms").asInt()).as("%s", result).isBetween(1, MAX_FAIL_OPEN_MS);
            assertThat(result.get("flaps").asInt()).as("%s", result).isZero();
        });
        List<JsonNode> networks =
                all.stream().filter(result -> !results.contains(result)).toList();
        assertThat(networks).hasSize(4).allSatisfy(result -> {
            for (String wrong : List.of("unsaid", "restless", "ghosts", "false_claims", "lost_ms")) {
                assertThat(result.get(wrong).asInt())
                        .as("%s of %s", wrong, outcome.output())
                        .isZero();
            }
            assertThat(result.get("protected").asInt()).as(outcome.output()).isPositive();
            assertThat(result.get("inner_p50_ms").asInt()).as("%s", result).isBetween(1, MAX_MS);
        });
    }
}
