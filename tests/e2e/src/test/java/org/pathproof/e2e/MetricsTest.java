// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.routers.LabPeer;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;

/**
 * Tests the metrics of all four services: each metric has a help text, states have the same names as in REST, and a
 * router or a client cannot raise the number of series without bound.
 */
final class MetricsTest {
    private static final Duration VERDICT_TIMEOUT = Duration.ofMinutes(3);
    private static final Pattern SAMPLE =
            Pattern.compile("(?m)^(?<name>pathproof_\\w+?)(?:_bucket|_count|_sum|_max)?[{ ]");
    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (?<name>\\w+) (?<text>.*)$");
    private static final Pattern STATE = Pattern.compile("state=\"(?<state>[^\"]*)\"");
    private static final Pattern LABELLED = Pattern.compile("(?m)^(?<name>\\w+)\\{(?<labels>[^}]*)}");
    private static final Pattern FOLDED =
            Pattern.compile("(?m)^pathproof_store_series_folded\\{type=\"(?<type>\\w+)\"} (?<count>[0-9.E]+)$");
    /** Maximum number of sessions, ASes and routers with series of their own. */
    private static final int MAX_SERIES = 10;
    /** Has a bound of its own: 20,000 statistics of peers (CollectorMetricsTest). */
    private static final String STATISTICS = "pathproof_bmp_statistic";

    private static final int PEERS = 60;
    private static final long FIRST_AS = 4_200_000_000L;
    private static final int FIRST_ADDRESS = 0x0a000001; // 10.0.0.1
    private static final int FIRST_PREFIX = 0xc6120000; // 198.18.0.0

    @TempDir
    Path folder;

