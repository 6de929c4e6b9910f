// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.p256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.benchmark.kit.Machine;

class FiguresTest {
    @Test
    void aSpreadHasQuartiles() {
        assertThat(Spread.of(List.of(5.0, 1.0, 2.0, 4.0, 3.0))).isEqualTo(new Spread(3, 2, 4, 1, 5, 5));
        assertThat(Spread.of(List.of(1.0, 2.0)).median()).isEqualTo(1.5);
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
    }

    @Test
    void theRateIsPerSecondOfCpuTimeTimesThreads() {
        Sample sample = new Sample(1000, 2, 1_000_000_000L, 2_000_000_000L);
        assertThat(sample.rate()).isEqualTo(2000);
        assertThat(sample.wallRate()).isEqualTo(500);
    }

    @Test
    void listsOfProcessorsAreRead() {
        assertThat(Processors.list("0-2,5,7-7")).containsExactly(0, 1, 2, 5, 7);
    }

    @Test
    void aReportIsReadBackAsItWasWritten() {
        Report report = report();
        assertThat(Report.MAPPER.readValue(Report.MAPPER.writeValueAsString(report), Report.class))
                .isEqualTo(report);
    }

    @Test
    void aReportHasTablesAndAPlot() {
        String text = new MarkdownReport(report()).text();
        assertThat(text)
                .contains("| **ifma** | 400,000 (390,000–410,000) | 30.0 | – | – |")
                .contains("| 1,000 | ifma | 100 | 200 | 262,144 | 262,444 |")
                .contains("| remark | 100% of the keys |");
        assertThat(new Plot(report()).svg())
                .startsWith("<svg")
                .contains("400,000  × 30.0")
                .endsWith("</svg>\n");
    }

    @Test
    void paragraphsOfAReportHaveAtMost120Characters() {
        assertThat(new MarkdownReport(report()).text().lines().filter(line -> !line.startsWith("|")))
                .anyMatch(line -> line.endsWith("in both columns."))
                .allMatch(line -> line.length() <= 120);
    }

    private static Report report() {
        Spread rate = new Spread(400_000, 390_000, 410_000, 380_000, 420_000, 5);
        GroupResult.Figures figures = new GroupResult.Figures(
                "ifma",
                "Pathproof",
                true,
                true,
                true,
                Job.VERIFY,
                512,
                1,
                rate,
                rate,
                new Spread(30, 29, 31, 28, 32, 5));
        GroupResult group = new GroupResult(
                1000,
                17_000,
                "1 1 1",
                rate,
                List.of(figures),
                List.of(new GroupResult.Memory("ifma", 100, 262_144, 200)),
                List.of("100% of the keys"));
        Machine machine = new Machine("A Processor", 2, List.of("adx"), "Linux", "A JVM", null, "1 1 1", Instant.EPOCH);
        return new Report(Instant.EPOCH, 60, machine, List.of(group), List.of());
    }

    @Test
    void reportsAnUnknownOptionInOneLine() {
        StringWriter err = new StringWriter();
        assertThat(new P256Command()
                        .commandLine()
                        .setErr(new PrintWriter(err, true))
                        .execute("--quick", "--fast"))
                .isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("pathproof bench p256: Unknown option: '--fast' (see --help)");
        assertThat(new P256Command()
                        .commandLine()
                        .setErr(new PrintWriter(err, true))
                        .execute("--keys", "51"))
                .isEqualTo(2);
    }
}
