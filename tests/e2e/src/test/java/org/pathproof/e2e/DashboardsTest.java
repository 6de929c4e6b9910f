// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.HistoryMetricNames;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.Ports;
import org.pathproof.harness.PrometheusServer;
import org.pathproof.harness.PrometheusServer.LoadedRule;
import org.pathproof.harness.PrometheusServer.QueryRefused;
import org.pathproof.harness.PrometheusServer.Series;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.feed.BgpFeed;
import org.pathproof.rpki.rtr.RtrClient;
import org.pathproof.rpki.rtr.RtrClientSettings;
import org.pathproof.rpki.rtr.RtrServer;

/**
 * Runs each query of the dashboards and of the alerts in a real Prometheus, which reads the metrics of a program with
 * changing routes, an RTR client, and a router that follows the BGP feed. Reads the metrics as protobuf, too.
 */
final class DashboardsTest {
    private static final Duration VALUES_TIMEOUT = Duration.ofMinutes(3);
    private static final Duration CHURN_TICK = Duration.ofMillis(50);
    private static final int MAX_WITHDRAWN = 20;
    private static final Pattern SELECTOR = Pattern.compile("\\bpathproof_\\w+(?:\\{[^}]*})?");
    private static final Pattern ALERT = Pattern.compile("(?m)^ *- (?:alert|record): ([\\w:]+)$");

    /** Values of Grafana's variables. The interval contains the whole test. */
    private static final Map<String, String> VARIABLES =
            Map.of("$namespace", PrometheusServer.NAMESPACE, "$__rate_interval", "5m");

    /** Metrics without a series in this run, by name, with the reason. */
    private static final Map<String, String> ABSENT = absent();

    /** Histograms with classic and native buckets. */
    private static final List<String> LATENCIES = List.of(
            CollectorMetricNames.PRODUCE_LATENCY,
            ValidatorMetricNames.VERDICT_LATENCY,
            StoreMetricNames.STORE_LATENCY,
            FeedMetricNames.FEED_LATENCY);

    @TempDir
    Path folder;