    @Test
    void everyMetricHasHelpAndStatesHaveTheNamesOfRest() throws Exception {
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port())) {
            lab.start(collector(pathproof));
            // Routes by peer and by AS are counted at different times.
            await("invalid routes in the metrics")
                    .atMost(VERDICT_TIMEOUT)
                    .untilAsserted(
                            () -> assertThat(metrics(pathproof))
                                    .contains("pathproof_store_invalid_routes{peer=\"192")
                                    .containsPattern("pathproof_store_offender_routes\\{asn=\"\\d+\"\\} [1-9]")
                                    .containsPattern(
                                            "pathproof_store_origin_invalid_routes\\{peer=\"[0-9.]+\",router=\"[^\"]+\"\\} [1-9]"));
            String metrics = metrics(pathproof);

            Map<String, String> help = new TreeMap<>();
            for (Matcher line = HELP.matcher(metrics); line.find(); ) {
                help.put(line.group("name"), line.group("text"));
            }
            Set<String> names = new TreeSet<>();
            for (Matcher line = SAMPLE.matcher(metrics); line.find(); ) {
                names.add(line.group("name"));
            }
            assertThat(names)
                    .hasSizeGreaterThan(50)
                    .allSatisfy(name -> assertThat(help.getOrDefault(name, help.getOrDefault(name + "_total", "")))
                            .as("HELP of %s", name)
                            .isNotBlank());

            // The states of incidents are other ones, in lower case as in REST.
            String states = metrics.replaceAll("(?m)^(?!pathproof_).*$|^pathproof_incidents.*$", "");
            for (Matcher state = STATE.matcher(states); state.find(); ) {
                assertThat(state.group("state")).matches("[A-Z_]+");
            }
        }
    }

    @Test
    void aRouterWithManyPeersAndAsesAndAClientWithManyPathsAddNoSeriesBeyondTheBounds() throws Exception {
        Path config = Files.writeString(
                folder.resolve("bounds.yaml"), "pathproof.policy-api.metric-series: " + MAX_SERIES + "\n");
        try (Lab lab = Lab.build(LabSettings.demo().withRoutes(List.of()));
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(
                        folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", config.toString());
                SimulatedRouter router = new SimulatedRouter(
                        "flood",
                        Bytes.fromHex("c0000201"),
                        LabSettings.LOCAL_AS,
                        SimulatedRouter.Reporting.MONITORING,
                        Clock.systemUTC())) {
            router.start(collector(pathproof));
            flood(router, 0);
            awaitFolded(pathproof, PEERS - MAX_SERIES);
            askForUnknownPaths(pathproof, 0);
            Set<String> before = shapes(metrics(pathproof));

            flood(router, PEERS);
            awaitFolded(pathproof, 2 * PEERS - MAX_SERIES);
            askForUnknownPaths(pathproof, PEERS);
            String metrics = metrics(pathproof);
            assertThat(shapes(metrics)).isEqualTo(before).hasSizeGreaterThan(100);
            assertBounded(metrics);
        }
    }

    /** Adds peers that each send a path signed with keys outside of the RPKI, by an AS of its own. */
    private static void flood(SimulatedRouter router, int from) {
        LabKeys unknown = new LabKeys("outside of the RPKI");
        for (int i = from; i < from + PEERS; i++) {
            long asn = FIRST_AS + i;
            Prefix prefix = Prefix.ipv4(FIRST_PREFIX + (i << 8), 24);
            LabPeer peer =
                    LabPeer.signing(asn, new ByteWriter().u32(FIRST_ADDRESS + i).toBytes());
            router.add(peer);
            router.announce(
                    peer,
                    LabUpdates.signed(
                            Nlri.of(prefix),
                            new PathSigner()
                                    .sign(
                                            prefix,
                                            PathSigner.Signer.of(List.of(Hop.of(asn)), unknown),
                                            LabSettings.LOCAL_AS)));
        }
    }

    /** Waits until so many peers, and as many ASes, are summed under {@code other}. */
    private static void awaitFolded(RunningPathproof pathproof, int count) {
        await("folded series").atMost(VERDICT_TIMEOUT).untilAsserted(() -> {
            Map<String, Double> folded = FOLDED.matcher(metrics(pathproof))
                    .results()
                    .collect(Collectors.toMap(line -> line.group("type"), line -> Double.valueOf(line.group("count"))));
            assertThat(folded).containsEntry("peer", (double) count).containsEntry("asn", (double) count);
        });
    }

    private static void askForUnknownPaths(RunningPathproof pathproof, int from) {
        for (int i = from; i < from + PEERS; i++) {
            assertThat(pathproof.get("/unknown-" + i, "*/*").statusCode()).isEqualTo(404);
            assertThat(pathproof
                            .get("/api/v1/routes?limit=1&prefix=198.51.100." + i + "/32", "*/*")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    /** Returns the series of Pathproof and of HTTP requests, with a number in place of each address and each AS. */
    private static Set<String> shapes(String metrics) {
        Set<String> shapes = new TreeSet<>();
        Map<String, Integer> series = new TreeMap<>();
        for (Matcher line = LABELLED.matcher(metrics); line.find(); ) {
            String name = line.group("name");
            if (name.matches("(pathproof|http_server)_\\w+") && !name.equals(STATISTICS)) {
                String labels = line.group("labels").replaceAll("(peer|asn)=\"[0-9.]+\"", "$1=\"\"");
                String shape = name + "{" + labels + "}";
                shapes.add(shape + " " + series.merge(shape, 1, Integer::sum));
            }
        }
        return shapes;
    }

    private static void assertBounded(String metrics) {
        Map<String, Integer> series = new TreeMap<>();
        for (Matcher line = LABELLED.matcher(metrics); line.find(); ) {
            if (line.group("labels").matches(".*\\b(peer|asn)=.*")
                    && !line.group("name").equals(STATISTICS)) {
                series.merge(line.group("name"), 1, Integer::sum);
            }
        }
        // Two states, each with a series for the others.
        assertThat(series)
                .containsKeys("pathproof_store_invalid_routes", "pathproof_store_offender_routes")
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(2 * (MAX_SERIES + 1)));
    }

    private static InetSocketAddress collector(RunningPathproof pathproof) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort);
    }

    private static String metrics(RunningPathproof pathproof) {
        return pathproof.get("/actuator/prometheus", "text/plain").body();
    }
}
