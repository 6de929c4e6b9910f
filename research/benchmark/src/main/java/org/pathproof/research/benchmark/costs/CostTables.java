// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.pathproof.benchmark.kit.plot.LineChart;
import org.pathproof.research.benchmark.costs.Cost.Kind;

/**
 * The tables and plots of the paper about FRR and RTRlib, with the published figures.
 *
 * @param costs figures of all systems
 * @param rows bytes of a row of the validator by number of hops, measured in the pipeline; empty if not measured
 */
public record CostTables(List<Cost> costs, Map<Integer, Double> rows) {
    private static final String RTRLIB = PeerCosts.Library.RTRLIB.system;
    private static final String SRX = PeerCosts.Library.SRX.system;

    /** Bytes of AS, SKI and SubjectPublicKeyInfo (section 7.4.1). */
    private static final int LEAST_KEY = 115;

    /** Bytes of a key in RTRlib and BGP-SRx (table 7.1). */
    private static final int RTRLIB_KEY = 215;

    private static final int SRX_KEY = 1_859;
    /** Bytes of a path of one hop and of each further hop: RFC 8205, FRR and BGP-SRx (table 7.2). */
    private static final int[] RFC_PATH = {109, 100};

    private static final int[] FRR_PATH = {305, 160};
    private static final int[] SRX_PATH = {1_128, 527};
    /** Microseconds to load a public key and a private key in FRR (section 7.5). */
    private static final int PUBLIC_KEY = 71;

    private static final int PRIVATE_KEY = 77;
    /** Milliseconds to generate 5,000 UPDATEs with one hop (section 7.6.1). */
    private static final int FRR_GENERATION = 520;

    private static final int SRX_GENERATION = 177;
    private static final int GENERATED = 5_000;
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double BYTES_PER_KB = 1e3;
    private static final String NONE = "–";

    public CostTables {
        costs = List.copyOf(costs);
        rows = Map.copyOf(rows);
    }

