// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The capacity model of docs/scaling.md with the costs of a run: what 10, 100 and 1,000 routers with two full feeds each take. */
final class Capacity {
    /** Names of figures that it is made of. */
    static final String HEAP = "validator: heap a route";

    static final String API_HEAP = "policy API: heap a route";
    static final String ROUTES_OCTETS = "Kafka: pathproof.routes";
    static final String VERDICTS_OCTETS = "Kafka: pathproof.verdicts";
    static final String CHANGELOG_OCTETS = "Kafka: changelog";

    private static final int[] ROUTERS = {10, 100, 1000};
    private static final double ROUTES_PER_ROUTER = 2e6;
    /** A mean of the SQL worm's hours for each feed: ten times an ordinary day. */
    private static final double UPDATES_PER_ROUTER = 2 * 101;

    private static final double COLD_SECONDS = 3600;
    private static final double UTILISATION = 0.7;
    /** Of a processor: what one stream thread can use. */
    private static final double PARTITION_SHARE = 0.5;

    private Capacity() {}

    /** The model's tables as Markdown; empty when the run has no cold start in it. */
    static Optional<String> markdown(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.scenario().equals("a"))
                .findFirst()
                .map(Capacity::markdown);
    }

    private static String markdown(Outcome cold) {
        List<String> lines = new ArrayList<>(List.of(
                "# Capacity, from measured costs",
                "",
                "Made by `./pathproof bench pipeline` from its scenario a; docs/scaling.md explains the model. Each router brings two feeds of a million"
                        + " routes; either all routers send their tables within an hour, or each sends "
                        + Numbers.of(UPDATES_PER_ROUTER)
                        + " new updates a second. Processors are used to "
                        + Numbers.of(UTILISATION * 100) + " %.",
                "",
                "| routers | | updates/s | collectors' cores | brokers' cores | validators' cores | policy API's cores, each replica | partitions, at least | Kafka, MB/s in | validators' heap, GB |"
                        + " policy API's heap, GB, each replica |",
                "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"));
        double octets = figure(cold, ROUTES_OCTETS) + figure(cold, VERDICTS_OCTETS) + figure(cold, CHANGELOG_OCTETS);
        for (int routers : ROUTERS) {
            line(lines, cold, routers, "tables in an hour", routers * ROUTES_PER_ROUTER / COLD_SECONDS, octets);
            line(lines, cold, routers, "churn", routers * UPDATES_PER_ROUTER, octets);
        }
        lines.add("");
        return String.join("\n", lines);
    }

    private static void line(List<String> lines, Outcome cold, int routers, String what, double rate, double octets) {
        double routes = routers * ROUTES_PER_ROUTER;
        double validators = cores(cold, "validator", rate);
        lines.add(String.format(
                Locale.ROOT,
                "| %,d | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |",
                routers,
                what,
                Numbers.of(rate),
                Numbers.of(cores(cold, "collector", rate)),
                Numbers.of(cores(cold, "broker", rate)),
                Numbers.of(validators),
                Numbers.of(cores(cold, "policy-api", rate)),
                Numbers.of(Math.max(12, Math.ceil(validators / PARTITION_SHARE))),
                Numbers.of(rate * octets / 1e6),
                Numbers.of(routes * figure(cold, HEAP) / 1e9),
                Numbers.of(routes * figure(cold, API_HEAP) / 1e9)));
    }

    private static double cores(Outcome cold, String stage, double rate) {
        return cold.cpuMicrosPerUpdate().getOrDefault(stage, 0.0) * rate / 1e6 / UTILISATION;
    }

    private static double figure(Outcome outcome, String name) {
        return outcome.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Outcome.Figure::value)
                .findFirst()
                .orElse(0);
    }
}
