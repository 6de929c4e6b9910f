// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.operations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.pathproof.benchmark.kit.MarkdownText;
import org.pathproof.benchmark.kit.plot.LineChart;
import org.pathproof.research.benchmark.operations.RawOperations.Curve;
import org.pathproof.research.benchmark.operations.RawOperations.Operation;

/**
 * The tables of "High Performance BGP Security" (NANOG 69).
 *
 * @param rates rates of single operations
 * @param openSsl signatures and verifications a second of OpenSSL with a hash, by parameter set
 * @param cores rates of paths with 4 hops, in batches
 * @param pipeline results of session resets
 */
public record OperationTables(
        List<RawOperations.Rate> rates, Map<String, OpenSslRate> openSsl, List<Cores> cores, PipelineResults pipeline) {
    /** File of the plot of {@link #cores}. */
    public static final String CORES_PLOT = "fast-bgpsec-cores.svg";

    private static final String NONE = "–";
    /** Longest path of the sessions. */
    private static final int MAX_LENGTH = 9;

    /** Rates of OpenSSL for one curve. */
    public record OpenSslRate(double sign, double verify) {}

    /** Rows of the slide "taraEcCRYPT Performance", for P-256 and P-384. */
    private enum Published {
        SIGN_HASH("sign, with the hash given", Operation.SIGN_HASH, 46_191.83, 19_433.85),
        SIGN_MESSAGE("sign, with the hash", Operation.SIGN_MESSAGE, 40_076.27, 18_163.09),
        SIGN_PREPARED("sign, with the hash and a prepared random number", null, 48_257.51, 21_287.04),
        VERIFY_HASH("verify, with the hash given", Operation.VERIFY_HASH, 32_895.25, 10_954.57),
        VERIFY_MESSAGE("verify, with the hash", Operation.VERIFY_MESSAGE, 29_521.49, 10_706.65);

        private final String words;
        private final @org.jspecify.annotations.Nullable Operation operation;
        private final double p256;
        private final double p384;

        Published(String words, @org.jspecify.annotations.Nullable Operation operation, double p256, double p384) {
            this.words = words;
            this.operation = operation;
            this.p256 = p256;
            this.p384 = p384;
        }
    }

    /** Slides "CPU Time on R if Session to A is Reset" and "… to C …". */
    private static final List<Session> SESSIONS = List.of(
            new Session(
                    "e",
                    "A",
                    3.11,
                    List.of(1353, 21_586, 6820, 1627, 942, 45, 14, 6),
                    List.of(0.0549, 1.7515, 0.8301, 0.2640, 0.1911, 0.0110, 0.0040, 0.0019)),
            new Session(
                    "reset-c",
                    "C",
                    3.06,
                    List.of(620, 16_028, 9434, 2922, 435, 46, 15, 27, 1),
                    List.of(0.0252, 1.3005, 1.1482, 0.4742, 0.0882, 0.0112, 0.0043, 0.0088, 0.0004)));

    /**
     * A session whose reset is published.
     *
     * @param scenario name in the pipeline
     * @param seconds total CPU time
     * @param routes number of routes by length of the path, from 1
     * @param secondsByLength CPU time of these routes
     */
    record Session(String scenario, String name, double seconds, List<Integer> routes, List<Double> secondsByLength) {}

    /** Returns the published sessions. */
    static List<Session> sessions() {
        return SESSIONS;
    }

    /** Returns the generated parts of the page by name. */
    public Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("operations", operations());
        parts.put("cores", coresTable());
        parts.put("resets", resets());
        parts.put("histograms", histograms());
        return parts;
    }

    private String operations() {
        StringBuilder text = new StringBuilder("""
                | operations/s | published | JDK | Pathproof, one at a time | Pathproof, 512 at a time | OpenSSL |
                |---|--:|--:|--:|--:|--:|
                """);
        for (Curve curve : Curve.values()) {
            for (Published row : Published.values()) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s: %s | %,.0f | %s | %s | %s | %s |%n",
                        curve.parameters,
                        row.words,
                        curve == Curve.P256 ? row.p256 : row.p384,
                        rate(curve, row, RawOperations.JDK),
                        rate(curve, row, RawOperations.ONE),
                        rate(curve, row, RawOperations.BATCHED),
                        openSsl(curve, row)));
            }
        }
        return text.toString();
    }

    private String rate(Curve curve, Published row, String by) {
        return number(rates.stream()
                .filter(rate -> rate.curve() == curve
                        && rate.operation() == row.operation
                        && rate.by().equals(by))
                .mapToDouble(RawOperations.Rate::perSecond)
                .findFirst());
    }

    private String openSsl(Curve curve, Published row) {
        OpenSslRate rate = openSsl.get(curve.parameters);
        if (rate == null) {
            return NONE;
        }
        return switch (row) {
            case SIGN_HASH -> number(OptionalDouble.of(rate.sign()));
            case VERIFY_HASH -> number(OptionalDouble.of(rate.verify()));
            default -> NONE;
        };
    }

    private String coresTable() {
        StringBuilder text = new StringBuilder("| threads | paths/s | times one thread |\n|--:|--:|--:|\n");
        for (Cores point : cores) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %d | %,.0f | %.2f |%n",
                    point.threads(),
                    point.perSecond(),
                    point.perSecond() / cores.getFirst().perSecond()));
        }
        return text.toString();
    }

    /** Returns the plot of the cores. */
    public String coresPlot() {
        LineChart chart = new LineChart("Validated paths of 4 hops a second, in batches of 512", "threads");
        chart.line(
                "measured",
                cores.stream()
                        .map(point -> LineChart.Point.of(point.threads(), point.perSecond()))
                        .toList());
        chart.line(
                "linear scaling",
                cores.stream()
                        .map(point -> LineChart.Point.of(
                                point.threads(),
                                point.threads() * cores.getFirst().perSecond()))
                        .toList());
        return chart.svg(640, 340);
    }

    private String resets() {
        StringBuilder text = new StringBuilder();
        if (!pipeline.machine().isEmpty()) {
            text.append(MarkdownText.wrap("Measured with `./pathproof bench pipeline`: " + pipeline.machine() + "."))
                    .append("\n\n");
        }
        text.append("| seconds | published: CPU time of one core | here: first table, all signatures new |"
                + " here: median reset | fastest | slowest |\n|---|--:|--:|--:|--:|--:|\n");
        for (Session session : SESSIONS) {
            text.append(String.format(
                    Locale.ROOT,
                    "| session to %s | %.2f | %s | %s | %s | %s |%n",
                    session.name,
                    session.seconds,
                    seconds(session, "first table, all signatures new"),
                    seconds(session, "from Peer Down to the last verdict of the new table"),
                    seconds(session, "fastest reset"),
                    seconds(session, "slowest reset")));
        }
        text.append("\n| | signatures verified for the first table | for the median reset |"
                + " CPU of all processes at the median reset, µs a route |\n|---|--:|--:|--:|\n");
        for (Session session : SESSIONS) {
            text.append(String.format(
                    Locale.ROOT,
                    "| session to %s | %s | %s | %s |%n",
                    session.name,
                    number(pipeline.figure(session.scenario, "first table, signatures verified")),
                    number(pipeline.figure(session.scenario, "signatures verified")),
                    number(pipeline.figure(session.scenario, "CPU"))));
        }
        return text.toString();
    }

    /** Returns the published routes and CPU times by length. */
    private static String histograms() {
        StringBuilder text = new StringBuilder("| length of the path");
        for (Session session : SESSIONS) {
            text.append(" | ")
                    .append(session.name)
                    .append(": routes | ")
                    .append(session.name)
                    .append(": published s");
        }
        text.append(" |\n|--:").append("|--:|--:".repeat(SESSIONS.size())).append("|\n");
        for (int length = 1; length <= MAX_LENGTH; length++) {
            text.append("| ").append(length);
            for (Session session : SESSIONS) {
                boolean present = length <= session.routes.size();
                text.append(" | ")
                        .append(present ? number(OptionalDouble.of(session.routes.get(length - 1))) : NONE)
                        .append(" | ")
                        .append(
                                present
                                        ? String.format(Locale.ROOT, "%.4f", session.secondsByLength.get(length - 1))
                                        : NONE);
            }
            text.append(" |\n");
        }
        return text.toString();
    }

    private String seconds(Session session, String figure) {
        OptionalDouble value = pipeline.figure(session.scenario, figure);
        return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : NONE;
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? String.format(Locale.ROOT, "%,.0f", value.getAsDouble()) : NONE;
    }
}
