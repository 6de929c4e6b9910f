// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.benchmark.kit.Machine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the page of results, its data, and the join of the runs of several machines. */
class ReportTest {
    private static final TransportResult TLS = new TransportResult(
            "tls",
            null,
            3000,
            152.2,
            169.7,
            new TransportResult.Spread(151, 151.5, 153, 160, 200),
            156.7,
            181.9,
            1_200_000,
            61.25,
            3.1,
            false,
            false);

    @TempDir
    Path folder;

    @Test
    void anObjectHasTheNamesOfTheFigures() {
        JsonNode object = JsonMapper.shared().valueToTree(TLS);
        assertThat(object.propertyNames())
                .contains("transport", "p50_ms", "p99_ms", "table_s", "cpu_us_per_update", "survives_rst")
                .doesNotContain("unavailable");
        assertThat(object.get("table_s").asDouble()).isEqualTo(61.25);
        assertThat(JsonMapper.shared()
                        .valueToTree(TransportResult.unavailable(Kind.TCP_AO, "no option"))
                        .toString())
                .isEqualTo("{\"transport\":\"tcp-ao\",\"unavailable\":\"no option\"}");
    }

    @Test
    void thePageHasThePaperBesideEachFigure() {
        String page = new Report(List.of(run("0.10 0.1 0.1", TLS)))
                .page(Optional.of(new FeedTimes("gobgp 41 ms (worst 122 ms)")));
        assertThat(page)
                .contains("| tls | 152.2 ms | 151.9 ms | 169.7 ms | 156.7 ms | 181.9 ms | 61.3 s | 3.10 µs | no | no |")
                .contains(
                        "| tls | router: expired | refused by the collector | 12 ms | 30010 ms | `router refused: a \\| b` |")
                .contains("| paper, secure remote blackholing | 0.39 s (0.39 to 0.42 s) |")
                .contains("| Pathproof | gobgp 41 ms (worst 122 ms) |")
                .contains("P-256: 20,000/s")
                .contains("--updates 3000 --routes 1200000")
                .doesNotContain("Provisional");
    }

    @Test
    void thePageReportsALoadBeforeTheRun() {
        assertThat(new Report(List.of(run("2.50 1 1", TLS))).page(Optional.empty()))
                .contains("**Provisional: other programs used the machine.**")
                .contains("Load before the run: 2.50");
    }

    @Test
    void joinsRunsOfSeveralMachines() throws IOException {
        Path host = folder.resolve("host");
        Path guest = folder.resolve("guest");
        new Report(List.of(run("0.1", TLS, TransportResult.unavailable(Kind.TCP_AO, "no option"))))
                .write(host, Optional.empty());
        TransportResult ao = new TransportResult(
                "tcp-ao", null, 3000, 152.4, 153.0, TLS.spread(), 156.0, 160.0, 1_200_000, 70.0, 4.0, true, true);
        new Report(List.of(run("0.2", ao))).write(guest, Optional.empty());

        Report joined = Report.read(List.of(host.resolve("transports.json"), guest.resolve("transports.json")));
        joined.write(folder, Optional.empty());
        assertThat(joined.runs()).hasSize(2);
        assertThat(Files.readString(folder.resolve("transports.md")))
                .contains("- tcp-ao was not measured: no option.")
                .contains("## Machine 2")
                .contains("| tcp-ao | 152.4 ms | 152.0 ms (sum) |");
        assertThat(Files.readString(folder.resolve("transports.svg"))).contains("tcp-ao, machine 2");
        assertThat(Files.readString(folder.resolve("transports-cpu.svg"))).contains(">4.0<");
        assertThat(Files.readString(folder.resolve("transports-table.svg"))).contains(">70.0<");
    }

    @Test
    void namesAFileWithOtherContent() throws IOException {
        Path other = Files.writeString(folder.resolve("other.json"), "{\"results\":[]}");
        assertThatThrownBy(() -> Report.read(List.of(other)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("other.json has no field 'runs'");
        Path broken = Files.writeString(folder.resolve("broken.json"), "{");
        assertThatThrownBy(() -> Report.read(List.of(broken)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken.json has no results of bench transports");
    }

    private static Run run(String load, TransportResult... results) {
        return new Run(
                new Machine("CPU", 2, null, "Linux 6", "VM 25", "4.2", load, Instant.parse("2026-01-01T00:00:00Z")),
                new Sizes(50_000, 3000, 1_200_000),
                "20,000/s by OpenSSL 3",
                List.of(results),
                List.of(new CertificateResult(
                        "tls",
                        "router: expired",
                        "refused by the collector",
                        12.4,
                        30_010.0,
                        "router refused: a | b")));
    }
}
