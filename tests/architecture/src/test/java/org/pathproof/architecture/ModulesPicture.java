// SPDX-License-Identifier: Apache-2.0
package org.pathproof.architecture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.pathproof.architecture.Modules.Module;

/**
 * Draws modules as an SVG. A module is in the row above the highest row of its dependencies, and arrows point down. An
 * arrow is left out where a chain of other arrows leads to the same module. The colors follow the scheme of the reader,
 * light or dark.
 */
final class ModulesPicture {
    private static final int BOX_WIDTH = 104;
    private static final int BOX_HEIGHT = 30;
    private static final int COLUMN = 118;
    private static final int ROW = 84;
    private static final int MARGIN = 20;
    private static final int LEGEND = 40;
    private static final int ROUNDS = 12;

    private static final String STYLE = """
            <style>
            text { font: 12.5px system-ui, sans-serif; text-anchor: middle; fill: #1c2833 }
            path { fill: none; stroke: #6b7c8c; stroke-width: 1.1 }
            marker path { fill: #6b7c8c; stroke: none }
            rect { stroke: #34495e; stroke-width: 1.1 }
            .libs { fill: #e8f1fb } .services { fill: #e6f5ea } .tools { fill: #fff3df }
            .research { fill: #f5e6f3 } .standalone { fill: #f2f2f2 }
            @media (prefers-color-scheme: dark) {
            text { fill: #e8edf2 }
            rect { stroke: #9fb0c0 }
            .libs { fill: #1f3a57 } .services { fill: #1e4a2e } .tools { fill: #574415 }
            .research { fill: #4d2a4a } .standalone { fill: #444444 }
            }
            </style>
            """;

    private final Map<String, Module> modules;
    private final Map<String, Set<String>> arrows = new TreeMap<>();
    private final List<List<String>> rows = new ArrayList<>();
    private final Map<String, Double> center = new HashMap<>();
    private final Map<String, Integer> rowOf = new HashMap<>();

    private ModulesPicture(Map<String, Module> modules) {
        this.modules = modules;
    }

    /** Returns the picture of modules, which are sorted: each follows its dependencies. */
    static String of(Map<String, Module> modules) {
        ModulesPicture picture = new ModulesPicture(modules);
        picture.reduce();
        picture.place();
        return picture.svg();
    }

    /** Leaves out arrows to modules that other dependencies already depend on. */
    private void reduce() {
        Map<String, Set<String>> reached = new HashMap<>();
        modules.forEach((path, module) -> {
            Set<String> indirect = new HashSet<>();
            module.dependencies().forEach(on -> indirect.addAll(reached.get(on)));
            Set<String> all = new HashSet<>(indirect);
            all.addAll(module.dependencies());
            reached.put(path, all);
            List<String> direct = new ArrayList<>(module.dependencies());
            direct.removeAll(indirect);
            arrows.put(path, Set.copyOf(direct));
        });
    }

    /** Chooses a row for each module, and orders rows so that arrows are short. */
    private void place() {
        modules.forEach((path, module) -> {
            int row = module.dependencies().stream().mapToInt(rowOf::get).max().orElse(-1) + 1;
            rowOf.put(path, row);
            while (rows.size() <= row) {
                rows.add(new ArrayList<>());
            }
            rows.get(row).add(path);
        });
        rows.forEach(this::spread);
        for (int round = 0; round < ROUNDS; round++) {
            for (List<String> row : rows) {
                Map<String, Double> wanted = new HashMap<>();
                row.forEach(path -> wanted.put(path, meanOfNeighbors(path)));
                row.sort(Comparator.<String>comparingDouble(wanted::get).thenComparing(path -> path));
                spread(row);
            }
        }
    }

    private double meanOfNeighbors(String path) {
        List<String> neighbors = new ArrayList<>(arrows.get(path));
        arrows.forEach((from, to) -> {
            if (to.contains(path)) {
                neighbors.add(from);
            }
        });
        return neighbors.stream().mapToDouble(this::center).average().orElse(width() / 2.0);
    }

    private double center(String path) {
        return Objects.requireNonNull(center.get(path));
    }

    private void spread(List<String> row) {
        double left = (width() - COLUMN * row.size()) / 2.0;
        for (int i = 0; i < row.size(); i++) {
            center.put(row.get(i), left + COLUMN * (i + 0.5));
        }
    }

    private int width() {
        return COLUMN * rows.stream().mapToInt(List::size).max().orElse(1) + 2 * MARGIN;
    }

    private double top(String path) {
        return MARGIN + (double) ROW * (rows.size() - 1 - Objects.requireNonNull(rowOf.get(path)));
    }

    private String svg() {
        int height = ROW * rows.size() + LEGEND;
        StringBuilder svg = new StringBuilder(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n".formatted(width(), height));
        svg.append("<title>Modules of Pathproof and their dependencies</title>\n")
                .append(STYLE)
                .append("<defs><marker id=\"a\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" ")
                .append("markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\"/></marker></defs>\n");
        arrows.forEach((from, to) -> to.stream().sorted().forEach(on -> drawArrow(svg, from, on)));
        modules.values().stream()
                .sorted(Comparator.comparing(Module::path))
                .forEach(module ->
                        drawBox(svg, center(module.path()), top(module.path()), module.folder(), module.name()));
        double x = MARGIN + BOX_WIDTH / 2.0;
        for (String folder : modules.values().stream()
                .map(Module::folder)
                .distinct()
                .sorted()
                .toList()) {
            drawBox(
                    svg,
                    x,
                    height - (double) BOX_HEIGHT - 4,
                    folder,
                    folder.equals("standalone") ? folder : folder + "/");
            x += COLUMN;
        }
        return svg.append("</svg>\n").toString();
    }

    private void drawArrow(StringBuilder svg, String from, String to) {
        double start = top(from) + BOX_HEIGHT;
        double end = top(to) - 1;
        svg.append("<path d=\"M%s,%s C%s,%s %s,%s %s,%s\" marker-end=\"url(#a)\"/>\n"
                .formatted(
                        number(center(from)),
                        number(start),
                        number(center(from)),
                        number(start + ROW / 3.0),
                        number(center(to)),
                        number(end - ROW / 3.0),
                        number(center(to)),
                        number(end)));
    }

    private static void drawBox(StringBuilder svg, double x, double y, String folder, String text) {
        svg.append("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n"
                        .formatted(folder, number(x - BOX_WIDTH / 2.0), number(y), BOX_WIDTH, BOX_HEIGHT))
                .append("<text x=\"%s\" y=\"%s\">%s</text>\n".formatted(number(x), number(y + 20), text));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
