// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.e2e.OtlpReceiver.TracedSpan;
import org.pathproof.harness.LiveFolder;
import org.pathproof.harness.Ports;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.rpki.rtr.RtrServer;

/** Tests traces of routes from BMP to the feeds, as a receiver of OTLP gets them, and that they are off by default. */
final class TracingTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    /** Kafka's timestamps are whole milliseconds. */
    private static final long KAFKA_RESOLUTION_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Pattern EXEMPLAR = Pattern.compile("# \\{.*trace_id=\"([0-9a-f]{32})\"");
    private static final String ROUTER = "edge-1.lab";
    private static final String COLLECTOR = "pathproof-collector";
    private static final String VALIDATOR = "pathproof-validator";
    private static final String POLICY_API = "pathproof-policy-api";

    @TempDir
    Path folder;

    @Test
    void aRouteIsTracedFromBmpToTheFeeds() throws Exception {
        try (OtlpReceiver receiver = new OtlpReceiver();
                Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(
                        folder,
                        "--rtr",
                        "127.0.0.1:" + cache.port(),
                        "--config",
                        config(receiver.url()).toString())) {
            await("keys in the validator")
                    .atMost(TIMEOUT)
                    .until(() -> metrics(pathproof).contains("pathproof_validator_ready 1.0"));
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));

            assertBgpTrace(awaitTrace(receiver, "bmp receive", "bgp feed out"));
            assertThat(containsTraceHeader()).isTrue();
            assertExemplars(pathproof, receiver);

            Attack.KeyEvent withdrawal = withdrawnOrigin(lab);
            lab.apply(withdrawal);
            assertRtrTrace(awaitTrace(receiver, "revalidate", "rtr feed out"));

            receiver.stop();
            lab.apply(new Attack.KeyEvent(false, withdrawal.key()));
            await("failed exports")
                    .atMost(TIMEOUT)
                    .until(() -> failedSpans(pathproof) > 0
                            && pathproof.routes("state=NOT_VALID").stream()
                                    .noneMatch(route ->
                                            RunningPathproof.rules(route).contains("key-withdrawn")));
            assertThat(Files.readString(folder.resolve("data/logs/pathproof.log")))
                    .contains("spans not exported")
                    .doesNotContain("HttpExporter");
        }
    }

    @Test
    void withoutAnEndpointNoRecordHasATraceHeader() throws Exception {
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki();
                RunningPathproof pathproof = RunningPathproof.start(folder, "--rtr", "127.0.0.1:" + cache.port())) {
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), pathproof.bmpPort));
            await("the routes of the lab")
                    .atMost(TIMEOUT)
                    .until(() -> pathproof.routes("").size() >= lab.signedRoutes());
            assertThat(containsTraceHeader()).isFalse();
            assertThat(metrics(pathproof)).doesNotContain("pathproof_trace_spans_total");
        }
    }

    private Path config(String endpoint) throws IOException {
        Path policy = Files.writeString(folder.resolve("feeds.yaml"), """
                own-as: 64500
                cluster-id: 192.0.2.254
                groups:
                  - name: border
                    routers: [%s]
                    policy: tag
                    trust-pre-policy: true
                """.formatted(ROUTER));
        return Files.writeString(folder.resolve("pathproof.yaml"), """
                pathproof:
                  tracing:
                    endpoint: %s
                    sample: 1
                    spans-per-second: 100000
                  collector:
                    path-attributes:
                      routers: [%s]
                      views: ADJ_RIB_IN_PRE
                  feeds:
                    policy: %s
                    identifier: 192.0.2.10
                    routers:
                      - router: %s
                        neighbor: 127.0.0.1
                        port: %d
                    derived-origin:
                      rtr-port: %d
                """.formatted(
                        endpoint, ROUTER, policy, ROUTER, Ports.free(), Ports.free()));
    }

    /** Returns the withdrawal of the key of an AS that originates a route with a VRP. */
    private static Attack.KeyEvent withdrawnOrigin(Lab lab) {
        LabRoute route = lab.settings().routes().stream()
                .filter(candidate -> lab.rpki().current().orElseThrow().covering(candidate.prefix()).stream()
                        .anyMatch(vrp -> vrp.asn() == candidate.originAs()
                                && vrp.prefix().equals(candidate.prefix())))
                .findFirst()
                .orElseThrow();
        return new Attack.KeyEvent(true, lab.keys().of(route.originAs()).routerKey());
    }

    /** Waits for a trace that begins with one span and has another one, and returns its spans by their names. */
    private static Map<String, TracedSpan> awaitTrace(OtlpReceiver receiver, String first, String last) {
        return await("a trace from " + first + " to " + last)
                .atMost(TIMEOUT)
                .until(
                        () -> receiver.traces().stream()
                                .map(TracingTest::byName)
                                .filter(spans -> spans.keySet().containsAll(Set.of(first, "commit", last)))
                                .filter(spans -> !first.equals("bmp receive") || isValidatedFirst(spans))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Returns true if all spans of the collector and the validator have arrived. */
    private static boolean isValidatedFirst(Map<String, TracedSpan> spans) {
        return spans.keySet().containsAll(Set.of("kafka send", "kafka queue", "verify ahead", "validate"));
    }

    private static Map<String, TracedSpan> byName(List<TracedSpan> trace) {
        Map<String, TracedSpan> spans = new HashMap<>();
        trace.forEach(span -> spans.put(span.name(), span));
        return spans;
    }

    private static void assertBgpTrace(Map<String, TracedSpan> spans) {
        TracedSpan received = span(spans, "bmp receive");
        assertThat(received.parent()).isEmpty();
        assertThat(received.service()).isEqualTo(COLLECTOR);
        assertThat(received.attributes())
                .containsEntry("pathproof.router", ROUTER)
                .containsEntry("pathproof.view", "ADJ_RIB_IN_PRE")
                .hasEntrySatisfying("pathproof.peer", peer -> assertThat(peer).startsWith("192.0.2."));
        TracedSpan sent = span(spans, "kafka send");
        assertChild(sent, COLLECTOR, received);
        assertThat(sent.attributes())
                .containsEntry("messaging.destination.name", "pathproof.routes")
                .containsKeys("messaging.destination.partition.id", "messaging.kafka.offset");
        TracedSpan queued = span(spans, "kafka queue");
        TracedSpan verified = span(spans, "verify ahead");
        TracedSpan validated = span(spans, "validate");
        TracedSpan committed = span(spans, "commit");
        Stream.of(queued, verified, validated, committed).forEach(span -> assertChild(span, VALIDATOR, sent));
        assertThat(validated.events()).singleElement().satisfies(event -> {
            assertThat(event.getName()).isEqualTo("verdict");
            assertThat(OtlpReceiver.attributes(event.getAttributesList()))
                    .containsKeys("pathproof.state", "pathproof.origin", "pathproof.findings");
        });
        TracedSpan entered = span(spans, "verdict to table");
        assertChild(entered, POLICY_API, committed);
        assertThat(entered.attributes())
                .containsEntry("pathproof.prefix", attribute(received, "pathproof.prefix"))
                .containsEntry(
                        "pathproof.state",
                        Objects.requireNonNull(OtlpReceiver.attributes(
                                        validated.events().getFirst().getAttributesList())
                                .get("pathproof.state")));
        TracedSpan announced = span(spans, "bgp feed out");
        assertChild(announced, POLICY_API, entered);
        assertThat(announced.attributes())
                .containsEntry("pathproof.router", ROUTER)
                .containsEntry("pathproof.change", "announcement");

        assertThat(sent.startNanos()).isEqualTo(received.endNanos());
        assertThat(queued.startNanos()).isGreaterThanOrEqualTo(sent.startNanos() - KAFKA_RESOLUTION_NANOS);
        assertThat(verified.startNanos()).isEqualTo(queued.endNanos());
        assertThat(validated.startNanos()).isGreaterThanOrEqualTo(verified.endNanos());
        assertThat(committed.startNanos()).isBetween(validated.startNanos(), validated.endNanos());
        // The verdict is not visible before the end of its transaction.
        assertThat(entered.endNanos()).isGreaterThanOrEqualTo(committed.startNanos());
        assertThat(announced.startNanos()).isEqualTo(entered.endNanos());
    }

    private static void assertRtrTrace(Map<String, TracedSpan> spans) {
        TracedSpan validated = span(spans, "revalidate");
        assertThat(validated.parent()).isEmpty();
        assertThat(validated.service()).isEqualTo(VALIDATOR);
        assertThat(validated.events())
                .singleElement()
                .satisfies(event -> assertThat(OtlpReceiver.attributes(event.getAttributesList()))
                        .containsEntry("pathproof.state", "NOT_VALID"));
        assertChild(span(spans, "commit"), VALIDATOR, validated);
        TracedSpan entered = span(spans, "verdict to table");
        assertChild(entered, POLICY_API, span(spans, "commit"));
        TracedSpan served = span(spans, "rtr feed out");
        assertChild(served, POLICY_API, entered);
        assertThat(Long.parseLong(attribute(served, "pathproof.rtr.serial"))).isPositive();
        assertThat(served.attributes()).containsEntry("pathproof.prefix", attribute(entered, "pathproof.prefix"));
    }

    private static TracedSpan span(Map<String, TracedSpan> spans, String name) {
        return Objects.requireNonNull(spans.get(name), name);
    }

    private static String attribute(TracedSpan span, String name) {
        return Objects.requireNonNull(span.attributes().get(name), name);
    }

    private static void assertChild(TracedSpan span, String service, TracedSpan parent) {
        assertThat(span.service()).as(span.name()).isEqualTo(service);
        assertThat(span.parent()).as("parent of %s", span.name()).isEqualTo(parent.id());
        assertThat(span.endNanos()).as("end of %s", span.name()).isGreaterThanOrEqualTo(span.startNanos());
    }

    private static String metrics(RunningPathproof pathproof) {
        return pathproof.get("/actuator/prometheus", "text/plain").body();
    }

    /** Waits until each histogram of a latency has an exemplar whose trace was exported. */
    private static void assertExemplars(RunningPathproof pathproof, OtlpReceiver receiver) {
        for (String histogram : List.of(
                CollectorMetricNames.PRODUCE_LATENCY,
                ValidatorMetricNames.VERDICT_LATENCY,
                StoreMetricNames.STORE_LATENCY,
                FeedMetricNames.FEED_LATENCY)) {
            await("an exemplar of " + histogram)
                    .atMost(TIMEOUT)
                    .until(() -> exemplars(pathproof, histogram).anyMatch(receiver::hasTrace));
        }
    }

    /** Returns the trace ids of the exemplars of a histogram, in the text that Prometheus reads. */
    private static Stream<String> exemplars(RunningPathproof pathproof, String histogram) {
        return pathproof
                .get("/actuator/prometheus", "application/openmetrics-text; version=1.0.0")
                .body()
                .lines()
                .filter(line -> line.startsWith(histogram + "_bucket"))
                .map(EXEMPLAR::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1));
    }

    private static double failedSpans(RunningPathproof pathproof) {
        return metrics(pathproof)
                .lines()
                .filter(line -> line.startsWith("pathproof_trace_spans_total") && line.contains("failed"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Returns true if a record of pathproof.routes has a trace header. Its log must have records. */
    private boolean containsTraceHeader() throws IOException {
        List<byte[]> segments = LiveFolder.sizes(folder.resolve("data")).keySet().stream()
                .filter(file ->
                        file.toString().endsWith(".log") && file.toString().contains("/pathproof.routes-"))
                .map(TracingTest::bytes)
                .toList();
        assertThat(segments.stream().mapToLong(segment -> segment.length).sum())
                .as("bytes of pathproof.routes")
                .isPositive();
        return segments.stream()
                .anyMatch(segment -> new String(segment, StandardCharsets.ISO_8859_1).contains("traceparent"));
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