    @Test
    void eachQueryHasAValueAndEachRuleIsEvaluated() throws Exception {
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                BgpFeed router = new BgpFeed(local(0), LabSettings.LOCAL_AS);
                RunningPathproof pathproof = start(cache, router);
                PrometheusServer prometheus = prometheus(pathproof);
                RtrClient client = client(pathproof);
                Churn churn = new Churn(lab, 1, MAX_WITHDRAWN)) {
            // The rates include all that the lab causes.
            prometheus.awaitScrapes(1, VALUES_TIMEOUT);
            lab.start(local(pathproof.bmpPort));
            churn.start(CHURN_TICK);
            sendGarbage(pathproof.bmpPort);
            await("BGP feed").atMost(VALUES_TIMEOUT).until(router::isFed);
            await("RTR data").atMost(VALUES_TIMEOUT).until(() -> client.data().isPresent());

            List<Dashboards.Query> panels = Dashboards.queries(chart("dashboards"), VARIABLES);
            assertThat(panels).hasSizeGreaterThan(120);
            assertNoProblems(prometheus, panels);

            List<LoadedRule> rules = prometheus.rules();
            assertThat(rules).extracting(LoadedRule::name).containsExactlyInAnyOrderElementsOf(alerts());
            await("evaluation of the rules")
                    .atMost(VALUES_TIMEOUT)
                    .untilAsserted(() -> assertThat(prometheus.rules()).allSatisfy(rule -> {
                        assertThat(rule.error()).as(rule.name()).isEmpty();
                        assertThat(rule.health()).as(rule.name()).isEqualTo("ok");
                    }));
            assertNoProblems(prometheus, selectors(rules));
            assertThat(ABSENT.keySet())
                    .allSatisfy(metric -> assertThat(prometheus.query(metric)).isEmpty());

            try (PrometheusServer protobuf = prometheus(pathproof, "--enable-feature=native-histograms")) {
                protobuf.awaitScrapes(1, VALUES_TIMEOUT);
                assertThat(names(protobuf)).isEqualTo(withNativeHistograms(names(prometheus)));
                assertNoProblems(protobuf, latencies(panels));
            }
        }
    }

    private static Map<String, String> absent() {
        Map<String, String> reasons = new TreeMap<>(Map.of(
                "pathproof_certificate_expiry_timestamp_seconds", "no listener and no client has a certificate",
                "pathproof_router_certificates", "key-sync has no router certificates of files",
                "pathproof_router_certificate_stale_crls", "key-sync has no router certificates of files",
                "pathproof_router_certificate_expiry_timestamp_seconds",
                        "key-sync has no router certificates of files"));
        List.of(
                        HistoryMetricNames.CHANGES,
                        HistoryMetricNames.COMPLETE_SINCE,
                        HistoryMetricNames.DELAY,
                        HistoryMetricNames.FILE_BYTES,
                        HistoryMetricNames.GAPS,
                        HistoryMetricNames.LAG,
                        HistoryMetricNames.LIVE_ROUTES,
                        HistoryMetricNames.MEMORY,
                        HistoryMetricNames.RECORDS,
                        HistoryMetricNames.SLICE_FAILURES)
                .forEach(metric -> reasons.put(metric, "the history is a process of its own"));
        return reasons;
    }

    private RunningPathproof start(RtrServer cache, BgpFeed router) throws IOException {
        Path policy = Files.writeString(folder.resolve("feeds.yaml"), """
                own-as: %d
                cluster-id: 192.0.2.254
                groups:
                  - {name: lab, routers: [edge-1.lab], policy: tag, trust-pre-policy: true}
                """.formatted(LabSettings.LOCAL_AS));
        Path config = Files.writeString(
                folder.resolve("pathproof.yaml"), """
                pathproof:
                  collector:
                    dual-path-peers: AS64512
                    path-attributes: {routers: edge-1.lab, views: ADJ_RIB_IN_PRE}
                  feeds:
                    policy: %s
                    identifier: 192.0.2.10
                    routers:
                      - {router: edge-1.lab, neighbor: 127.0.0.1, port: %d}
                    derived-origin: {rtr-port: %d}
                  policy-api: {srx: {port: %d}}
                """.formatted(policy, router.port(), Ports.free(), Ports.free()));
        return RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port(), "--config", config.toString());
    }

    private PrometheusServer prometheus(RunningPathproof pathproof, String... options) {
        return new PrometheusServer(
                folder,
                pathproof.uri("/actuator/prometheus"),
                pathproof.token(),
                List.of(chart("alerts.yaml")),
                options);
    }

    /** Returns the names of Pathproof's series. A Prometheus with native histograms reads them as protobuf. */
    private static Set<String> names(PrometheusServer prometheus) {
        return prometheus.query("count by (__name__) ({__name__=~\"pathproof_.+\"})").stream()
                .flatMap(series -> series.labels().values().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Replaces the three series of each latency by its native histogram. */
    private static Set<String> withNativeHistograms(Set<String> names) {
        Set<String> expected = new TreeSet<>(names);
        assertThat(expected).hasSizeGreaterThan(100);
        for (String latency : LATENCIES) {
            for (String suffix : List.of("_bucket", "_count", "_sum")) {
                assertThat(expected.remove(latency + suffix))
                        .as(latency + suffix)
                        .isTrue();
            }
            expected.add(latency);
        }
        return expected;
    }

    /** Returns a query of each native histogram, and the queries of panels that read latencies. */
    private static List<Dashboards.Query> latencies(List<Dashboards.Query> panels) {
        List<Dashboards.Query> queries = new ArrayList<>();
        for (String latency : LATENCIES) {
            queries.add(new Dashboards.Query(
                    "native histogram", "histogram_quantile(0.99, sum(rate(" + latency + "[5m])))", Set.of()));
        }
        List<Dashboards.Query> ofPanels = panels.stream()
                .filter(panel -> LATENCIES.stream().anyMatch(panel.expression()::contains))
                .toList();
        assertThat(ofPanels).hasSizeGreaterThanOrEqualTo(LATENCIES.size());
        queries.addAll(ofPanels);
        return queries;
    }

    private static RtrClient client(RunningPathproof pathproof) {
        return new RtrClient(RtrClientSettings.of("127.0.0.1", pathproof.rtrPort), _ -> {}).start();
    }

    /** Sends bytes that are no BMP, so that the collector rejects an input. */
    private static void sendGarbage(int bmpPort) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), bmpPort)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static InetSocketAddress local(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static Path chart(String file) {
        return RunningPathproof.root().resolve("helm/pathproof").resolve(file);
    }

    private static List<String> alerts() throws IOException {
        List<String> names = ALERT.matcher(Files.readString(chart("alerts.yaml")))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(names).hasSizeGreaterThan(20);
        return names;
    }

    /**
     * Returns the series that the rules read. The rules themselves have no result while they do not fire. Without
     * invalid routes, a metric of them has only the row "other", which the rules leave out.
     */
    private static List<Dashboards.Query> selectors(List<LoadedRule> rules) {
        List<Dashboards.Query> selectors = new ArrayList<>();
        for (LoadedRule rule : rules) {
            Set<String> read = SELECTOR.matcher(rule.query())
                    .results()
                    .map(MatchResult::group)
                    .map(selector -> selector.replaceAll("\\{\\w+!=\"other\"}", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(read).as("metrics of %s", rule.name()).isNotEmpty();
            read.forEach(selector -> selectors.add(new Dashboards.Query("rule " + rule.name(), selector, Set.of())));
        }
        return selectors;
    }

    /** Waits until no query has a problem. Fails with the list of the queries that have one until the end. */
    private static void assertNoProblems(PrometheusServer prometheus, List<Dashboards.Query> queries) {
        List<String> problems = new ArrayList<>();
        try {
            await("values for all queries").atMost(VALUES_TIMEOUT).until(() -> {
                prometheus.awaitScrapes(1, VALUES_TIMEOUT);
                problems.clear();
                queries.forEach(query -> problems.addAll(problems(prometheus, query)));
                return problems.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            assertThat(problems).as("queries without a value").isEmpty();
            throw e;
        }
    }

    private static List<String> problems(PrometheusServer prometheus, Dashboards.Query query) {
        List<String> problems = new ArrayList<>();
        String where = query.place() + ": ";
        try {
            List<Series> series = prometheus.query(query.expression());
            if (ABSENT.keySet().stream().anyMatch(query.expression()::contains)) {
                return problems;
            }
            if (series.stream().allMatch(one -> Double.isNaN(one.value()))) {
                problems.add(where + (series.isEmpty() ? "no series: " : "NaN: ") + query.expression());
            } else {
                for (String label : query.labels()) {
                    if (series.stream().noneMatch(one -> one.labels().containsKey(label))) {
                        problems.add(where + "no label " + label + ": " + query.expression());
                    }
                }
            }
        } catch (QueryRefused e) {
            problems.add(where + e.getMessage());
        }
        return problems;
    }
}
