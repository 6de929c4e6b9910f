// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.pathproof.benchmark.kit.MarkdownText;

/**
 * The capacity model of docs/operators/scale.md with the costs of a run. The model predicts the resources for 10, 100
 * and 1,000 routers with two full feeds each, and compares predictions with measurements.
 *
 * <p>Two scenarios supply the costs: a at full speed, and c at a low steady rate. A stage needs base + slope · rate
 * processors. The base is the work that does not depend on the rate: commits, polls, fetches. The slope is the CPU time
 * of an update in scenario a, where commits are rare. JIT compilers are excluded, because they work mainly after a
 * start.
 */
public final class Capacity {
    /** Share of a processor for each validator of the scenario "scale". */
    public static final double SHARE = 0.2;

    /** Names of figures that are inputs of the model, or are compared with it. */
    public static final String HEAP = "validator: heap a route";

    public static final String API_HEAP = "policy API: heap a route";
    public static final String ROUTES_BYTES = "Kafka: pathproof.routes";
    public static final String VERDICTS_BYTES = "Kafka: pathproof.verdicts";
    public static final String CHANGELOG_BYTES = "Kafka: changelog";
    public static final String MEAN_RATE = "updates, mean";
    public static final String ROUTES = "routes in memory and Kafka";
    public static final String KEYS = "validator: router keys";
    /** Number of partitions in the scenario "scale". One, two and three validators divide them evenly. */
    public static final int SCALE_PARTITIONS = 6;

    private static final String FLAT_OUT = "a";
    private static final String STEADY = "c";
    private static final String BURSTS = "d";
    private static final String SCALE = "scale";
    /** Rate of the scenario c, in updates per second. */
    private static final double STEADY_RATE = 5_000;

    private static final List<String> STAGES = List.of("collector", "broker", "validator", "policy-api");
    private static final String COMPILERS = "CN CompilerThre";
    private static final int[] ROUTERS = {10, 100, 1000};
    private static final double ROUTES_PER_ROUTER = 2e6;
    /**
     * Updates per second of a router with two feeds. A feed has the mean rate of updates during the SQL worm, ten times
     * that of an ordinary day.
     */
    private static final double UPDATES_PER_ROUTER = 2 * 101;

    private static final double COLD_SECONDS = 3600;
    private static final double UTILISATION = 0.7;
    private static final int PARTITIONS_AT_LEAST = 4;
    private static final int MOST_VALIDATORS = 3;
    /** Number of routes of a full run. */
    private static final double ROUTES_OF_FLAT_OUT = 1e6;
    /** Bytes on the heap for a key with a table, without the RPKI set (scenario keys). */
    private static final double TABLE_ON_HEAP = 132;
    /** Bytes for the number of a key in a partition: 40, and 8 to 16 for the index entry. */
    private static final double NUMBERED_KEY = 52;

    private final Outcome flatOut;
    private final Outcome steady;
    private final double fullRate;

    private Capacity(Outcome flatOut, Outcome steady) {
        this.flatOut = flatOut;
        this.steady = steady;
        fullRate = flatOut.value(UPDATES).orElse(0);
    }

    /** Name of the figure with the rate of scenario a. */
    public static final String UPDATES = "updates, second table";

    /** Returns the name of the figure with the rate of a number of validators. */
    public static String updates(int validators) {
        return validators + (validators == 1 ? " validator, updates" : " validators, updates");
    }

    /** Returns the tables of the model as Markdown; empty if one of its two scenarios is missing. */
    static Optional<String> markdown(List<Outcome> outcomes) {
        return of(FLAT_OUT, outcomes).flatMap(a -> of(STEADY, outcomes).map(c -> new Capacity(a, c).tables(outcomes)));
    }

