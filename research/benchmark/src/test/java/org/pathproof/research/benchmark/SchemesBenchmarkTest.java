// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.Schemes;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the parts of the benchmark, and one short measurement of each scheme. */
final class SchemesBenchmarkTest {
    /** Number of prefixes. The number is small, because SPV generates the keys of all epochs for each prefix. */
    private static final int PREFIXES = 4;

    private static final Measurement SHORT = new Measurement(Duration.ofMillis(20), Duration.ofMillis(20), 16);

    @Test
    void arrivalsHaveTheStatisticsOfTable4() {
        for (Arrivals arrivals : List.of(Arrivals.NORMAL, Arrivals.PATHOLOGICAL)) {
            double[] times = arrivals.times();
            assertThat(times).hasSize(arrivals.messages()).isSorted();
            assertThat(times[times.length - 1]).isLessThan(arrivals.duration());
            int[] seconds = new int[arrivals.duration()];
            Arrays.stream(times).forEach(time -> seconds[(int) time]++);
            assertThat(IntStream.of(seconds).max()).hasValue(arrivals.largest());
            assertThat(arrivals.times()).isEqualTo(times);
        }
    }

    @Test
    void delaysAreWaitingAndProcessing() {
        double[] arrivals = {0, 0, 0, 100};
        Delays delays = Delays.replay(arrivals, _ -> spin(Duration.ofMillis(10)), Duration.ofSeconds(60));
        assertThat(delays.processed()).isEqualTo(4);
        // The third message waits for two others: three times 10 ms. The average is (1 + 2 + 3 + 1) / 4 times 10 ms.
        assertThat(delays.max()).isGreaterThanOrEqualTo(0.03);
        assertThat(delays.average()).isGreaterThanOrEqualTo(0.0175).isLessThan(delays.max());
    }

    @Test
    void aReplayBeyondItsLimitDrawsFromMeasuredTimes() {
        Delays delays = Delays.replay(new double[1000], _ -> spin(Duration.ofMillis(1)), Duration.ofMillis(5));
        assertThat(delays.processed()).isBetween(1, 999);
        assertThat(delays.max()).isGreaterThanOrEqualTo(1.0);
    }

