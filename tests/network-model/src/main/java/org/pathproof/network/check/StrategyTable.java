// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pathproof.network.model.NetworkPlan;
import org.pathproof.network.model.OverrideStrategy;
import org.pathproof.network.strategy.Strategies;

/**
 * Compares the strategies in random networks, and prints a table: {@code StrategyTable NETWORKS EVENTS [STRATEGY…]}.
 * With {@code -Dcounterexamples=FOLDER}, writes a small counterexample of each strategy and property into files.
 */
public final class StrategyTable {
    /** Number of counterexamples that are shrunk for each strategy and property. */
    private static final int SHRUNK = 3;

    private final int networks;
    private final int events;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private int unstable;
    private int lossesWithoutFeeds;

    /** The counts of a strategy. */
    private static final class Row {
        private final OverrideStrategy strategy;
        private final Map<Property, Integer> violations = new EnumMap<>(Property.class);
        private final Map<Property, List<NetworkPlan>> counterexamples = new EnumMap<>(Property.class);
        private int violating;
        private int possible;
        private int protectedRouters;
        private int detours;
        private int losses;
        private long messages;

        Row(OverrideStrategy strategy) {
            this.strategy = strategy;
        }
    }

    private StrategyTable(int networks, int events, List<OverrideStrategy> strategies) {
        this.networks = networks;
        this.events = events;
        strategies.forEach(strategy -> rows.put(strategy.name(), new Row(strategy)));
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException {
        List<String> names = List.of(arguments).subList(2, arguments.length);
        StrategyTable table = new StrategyTable(
                Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]),
                Strategies.ALL.stream()
                        .filter(strategy -> names.isEmpty() || names.contains(strategy.name()))
                        .toList());
        long start = System.nanoTime();
        table.run();
        table.print((System.nanoTime() - start) / 1e9);
        String folder = System.getProperty("counterexamples");
        if (folder != null) {
            table.writeCounterexamples(Path.of(folder));
        }
    }

    private void run() {
        for (int seed = 0; seed < networks; seed++) {
            NetworkPlan plan = RandomNetworks.of(seed, events);
            Check check = new Check(plan);
            if (!check.isStable()) {
                unstable++;
                continue;
            }
            lossesWithoutFeeds += check.lateLossesWithoutFeeds();
            rows.values().forEach(row -> count(row, plan, check.of(row.strategy)));
        }
    }

    private static void count(Row row, NetworkPlan plan, Check.Result result) {
        result.violations().keySet().forEach(property -> {
            row.violations.merge(property, 1, Integer::sum);
            List<NetworkPlan> found = row.counterexamples.computeIfAbsent(property, ignored -> new ArrayList<>());
            found.add(plan);
            found.sort(Comparator.comparingInt(StrategyTable::size));
            if (found.size() > SHRUNK) {
                found.removeLast();
            }
        });
        row.violating += result.violations().isEmpty() ? 0 : 1;
        row.possible += result.possible();
        row.protectedRouters += result.protectedRouters();
        row.detours += result.detours();
        row.losses += result.outcome().lateLosses();
        row.messages += result.outcome().messages();
    }

    private static int size(NetworkPlan plan) {
        return plan.routers().size() * 10
                + plan.events().size()
                + plan.upstreams().size();
    }

    private void print(double seconds) {
        System.out.printf(
                Locale.ROOT,
                "%d networks x %d events, without feeds: %d unstable, %d moments without a path; %.1f s%n%n",
                networks,
                events,
                unstable,
                lossesWithoutFeeds,
                seconds);
        StringBuilder head = new StringBuilder("| strategy |");
        StringBuilder line = new StringBuilder("|---|");
        for (Property property : Property.values()) {
            head.append(' ').append(property.violation()).append(" |");
            line.append("--:|");
        }
        System.out.println(head + " any | protected | detours | moments without a path | messages a network |");
        System.out.println(line + "--:|--:|--:|--:|--:|");
        for (Row row : rows.values()) {
            StringBuilder text = new StringBuilder("| `" + row.strategy.name() + "` |");
            for (Property property : Property.values()) {
                text.append(' ')
                        .append(row.violations.getOrDefault(property, 0))
                        .append(" |");
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s %d | %.1f%% | %d | %d | %d |%n",
                    text,
                    row.violating,
                    100.0 * row.protectedRouters / Math.max(1, row.possible),
                    row.detours,
                    row.losses,
                    row.messages / Math.max(1, networks - unstable));
        }
    }

    private void writeCounterexamples(Path folder) throws IOException {
        for (Row row : rows.values()) {
            for (Map.Entry<Property, List<NetworkPlan>> entry : row.counterexamples.entrySet()) {
                Property property = entry.getKey();
                NetworkPlan smallest = entry.getValue().stream()
                        .map(plan ->
                                new Shrinker(candidate -> violates(candidate, row.strategy, property)).shrink(plan))
                        .min(Comparator.comparingInt(StrategyTable::size))
                        .orElseThrow();
                String sentence =
                        new Check(smallest).of(row.strategy).violations().getOrDefault(property, "");
                Files.writeString(
                        folder.resolve(row.strategy.name() + "." + property.fileName() + ".txt"),
                        "# " + sentence + "\n" + NetworkText.print(smallest));
            }
        }
    }

    private static boolean violates(NetworkPlan plan, OverrideStrategy strategy, Property property) {
        Check check = new Check(plan);
        return check.isStable() && check.of(strategy).violations().containsKey(property);
    }
}