    private static Optional<Outcome> of(String scenario, List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.scenario().equals(scenario))
                .findFirst();
    }

    private String tables(List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>(List.of(
                "## Capacity",
                "",
                "Computed from scenarios a and c. docs/operators/scale.md explains the model. Each router has two feeds of a million"
                        + " routes. Either all routers send their tables within an hour, or each router sends "
                        + Numbers.of(UPDATES_PER_ROUTER)
                        + " new updates a second. Processors are used to "
                        + Numbers.of(UTILISATION * 100) + " %.",
                "",
                "| routers | | updates/s | collectors' cores | brokers' cores | validators' cores | policy API's cores, each replica | minimum number of partitions | Kafka, MB/s in | validators' heap, GB |",
                "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"));
        for (int routers : ROUTERS) {
            addLine(lines, routers, "tables in an hour", routers * ROUTES_PER_ROUTER / COLD_SECONDS);
            addLine(lines, routers, "churn", routers * UPDATES_PER_ROUTER);
        }
        lines.addAll(List.of(
                "",
                "### Inputs of the model",
                "",
                "CPU time without JIT compilers. The slope is the CPU time of an update in scenario a, at "
                        + Numbers.of(fullRate) + " updates a second. The base is the CPU time of scenario c ("
                        + Numbers.of(STEADY_RATE) + " updates a second) minus slope times rate.",
                "",
                "| stage | base, cores | slope, µs/update |",
                "|---|--:|--:|"));
        for (String stage : STAGES) {
            lines.add(String.format(
                    Locale.ROOT, "| %s | %s | %s |", stage, Numbers.of(base(stage)), Numbers.of(slope(stage))));
        }
        check(lines, outcomes);
        lines.add("");
        return lines.stream().map(MarkdownText::wrap).collect(Collectors.joining("\n"));
    }

    private void addLine(List<String> lines, int routers, String what, double rate) {
        double routes = routers * ROUTES_PER_ROUTER;
        double validators = cores("validator", rate);
        double partitions = Math.max(PARTITIONS_AT_LEAST, Math.ceil(validators));
        lines.add(String.format(
                Locale.ROOT,
                "| %,d | %s | %s | %s | %s | %s | %s | %s | %s | %s |",
                routers,
                what,
                Numbers.of(rate),
                Numbers.of(cores("collector", rate)),
                Numbers.of(cores("broker", rate)),
                Numbers.of(validators),
                Numbers.of(cores("policy-api", rate)),
                Numbers.of(partitions),
                Numbers.of(rate * bytes() / 1e6),
                Numbers.of(heap(routes, figure(flatOut, KEYS), partitions) / 1e9)));
    }

    /**
     * Returns the cores for a rate. Each started core of updates has a base of its own, that of a process or thread
     * that commits.
     */
    private double cores(String stage, double rate) {
        double moving = slope(stage) * rate / 1e6 / UTILISATION;
        return moving + base(stage) * Math.max(1, Math.ceil(moving)) / UTILISATION;
    }

    /**
     * Returns the CPU time of an update at full speed, when many updates share a request. A line through both
     * measurements would underestimate it, because brokers get fewer requests when updates wait.
     */
    private double slope(String stage) {
        return micros(flatOut, stage);
    }

    private double base(String stage) {
        return Math.max(0, STEADY_RATE * (micros(steady, stage) - slope(stage)) / 1e6);
    }

    /**
     * Returns the heap of all validators: a part for routes, and a part for keys in each partition with their routes.
     */
    private double heap(double routes, double keys, double partitions) {
        double all = flatOut.value(ROUTES).orElse(ROUTES_OF_FLAT_OUT);
        double ofKeys = figure(flatOut, KEYS) * keyBytes(PARTITIONS_AT_LEAST);
        return routes * (figure(flatOut, HEAP) - ofKeys / all) + keys * keyBytes(partitions);
    }

    private static double keyBytes(double partitions) {
        return TABLE_ON_HEAP + NUMBERED_KEY * partitions;
    }

    private static double micros(Outcome outcome, String stage) {
        double compilers =
                outcome.threadMicrosPerUpdate().getOrDefault(stage, Map.of()).getOrDefault(COMPILERS, 0.0);
        return outcome.cpuMicrosPerUpdate().getOrDefault(stage, 0.0) - compilers;
    }

    private double bytes() {
        return figure(flatOut, ROUTES_BYTES) + figure(flatOut, VERDICTS_BYTES) + figure(flatOut, CHANGELOG_BYTES);
    }

    private void check(List<String> lines, List<Outcome> outcomes) {
        List<String> rows = new ArrayList<>();
        of(SCALE, outcomes).ifPresent(scale -> {
            for (int n = 1; n <= MOST_VALIDATORS; n++) {
                String name = updates(n);
                // Waiting updates share requests and commits, so there is no base.
                double predicted = n * SHARE * 1e6 / slope("validator");
                scale.value(name)
                        .ifPresent(measured -> rows.add(
                                row("scale: " + name + ", each with a fifth of a core", predicted, measured, "/s")));
            }
            OptionalDouble routes = scale.value(ROUTES);
            if (routes.isPresent()) {
                double all = routes.getAsDouble();
                double keys = figure(scale, KEYS);
                compare(rows, scale, HEAP, all, heap(all, keys, SCALE_PARTITIONS));
            }
            for (String name : List.of(ROUTES_BYTES, VERDICTS_BYTES, CHANGELOG_BYTES)) {
                scale.value(name)
                        .ifPresent(measured ->
                                rows.add(row("scale: " + name, figure(flatOut, name), measured, "B/update")));
            }
        });
        of(BURSTS, outcomes)
                .ifPresent(bursts -> bursts.value(MEAN_RATE).ifPresent(rate -> {
                    for (String stage : STAGES) {
                        rows.add(row(
                                "d: " + stage + ", CPU at " + Numbers.of(rate) + " updates/s on average",
                                base(stage) * 1e6 / rate + slope(stage),
                                micros(bursts, stage),
                                "µs/update"));
                    }
                }));
        if (!rows.isEmpty()) {
            lines.addAll(List.of(
                    "",
                    "### Accuracy",
                    "",
                    "Predictions for scenarios that are not inputs of the model.",
                    "",
                    "| figure | prediction | measured | unit | error |",
                    "|---|--:|--:|---|--:|"));
            lines.addAll(rows);
        }
    }

    private static void compare(List<String> rows, Outcome scale, String name, double routes, double predicted) {
        scale.value(name)
                .ifPresent(each -> rows.add(row(
                        "scale: " + name.replace("a route", "of " + Numbers.of(routes) + " routes"),
                        predicted / 1e6,
                        each * routes / 1e6,
                        "MB")));
    }

    private static String row(String what, double predicted, double measured, String unit) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %+.0f %% |",
                what,
                Numbers.of(predicted),
                Numbers.of(measured),
                unit,
                (predicted - measured) / measured * 100);
    }

    private static double figure(Outcome outcome, String name) {
        return outcome.value(name).orElse(0);
    }
}
