// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results of {@code ./pathproof bench pipeline}.
 *
 * @param figures figures by scenario and name
 * @param workloads description of each scenario's load
 * @param machine processor, load averages and time of the run, in words
 */
public record PipelineResults(Map<String, Map<String, Double>> figures, Map<String, String> workloads, String machine) {
    /** Name of the results in the folder that the pipeline benchmark writes. */
    public static final String FILE = "pipeline.json";

    private static final Pattern ROW = Pattern.compile("(?<hops>\\d+) hops, (?<paths>\\d+) paths: row beyond its key");

    /** The fields of /proc/loadavg after the load averages. */
    private static final String OTHER_FIELDS = " \\d+/.*";

    /** Results without any scenario. */
    public static final PipelineResults NONE = new PipelineResults(Map.of(), Map.of(), "");

    /**
     * Reads the results in a folder.
     *
     * @throws IOException if there are none, or if they cannot be read
     */
    public static PipelineResults read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        try {
            JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
            Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
            Map<String, String> workloads = new HashMap<>();
            for (JsonNode outcome : json.get("outcomes")) {
                String scenario = outcome.get("scenario").asString();
                Map<String, Double> ofScenario = new LinkedHashMap<>();
                for (JsonNode figure : outcome.get("figures")) {
                    ofScenario.put(
                            figure.get("name").asString(), figure.get("value").asDouble());
                }
                figures.put(scenario, ofScenario);
                workloads.put(scenario, outcome.get("workload").asString());
            }
            JsonNode machine = json.get("machine");
            return new PipelineResults(
                    figures,
                    workloads,
                    "%s, %d processors, load averages before the run %s, %s"
                            .formatted(
                                    machine.get("processor").asString(),
                                    machine.get("processors").asInt(),
                                    machine.get("load").asString().replaceFirst(OTHER_FIELDS, ""),
                                    machine.get("when").asString()));
        } catch (JacksonException e) {
            throw new IOException(file + " is no result of ./pathproof bench pipeline: " + e.getMessage(), e);
        }
    }

    /** Returns a figure; empty if the run did not measure it. */
    public OptionalDouble figure(String scenario, String name) {
        Double value = figures.getOrDefault(scenario, Map.of()).get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the bytes of a row of the validator by number of hops, each from the largest number of paths. */
    public Map<Integer, Double> rows() {
        Map<Integer, Double> rows = new LinkedHashMap<>();
        figures.getOrDefault("lengths", Map.of()).forEach((name, value) -> {
            Matcher matcher = ROW.matcher(name);
            if (matcher.matches()) {
                // Figures are in ascending order of paths, so the last one counts.
                rows.put(Integer.parseInt(matcher.group("hops")), value);
            }
        });
        return rows;
    }
}