    private static void spin(Duration time) {
        long end = CpuClock.nanos() + time.toNanos();
        while (CpuClock.nanos() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void ratesOfOpenSslAreReadFromBothForms() {
        String output = """
                                  sign    verify    sign/s verify/s
                dsa  1024 bits 0.000112s 0.000101s   8896.0   9892.0
                                   sign    verify    encrypt   decrypt   sign/s verify/s  encr./s  decr./s
                rsa  1024 bits 0.000072s 0.000004s 0.000005s 0.000085s  13888.9 250000.0 200000.0  11764.7
                 256 bits ecdsa (nistp256)   0.0000s   0.0001s  43000.0  14000.0
                """;
        assertThat(OpenSslRates.parse(output))
                .containsExactly(
                        new OpenSslRates.Rate("dsa 1024 bits", 8896, 9892),
                        new OpenSslRates.Rate("rsa 1024 bits", 13_888.9, 250_000),
                        new OpenSslRates.Rate("256 bits ecdsa (nistp256)", 43_000, 14_000));
    }

    @Test
    void partsOfAPageAreReplaced(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- begin a -->\nold\n<!-- end a -->\nafter\n");
        Pages.write(page, Map.of("a", "new\n"));
        Pages.write(page, Map.of("a", "newer\n"));
        assertThat(Files.readString(page)).isEqualTo("before\n<!-- begin a -->\n\nnewer\n\n<!-- end a -->\nafter\n");
        assertThatThrownBy(() -> Pages.write(page, Map.of("b", "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("\"b\"");
    }

    /** The simulations have fixed seeds. */
    @Test
    void thePageAboutForgeriesIsThatOfTheProgram() {
        assertThat(Path.of("../comparisons").resolve(ForgeryPage.FILE))
                .as("update it with: ./pathproof bench schemes --page forgery")
                .content()
                .isEqualTo(ForgeryPage.text());
    }

    @Test
    void repeatedRoutesOfARecordingAreFoundWithinTheDepth(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("updates.mrt");
        byte[] first = update(1);
        byte[] second = update(2);
        Files.write(file, concat(first, first, second, first));
        List<CachedUpdates.Counter> counters = CachedUpdates.read(file).counters();
        assertThat(counters).extracting(CachedUpdates.Counter::announcements).containsOnly(4L);
        assertThat(counters)
                .extracting(CachedUpdates.Counter::repeatedDestinations)
                .containsOnly(3L);
        assertThat(counters).extracting(CachedUpdates.Counter::cached).containsExactly(0L, 1L, 2L, 2L, 2L);
        assertThat(counters).extracting(CachedUpdates.Counter::attestations).containsExactly(8L, 6L, 4L, 4L, 4L);
        Files.write(file, new byte[0]);
        assertThatThrownBy(() -> CachedUpdates.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no announcement");
    }

    /** Returns a BGP4MP_MESSAGE_AS4 with 192.0.2.0/24 over two ASes, the second one with this number. */
    private static byte[] update(int origin) {
        Bytes attributes =
                Bytes.fromHex("40 01 01 00" + "40 02 0a 02 02 0000fde8 0000000" + origin + "40 03 04 c0000201");
        ByteWriter bgp = new ByteWriter();
        for (int i = 0; i < 16; i++) {
            bgp.u8(0xff);
        }
        bgp.u16(19 + 2 + 2 + attributes.length() + 4).u8(2).u16(0).u16(attributes.length());
        bgp.bytes(attributes).u8(24).bytes(Bytes.fromHex("c00002"));
        Bytes message = bgp.toBytes();
        return new ByteWriter()
                .u32(1_470_931_200)
                .u16(16)
                .u16(4)
                .u32(20 + message.length())
                .u32(65_000)
                .u32(64_999)
                .u16(0)
                .u16(1)
                .bytes(Bytes.fromHex("c0000201 c0000202"))
                .bytes(message)
                .toArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteWriter all = new ByteWriter();
        Arrays.stream(parts).forEach(all::bytes);
        return all.toArray();
    }

    @Test
    void everySchemeHasEveryFieldAndAllTables() {
        List<DetailedResult> results = Schemes.all().stream()
                .flatMap(scheme -> scheme.parameterSets().stream()
                        .map(parameters -> SHORT.detailed(new Workload(scheme, parameters, PREFIXES))))
                .toList();
        assertThat(results.stream().map(result -> result.basic().scheme()).distinct())
                .containsExactlyElementsOf(
                        Schemes.all().stream().map(PathSecurityScheme::name).toList());
        for (DetailedResult result : results) {
            JsonNode json = new JsonMapper().valueToTree(result.basic());
            assertThat(Stream.of(
                            "sign_us",
                            "verify_us",
                            "bytes_hop",
                            "bytes_path_4",
                            "messages_per_s",
                            "delay_avg_s",
                            "delay_max_s"))
                    .as(result.label())
                    .allSatisfy(field -> assertThat(json.get(field).asDouble()).isPositive());
            assertThat(result.signatureBytes(4)).isCloseTo(result.signatureBytes4(), within(1e-9));
        }
        Map<String, String> parts = new KeychainTables(results).parts();
        assertThat(parts)
                .hasSize(5)
                .allSatisfy((_, table) -> assertThat(table.lines())
                        .hasSize(2 + results.size())
                        .allSatisfy(line -> assertThat(
                                        line.chars().filter(c -> c == '|').count())
                                .isEqualTo(table.lines()
                                        .findFirst()
                                        .orElseThrow()
                                        .chars()
                                        .filter(c -> c == '|')
                                        .count())));
        assertThat(SbgpTables.measure(results).parts()).containsOnlyKeys("objects", "storage", "flaps", "cpu");
    }
}
