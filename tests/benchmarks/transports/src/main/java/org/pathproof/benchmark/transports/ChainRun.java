// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pathproof.benchmark.pipeline.load.Schedule;
import org.pathproof.benchmark.pipeline.measure.Arrivals;
import org.pathproof.benchmark.pipeline.measure.Latencies;
import org.pathproof.benchmark.pipeline.measure.Scrape;
import org.pathproof.benchmark.pipeline.measure.VerdictReader;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpProtection;

/** A complete Pathproof whose collector accepts BMP over all transports at the same time. */
final class ChainRun implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofMinutes(3);
    private static final Duration SENDING = Duration.ofMinutes(30);
    /** Time for which the routes of a disconnected router stay: the next measurement begins without them. */
    private static final String HOLD_TIME = "1s";
    /** Number of relays, and the time for which each holds bytes back, as in the paper. */
    private static final int RELAYS = 10;

    private static final Duration HOLD = Duration.ofMillis(15);
    /** Updates a second in the line: one every 50 ms. */
    private static final int RATE = 20;

    private static final String WARM_UP = "warm-up";
    private static final String TABLE = "table";
    /** TCP-MD5 is for connections over IPv6 alone, so that the others need no signature. */
    private static final String SIGNED_PEERS = "::1";

    private final Site site;
    private final Workload workload;
    private final VerdictReader verdicts;
    private final Credentials credentials;
    private final int tlsPort;
    private final int quicPort;

    /** Latencies of a line, in microseconds. */
    record LineTimes(int updates, Latencies received, Latencies verdict) {}

    private ChainRun(Site site, Workload workload, Credentials credentials, int tlsPort, int quicPort) {
        this.site = site;
        this.workload = workload;
        this.credentials = credentials;
        this.tlsPort = tlsPort;
        this.quicPort = quicPort;
        this.verdicts = VerdictReader.start(site.bootstrapServers());
    }

    /** Signs the routes of the lines, starts all parts, and plays a signed table and the unsigned one through them. */
    static ChainRun start(ProcessGroup processes, Path cache, RealTables tables, Sizes sizes, Credentials files)
            throws IOException, InterruptedException {
        Workload workload =
                Workload.of(cache, "transports-unsigned-" + sizes + "-" + tables.origin(), () -> recipe(tables, sizes));
        int tls = Ports.free();
        int quic = Ports.free();
        Map<String, String> collector = Map.ofEntries(
                Map.entry("pathproof.collector.bmp-address", "::"),
                Map.entry("pathproof.collector.hold-time", HOLD_TIME),
                Map.entry("pathproof.collector.tls.port", Integer.toString(tls)),
                Map.entry("pathproof.collector.tls.quic-port", Integer.toString(quic)),
                Map.entry(
                        "pathproof.collector.tls.certificate",
                        files.collector().certificate().toString()),
                Map.entry("pathproof.collector.tls.key", files.collector().key().toString()),
                Map.entry("pathproof.collector.tls.trust", files.trust().toString()),
                Map.entry("pathproof.collector.tcp.peers", SIGNED_PEERS),
                Map.entry("pathproof.collector.tcp.md5-password", Kind.PASSWORD));
        Site site = Site.start(
                processes, SiteOptions.plain().withoutPolicyApi().withSettings(Map.of("collector", collector)));
        site.rpki().replace(workload.rpki());
        site.awaitReady();
        Conditions.await(
                "the router keys to reach the validator",
                () -> Scrape.of(site, "validator").sum(ValidatorMetricNames.VALIDATOR_KEYS)
                        >= workload.keys().size());
        ChainRun run = new ChainRun(site, workload, files, tls, quic);
        Workload.Recorded signed = workload.stream(WARM_UP);
        Arrivals arrivals = run.arrivals(signed);
        site.player().open(signed.router(), site.bmpPort());
        site.player().play(signed);
        run.finish(signed, arrivals);
        run.table(Kind.TCP);
        return run;
    }

    private static Workload.Recipe recipe(RealTables tables, Sizes sizes) {
        int lines = Kind.values().length * sizes.updates();
        List<LabRoute> routes = tables.fullTable(Math.max(sizes.warmUp() + lines, sizes.routes()));
        List<StreamRecipe> streams = new ArrayList<>();
        int router = 1;
        int at = sizes.warmUp();
        streams.add(new StreamRecipe(WARM_UP, router++, StreamRecipe.CONNECTION, routes.subList(0, at)));
        for (Kind kind : Kind.values()) {
            streams.add(new StreamRecipe(
                    lineName(kind), router++, StreamRecipe.CONNECTION, routes.subList(at, at + sizes.updates())));
            at += sizes.updates();
        }
        streams.add(
                new StreamRecipe(TABLE, router, StreamRecipe.CONNECTION, routes.subList(0, sizes.routes())).unsigned());
        return Workload.Recipe.of(streams.toArray(StreamRecipe[]::new));
    }

    private static String lineName(Kind kind) {
        return "line-" + kind.label();
    }

    /** Sends a route every 50 ms through ten relays into the collector. */
    LineTimes line(Kind kind, int updates) throws InterruptedException {
        Workload.Recorded stream = workload.stream(lineName(kind));
        Schedule schedule = Schedule.steady(RATE, updates / RATE);
        try (Line line = line(kind, RELAYS, HOLD)) {
            Arrivals arrivals = arrivals(stream);
            site.player().open(stream.router(), line.port());
            long begun = site.player().pace(stream, schedule);
            finish(stream, arrivals);
            return new LineTimes(
                    arrivals.total(),
                    arrivals.untilReceived(i -> begun + schedule.micros(i)),
                    arrivals.latencies(i -> begun + schedule.micros(i)));
        }
    }

    /**
     * Sends the unsigned table through one relay into the collector, and waits until its routes are withdrawn again.
     * Every transport has the same table. Returns the seconds to the last verdict.
     */
    double table(Kind kind) throws InterruptedException {
        Workload.Recorded stream = workload.stream(TABLE);
        TableArrivals arrivals = new TableArrivals(stream.updates());
        verdicts.sendRecordsTo(arrivals);
        double seconds;
        try (Line line = line(kind, 1, Duration.ZERO)) {
            site.player().open(stream.router(), line.port());
            long begun = site.player().play(stream);
            arrivals.awaitVerdicts(SILENCE, verdicts::check);
            site.player().awaitEnd(stream.router(), SENDING);
            seconds = (arrivals.last() - begun) / 1e6;
        }
        arrivals.awaitWithdrawals(SILENCE, verdicts::check);
        verdicts.sendTo(null);
        return seconds;
    }

    /** Returns the bytes of a table, for the measurement of the transport alone. */
    Workload.Recorded bytes() {
        return workload.stream(TABLE);
    }

    /** Returns the file of signatures for {@code OpenSsl}. */
    Path signatures() {
        return workload.baseline();
    }

    Site site() {
        return site;
    }

    private Arrivals arrivals(Workload.Recorded stream) {
        Arrivals arrivals = Arrivals.valid(stream.index().digests());
        verdicts.sendTo(arrivals);
        return arrivals;
    }

    private void finish(Workload.Recorded stream, Arrivals arrivals) throws InterruptedException {
        arrivals.await(SILENCE, verdicts::check);
        site.player().awaitEnd(stream.router(), SENDING);
        verdicts.sendTo(null);
    }

    /**
     * Returns relays whose last hop is that of the collector. Its listener has no GTSM and no TCP-AO, because these
     * would apply to all transports. With GTSM and TCP-AO, the last hop is therefore unprotected.
     */
    private Line line(Kind kind, int length, Duration hold) throws InterruptedException {
        Endpoint.Transport transport = kind.transport();
        return switch (kind) {
            case TCP, GTSM, TCP_AO ->
                new Line(
                        kind,
                        length,
                        hold,
                        credentials,
                        new Endpoint(transport, "127.0.0.1", site.bmpPort()),
                        TcpProtection.NONE);
            case TCP_MD5 ->
                new Line(
                        kind,
                        length,
                        hold,
                        credentials,
                        new Endpoint(transport, SIGNED_PEERS, site.bmpPort()),
                        kind.protection());
            case TLS, TLS_MD5, TLS_AO, TLS_AO_HANDSHAKE ->
                new Line(
                        kind,
                        length,
                        hold,
                        credentials,
                        new Endpoint(transport, "localhost", tlsPort),
                        TcpProtection.NONE);
            case QUIC ->
                new Line(
                        kind,
                        length,
                        hold,
                        credentials,
                        new Endpoint(transport, "localhost", quicPort),
                        TcpProtection.NONE);
        };
    }

    @Override
    public void close() {
        verdicts.close();
        site.close();
    }
}
