// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queries of the Grafana dashboards in the chart. */
final class Dashboards {
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), *(\\w+)\\)");
    private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{ *(\\w+) *}}");

    private Dashboards() {}

    /**
     * A query of a panel or of a variable.
     *
     * @param place dashboard, panel and query, for messages
     * @param expression the query in PromQL, without Grafana's variables
     * @param labels labels that the legend of the panel or the variable shows
     */
    record Query(String place, String expression, Set<String> labels) {}

    /**
     * Reads the queries of all dashboards in a folder.
     *
     * @param variables values of Grafana's variables by their names, which begin with {@code $}
     */
    static List<Query> queries(Path folder, Map<String, String> variables) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .flatMap(file -> queriesOf(file, variables).stream())
                    .toList();
        }
    }

    private static List<Query> queriesOf(Path file, Map<String, String> variables) {
        JsonNode board = JsonMapper.shared().readTree(read(file));
        List<Query> queries = new ArrayList<>();
        for (JsonNode variable : board.get("templating").get("list")) {
            if (variable.get("type").asString().equals("query")) {
                String place = file.getFileName() + ", variable "
                        + variable.get("name").asString();
                MatchResult values =
                        match(LABEL_VALUES, variable.get("query").get("query").asString(), place);
                queries.add(new Query(place, replaced(values.group(1), variables, place), Set.of(values.group(2))));
            }
        }
        for (JsonNode panel : board.get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String place = "%s, panel \"%s\", query %s"
                        .formatted(
                                file.getFileName(),
                                panel.get("title").asString(),
                                target.get("refId").asString());
                queries.add(new Query(
                        place,
                        replaced(target.get("expr").asString(), variables, place),
                        labels(target.path("legendFormat").asString(""))));
            }
        }
        return queries;
    }

    private static MatchResult match(Pattern pattern, String text, String place) {
        return pattern.matcher(text)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError(place + ": " + text + " does not match " + pattern));
    }

    private static String replaced(String expression, Map<String, String> variables, String place) {
        String replaced = expression;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            replaced = replaced.replace(variable.getKey(), variable.getValue());
        }
        assertThat(replaced)
                .as("%s: a variable of Grafana without a value", place)
                .doesNotContain("$");
        return replaced;
    }

    private static Set<String> labels(String legend) {
        return LEGEND_LABEL
                .matcher(legend)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
