// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.measure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.pipeline.site.Http;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.harness.ChildProcess;

/**
 * The metrics of services.
 *
 * @param values values by name with labels, summed over processes
 */
public record Scrape(Map<String, Double> values) {
    /** Reads the metrics of all processes of a stage. */
    public static Scrape of(Site site, String stage) {
        Map<String, Double> values = new HashMap<>();
        List<ChildProcess> services = site.of(stage);
        for (ChildProcess service : services) {
            Http.body(site.httpPort(service), "/actuator/prometheus")
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        int space = line.lastIndexOf(' ');
                        values.merge(line.substring(0, space), number(line.substring(space + 1)), Double::sum);
                    });
        }
        return new Scrape(values);
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** Returns the sum of all series with this label value. */
    public double sum(String name, String label, String value) {
        String labelled = label + "=\"" + value + "\"";
        return values.entrySet().stream()
                .filter(e -> e.getKey().startsWith(name + "{") && e.getKey().contains(labelled))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Returns the sum of all series of a metric; 0 without the metric. */
    public double sum(String name) {
        return values.entrySet().stream()
                .filter(e -> e.getKey().equals(name) || e.getKey().startsWith(name + "{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
