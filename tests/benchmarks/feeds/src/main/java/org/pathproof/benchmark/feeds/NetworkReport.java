// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.util.ArrayList;
import java.util.List;

/** The table of the scenarios with two border routers, in Markdown. */
final class NetworkReport {
    private NetworkReport() {}

    static String table(List<ScenarioResult> results) {
        if (results.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>(List.of(
                "| scenario | border routers | protected, median (ms) | worst | protected | told | untold | messages"
                        + " | without end | ghosts | false claims | lost (ms) |",
                "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"));
        for (ScenarioResult result : results) {
            lines.add("| `%s` | %s | %s | %s | %d of %d | %d | %d | %,d | %d | %d | %d | %,d |".formatted(
                    result.scenario(),
                    result.daemon(),
                    Times.text(result.all.median()),
                    Times.text(result.all.worst()),
                    result.all.count(),
                    result.trials(),
                    result.told(),
                    result.untold(),
                    result.messages(),
                    result.restless(),
                    result.ghosts(),
                    result.falseClaims(),
                    result.lostMs()));
        }
        return String.join("\n", lines) + "\n";
    }
}
