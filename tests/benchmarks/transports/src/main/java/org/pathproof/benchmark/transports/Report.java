// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.pipeline.report.Machine;
import org.pathproof.harness.MarkdownText;
import tools.jackson.databind.json.JsonMapper;

/** The page of results, {@code transports.md}, with its data and a plot. */
record Report(Machine machine, Sizes sizes, List<TransportResult> results) {
    /** Medians of Wirtgen et al., "The Multiple Benefits of a Secure Transport for BGP", section 3.3. */
    private static final Map<String, Double> PAPER = Map.of("tcp", 151.6, "tls", 151.9, "quic", 153.8);

    private static final int BAR = 18;
    private static final int LEFT = 110;
    private static final int WIDTH = 480;
    private static final double ALL_HOLDS_MS = 150;

    /** Returns the results as a table in Markdown. */
    static String table(List<TransportResult> results) {
        StringBuilder text = new StringBuilder("""
                | transport | line, median | line, 99 % | paper, median | to the verdict, median | 99 % | table | CPU per update | survives resets | survives injection |
                |---|---|---|---|---|---|---|---|---|---|
                """);
        for (TransportResult each : results) {
            text.append(each.unavailable() == null ? row(each) : "| " + each.transport() + " | not available |\n");
        }
        return text.toString();
    }

    private static String row(TransportResult each) {
        Double paper = PAPER.get(each.transport());
        return String.format(
                Locale.ROOT,
                "| %s | %.1f ms | %.1f ms | %s | %.1f ms | %.1f ms | %.1f s | %.2f µs | %s | %s |%n",
                each.transport(),
                each.p50Ms(),
                each.p99Ms(),
                paper == null ? "" : paper + " ms",
                each.verdictP50Ms(),
                each.verdictP99Ms(),
                each.tableS(),
                each.cpuUsPerUpdate(),
                word(each.survivesRst()),
                word(each.survivesInjection()));
    }

    private static String word(@Nullable Boolean survives) {
        return Boolean.TRUE.equals(survives) ? "yes" : "no";
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("transports.md"), page());
        Files.writeString(folder.resolve("transports.svg"), plot());
        Files.writeString(
                folder.resolve("transports.json"),
                JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }

    private String page() {
        StringBuilder missing = new StringBuilder();
        for (TransportResult each : results) {
            if (each.unavailable() != null) {
                missing.append(MarkdownText.wrap(
                                "- " + each.transport() + " was not measured: " + each.unavailable() + "."))
                        .append('\n');
            }
        }
        return """
                # Transports of BMP

                For operators who select a transport: its latency, its cost, and the attacks that it survives.

                %s
                ![time through the line](transports.svg)

                | figure | measurement |
                |---|---|
                | line | %,d routes, one every 50 ms, through ten relays that hold bytes back for 15 ms each: 150 ms without any cost. From the due time at the router to the receipt by the collector |
                | paper | Wirtgen et al., *The Multiple Benefits of a Secure Transport for BGP* (2024), section 3.3: BIRD, ten routers, links of 15 ms, another machine |
                | to the verdict | the same routes, until a reader of `pathproof.verdicts` has the verdict |
                | table | %,d signed routes through one relay, from the first byte to the last verdict, with one validator |
                | CPU per update | both ends of the transport with their relays, kernel included, for the same bytes. The row of TCP is the cost of the relays |
                | survives resets | five TCP resets with the exact sequence number, or five forged Initial packets of QUIC |
                | survives injection | five segments with the next sequence number, or five changed copies of an observed QUIC packet. "no" if the bytes reach the receiver or the session ends |

                The attacker reads all packets of the session. The forged packets have the TTL 64, as from some hops away.

                The relays run in one JVM, which also reads the verdicts. The collector has one listener for all kinds of
                TCP. With GTSM and TCP-AO, and with TCP-MD5 below TLS, the last hop to the collector is without them.

                %s
                %s

                    ./pathproof bench transports --updates %d --routes %d

                [transports.json](transports.json) has all figures.
                """.formatted(
                        table(results),
                        sizes.updates(),
                        sizes.routes(),
                        missing,
                        MarkdownText.wrap("Machine: " + machine.processor() + ", " + machine.processors()
                                + " processors, " + machine.system() + ", " + machine.java() + ", Kafka "
                                + machine.kafka() + ", " + machine.when() + ". Load before the run: "
                                + machine.load().split(" ", 2)[0] + "."),
                        sizes.updates(),
                        sizes.routes());
    }

    /** Returns bars of the median time above 150 ms, ours above those of the paper. */
    private String plot() {
        List<TransportResult> measured =
                results.stream().filter(each -> each.p50Ms() != null).toList();
        double most = measured.stream()
                .mapToDouble(each -> Math.max(own(each), paper(each)))
                .max()
                .orElse(1);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<text x=\"4\" y=\"14\">median time above the 150 ms of the line, in ms:"
                        + " Pathproof (blue), paper (grey)</text>%n",
                LEFT + WIDTH + 90,
                30 + measured.size() * 3 * BAR));
        int y = 26;
        for (TransportResult each : measured) {
            svg.append(String.format(Locale.ROOT, "<text x=\"4\" y=\"%d\">%s</text>%n", y + 13, each.transport()));
            svg.append(bar(y, own(each), most, "#3b6ea5"));
            if (PAPER.containsKey(each.transport())) {
                svg.append(bar(y + BAR, paper(each), most, "#999999"));
            }
            y += 3 * BAR;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String bar(int y, double value, double most, String colour) {
        double width = Math.max(1, value / most * WIDTH);
        return String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%d\" fill=\"%s\"/><text x=\"%.0f\" y=\"%d\">%.1f</text>%n",
                LEFT,
                y,
                width,
                BAR - 2,
                colour,
                LEFT + width + 6,
                y + 13,
                value);
    }

    private static double own(TransportResult each) {
        return each.p50Ms() == null ? 0 : each.p50Ms() - ALL_HOLDS_MS;
    }

    private static double paper(TransportResult each) {
        return PAPER.getOrDefault(each.transport(), ALL_HOLDS_MS) - ALL_HOLDS_MS;
    }
}