    /** Returns the generated parts of the page by name. */
    public Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("keys", keys());
        parts.put("paths", paths());
        parts.put("times", times());
        parts.put("key-grid", grid(Kind.KEY_MEMORY, "kB", value -> value / BYTES_PER_KB, List.of(0)));
        parts.put("path-grid", pathGrid(Kind.PATH_MEMORY, "kB", value -> value / BYTES_PER_KB));
        parts.put("validation-grid", pathGrid(Kind.VALIDATE_TOTAL, "ms", value -> value / MICROS_PER_MILLI));
        parts.put("generation-grid", pathGrid(Kind.SIGN_TOTAL, "ms", value -> value / MICROS_PER_MILLI));
        return parts;
    }

    /** Returns the plots by file name. */
    public Map<String, String> plots() {
        Map<String, String> plots = new LinkedHashMap<>();
        plots.put("frr-bgpsec-keys.svg", plot("Memory of router keys, kB", "keys", Kind.KEY_MEMORY, 0, BYTES_PER_KB));
        plots.put(
                "frr-bgpsec-paths.svg",
                plot("Memory of paths of 5 hops, kB", "paths", Kind.PATH_MEMORY, CostWorkload.MAX_HOPS, BYTES_PER_KB));
        plots.put(
                "frr-bgpsec-validation.svg",
                plot(
                        "Validation of paths of 5 hops, ms of CPU time",
                        "paths",
                        Kind.VALIDATE_TOTAL,
                        CostWorkload.MAX_HOPS,
                        MICROS_PER_MILLI));
        return plots;
    }

    private String plot(String title, String x, Kind kind, int hops, double unit) {
        LineChart chart = new LineChart(title, x);
        for (String system : systems(kind)) {
            chart.line(
                    system,
                    costs.stream()
                            .filter(cost -> cost.system().equals(system) && cost.kind() == kind && cost.hops() == hops)
                            .map(cost -> LineChart.Point.of(cost.count(), cost.value() / unit))
                            .toList());
        }
        return chart.svg(640, 340);
    }

    private String keys() {
        double rtrlib = perKey(RTRLIB);
        double srx = perKey(SRX);
        double ours = perKey(PathproofCosts.SINGLE);
        return table(
                "bytes of a router key",
                List.of("published", "here"),
                List.of(
                        List.of("RTRlib", whole(RTRLIB_KEY), whole(rtrlib)),
                        List.of("RTRlib, beyond 115 bytes", whole(RTRLIB_KEY - LEAST_KEY), whole(rtrlib - LEAST_KEY)),
                        List.of("BGP-SRx", whole(SRX_KEY), whole(srx)),
                        List.of("BGP-SRx, beyond 115 bytes", whole(SRX_KEY - LEAST_KEY), whole(srx - LEAST_KEY)),
                        List.of("Pathproof", NONE, whole(ours)),
                        List.of("Pathproof, beyond 115 bytes", NONE, whole(ours - LEAST_KEY))));
    }

    private double perKey(String system) {
        return value(system, Kind.KEY_MEMORY, 0).orElse(Double.NaN) / CostWorkload.KEYS;
    }

    private String paths() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("minimum of RFC 8205", whole(RFC_PATH[0]), whole(RFC_PATH[1]), NONE, NONE));
        lines.add(ofPath("FRR; here: structures of RTRlib", FRR_PATH, RTRLIB));
        lines.add(ofPath("BGP-SRx; here: hash message", SRX_PATH, SRX));
        lines.add(ofPath("Pathproof: decoded path", null, PathproofCosts.SINGLE));
        double one = rows.getOrDefault(1, Double.NaN);
        double most = rows.getOrDefault(CostWorkload.MAX_HOPS, Double.NaN);
        lines.add(List.of(
                "Pathproof: row of a valid path in the validator",
                NONE,
                NONE,
                whole(one),
                tenth((most - one) / (CostWorkload.MAX_HOPS - 1))));
        return table(
                "bytes",
                List.of(
                        "published: path of one hop",
                        "published: further hop",
                        "here: path of one hop",
                        "here: further hop"),
                lines);
    }

    private List<String> ofPath(String name, int @org.jspecify.annotations.Nullable [] published, String system) {
        double one = perPath(system, Kind.PATH_MEMORY, 1);
        double most = perPath(system, Kind.PATH_MEMORY, CostWorkload.MAX_HOPS);
        return List.of(
                name,
                published == null ? NONE : whole(published[0]),
                published == null ? NONE : whole(published[1]),
                whole(one),
                whole((most - one) / (CostWorkload.MAX_HOPS - 1)));
    }

    private double perPath(String system, Kind kind, int hops) {
        return largest(system, kind, hops)
                .map(cost -> cost.value() / cost.count())
                .orElse(Double.NaN);
    }

    private String times() {
        List<String> systems = List.of(RTRLIB, SRX, PathproofCosts.SINGLE, PathproofCosts.BATCHED);
        List<List<String>> lines = new ArrayList<>();
        lines.add(timeLine("load a public key", whole(PUBLIC_KEY), systems, Kind.LOAD_PUBLIC_KEY, 0));
        lines.add(timeLine("load a private key", whole(PRIVATE_KEY), systems, Kind.LOAD_PRIVATE_KEY, 0));
        for (Kind kind : List.of(Kind.PARSE, Kind.VALIDATE, Kind.SIGN)) {
            for (int hops = 1; hops <= CostWorkload.MAX_HOPS; hops++) {
                String published = kind == Kind.SIGN && hops == 1
                        ? tenth(FRR_GENERATION * MICROS_PER_MILLI / GENERATED) + " / "
                                + tenth(SRX_GENERATION * MICROS_PER_MILLI / GENERATED)
                        : NONE;
                lines.add(timeLine(
                        kind.name().toLowerCase(Locale.ROOT) + ", " + hops + (hops == 1 ? " hop" : " hops"),
                        published,
                        systems,
                        kind,
                        hops));
            }
        }
        List<String> heads = new ArrayList<>(List.of("published: FRR / BGP-SRx"));
        heads.addAll(systems);
        return table("µs", heads, lines);
    }

    private List<String> timeLine(String name, String published, List<String> systems, Kind kind, int hops) {
        List<String> line = new ArrayList<>(List.of(name, published));
        systems.forEach(system -> {
            OptionalDouble value = value(system, kind, hops);
            line.add(value.isPresent() ? tenth(value.getAsDouble()) : NONE);
        });
        return line;
    }

    private String pathGrid(Kind kind, String unit, DoubleUnaryOperator to) {
        return grid(kind, unit, to, List.of(1, (1 + CostWorkload.MAX_HOPS) / 2, CostWorkload.MAX_HOPS));
    }

    /**
     * Returns a table with a line for each system and length, and a column for the smallest, the middle and the largest
     * number of keys or paths. The result file and the plots have all of them.
     */
    private String grid(Kind kind, String unit, DoubleUnaryOperator to, List<Integer> lengths) {
        List<Integer> all = costs.stream()
                .filter(cost -> cost.kind() == kind)
                .map(Cost::count)
                .distinct()
                .sorted()
                .toList();
        List<Integer> counts =
                all.size() < 3 ? all : List.of(all.getFirst(), all.get((all.size() - 1) / 2), all.getLast());
        List<List<String>> lines = new ArrayList<>();
        for (String system : systems(kind)) {
            for (int hops : lengths) {
                List<String> line = new ArrayList<>();
                line.add(hops == 0 ? system : system + ", " + hops + (hops == 1 ? " hop" : " hops"));
                for (int count : counts) {
                    line.add(costs.stream()
                            .filter(cost -> cost.system().equals(system)
                                    && cost.kind() == kind
                                    && cost.hops() == hops
                                    && cost.count() == count)
                            .findFirst()
                            .map(cost -> tenth(to.applyAsDouble(cost.value())))
                            .orElse(NONE));
                }
                lines.add(line);
            }
        }
        return table(
                unit,
                counts.stream()
                        .map(count -> String.format(Locale.ROOT, "%,d", count))
                        .toList(),
                lines);
    }

    private List<String> systems(Kind kind) {
        return costs.stream()
                .filter(cost -> cost.kind() == kind)
                .map(Cost::system)
                .distinct()
                .toList();
    }

    private java.util.Optional<Cost> largest(String system, Kind kind, int hops) {
        return costs.stream()
                .filter(cost -> cost.system().equals(system) && cost.kind() == kind && cost.hops() == hops)
                .max(java.util.Comparator.comparingInt(Cost::count));
    }

    private OptionalDouble value(String system, Kind kind, int hops) {
        return largest(system, kind, hops).stream().mapToDouble(Cost::value).findFirst();
    }

    private static String table(String corner, List<String> heads, List<List<String>> lines) {
        StringBuilder text = new StringBuilder("| " + corner + " | " + String.join(" | ", heads) + " |\n|---");
        text.append("|--:".repeat(heads.size())).append("|\n");
        lines.forEach(line -> text.append("| ").append(String.join(" | ", line)).append(" |\n"));
        return text.toString();
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String tenth(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%,.1f", value);
    }
}
