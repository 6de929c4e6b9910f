// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pathproof.benchmark.pipeline.site.Http;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.TlsAuthority;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.relay.Relay;
import org.pathproof.transport.relay.RelaySettings;
import org.pathproof.transport.tls.TlsFiles;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.Tlv;
import org.slf4j.LoggerFactory;

/**
 * Connects routers with wrong, expired and revoked certificates over TLS and QUIC, and collectors with such
 * certificates. A collector of its own has one access rule, for the name of the good router.
 */
final class CertificateCheck implements AutoCloseable {
    private static final int ATTEMPTS = 3;
    private static final int POLL_MILLIS = 2;
    /** Longer than the idle time of QUIC, after which a relay ends a connection that the collector has forgotten. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private static final Duration LOGGING = Duration.ofSeconds(3);
    private static final String ACCEPTED = "router connected";
    private static final String GOOD = "r1.example.net";
    private static final String GONE = "r2.example.net";
    /** Events that decide about a connection, as the log of the collector and of the relay name them. */
    private static final Pattern DECISION =
            Pattern.compile("(router connected|router refused|QUIC connection failed|relay cannot connect): .*");

    private static final Pattern ADDRESSES = Pattern.compile("(from|to)=\\S+ ?");

    private final Credentials credentials;
    private final List<Case> cases;
    private final ChildProcess collector;
    private final int tlsPort = Ports.free();
    private final int quicPort = Ports.free();
    private final RelayLog relayLog = new RelayLog();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.pathproof.transport");

    /** Keeps the messages of relays, which run in this process. */
    private static final class RelayLog extends AppenderBase<ILoggingEvent> {
        private final Queue<String> messages = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            messages.add(event.getFormattedMessage());
        }
    }

    /**
     * A connection attempt.
     *
     * @param message line of the log; empty if the collector limits its lines
     * @param millis milliseconds until the decision
     * @param closedMillis milliseconds until the router's connection ended; infinite if it stayed open
     */
    private record Attempt(String message, double millis, double closedMillis) {}

    /** A certificate of the router or of the collector, and the files of both. */
    private record Case(String words, TlsAuthority.Issued router, Optional<TlsAuthority.Issued> otherCollector) {}

    /** Issues and revokes the certificates, and starts a collector on the site. */
    CertificateCheck(Site site, Credentials credentials) {
        this.credentials = credentials;
        cases = cases(credentials);
        collector = site.addCollector(Map.ofEntries(
                Map.entry("pathproof.collector.id", "certificates"),
                Map.entry("pathproof.collector.tls.port", tlsPort),
                Map.entry("pathproof.collector.tls.quic-port", quicPort),
                Map.entry(
                        "pathproof.collector.tls.certificate",
                        credentials.collector().certificate()),
                Map.entry("pathproof.collector.tls.key", credentials.collector().key()),
                Map.entry("pathproof.collector.tls.trust", credentials.trust()),
                Map.entry("pathproof.collector.tls.crl", credentials.crl()),
                Map.entry("pathproof.collector.routers[0].certificates[0]", GOOD)));
        Conditions.await("the collector for certificates", () -> {
            collector.requireAlive();
            return Http.ok(site.httpPort(collector), "/actuator/health/readiness");
        });
        logger.setAdditive(false);
        logger.setLevel(Level.WARN);
        relayLog.start();
        logger.addAppender(relayLog);
    }

    private static List<Case> cases(Credentials credentials) {
        TlsAuthority.Issued good = credentials.issue("router", GOOD);
        TlsAuthority.Issued revoked = credentials.issue("revoked", GOOD);
        TlsAuthority.Issued revokedCollector = credentials.issue("revoked-collector", "localhost");
        credentials.revoke(revoked, revokedCollector);
        return List.of(
                new Case("router: valid", good, Optional.empty()),
                new Case("router: of another authority", credentials.untrusted("other", GOOD), Optional.empty()),
                new Case("router: expired", credentials.expired("expired", GOOD), Optional.empty()),
                new Case("router: revoked by the CRL", revoked, Optional.empty()),
                new Case("router: its name has no rule", credentials.issue("gone", GONE), Optional.empty()),
                new Case(
                        "collector: of another authority",
                        good,
                        Optional.of(credentials.untrusted("other-collector", "localhost"))),
                new Case(
                        "collector: expired", good, Optional.of(credentials.expired("expired-collector", "localhost"))),
                new Case("collector: revoked by the CRL", good, Optional.of(revokedCollector)),
                new Case(
                        "collector: for another host",
                        good,
                        Optional.of(credentials.issue("far-collector", "far.example.net"))));
    }

    /** Connects with all certificates over a transport. */
    List<CertificateResult> of(Kind kind) throws IOException, InterruptedException {
        Map<Case, List<Attempt>> attempts = new LinkedHashMap<>();
        // The collector logs the first refusals of an address only, so each case has its first attempt early.
        for (int i = 0; i < ATTEMPTS; i++) {
            for (Case one : cases) {
                attempts.computeIfAbsent(one, _ -> new ArrayList<>()).add(attempt(kind.transport(), one));
            }
        }
        return attempts.entrySet().stream()
                .map(one -> result(kind, one.getKey(), one.getValue()))
                .toList();
    }

    private static CertificateResult result(Kind kind, Case one, List<Attempt> attempts) {
        String message = attempts.getFirst().message();
        double closed = TransportCost.median(
                attempts.stream().mapToDouble(Attempt::closedMillis).toArray());
        return new CertificateResult(
                kind.label(),
                one.words(),
                decision(message),
                TransportResult.rounded(TransportCost.median(
                        attempts.stream().mapToDouble(Attempt::millis).toArray())),
                Double.isInfinite(closed) ? null : TransportResult.rounded(closed),
                words(message));
    }

    private Attempt attempt(Endpoint.Transport transport, Case one) throws IOException, InterruptedException {
        Optional<TlsFiles> own = credentials.files(one.router());
        if (one.otherCollector().isEmpty()) {
            int port = transport == Endpoint.Transport.QUIC ? quicPort : tlsPort;
            return attempt(new Endpoint(transport, "localhost", port), own);
        }
        // Both sides of the transport are relays, because the collector of the site has a good certificate.
        Endpoint behind = new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", tlsPort);
        try (Relay far = new Relay(RelaySettings.of(
                        new Endpoint(transport, "localhost", 0),
                        behind,
                        credentials.files(one.otherCollector().get())))
                .start()) {
            return attempt(new Endpoint(transport, "localhost", far.port()), own);
        }
    }

    private Attempt attempt(Endpoint target, Optional<TlsFiles> files) throws IOException, InterruptedException {
        Endpoint listen = new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", 0);
        int logged = collector.output().length();
        relayLog.messages.clear();
        try (Relay relay = new Relay(RelaySettings.of(listen, target, files)).start();
                Socket router = new Socket()) {
            router.setSoTimeout(POLL_MILLIS);
            long begun = System.nanoTime();
            router.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), relay.port()));
            router.getOutputStream().write(initiation());
            boolean open = true;
            while (open && line(logged).isEmpty() && millis(begun) < LIMIT.toMillis()) {
                open = !ended(router);
            }
            double decided = millis(begun);
            Conditions.holds(
                    LOGGING, Duration.ofMillis(POLL_MILLIS), () -> !line(logged).isEmpty());
            String message = line(logged);
            while (open && !message.startsWith(ACCEPTED) && millis(begun) < LIMIT.toMillis()) {
                open = !ended(router);
            }
            return new Attempt(message, decided, open ? Double.POSITIVE_INFINITY : millis(begun));
        }
    }

    private static double millis(long begun) {
        return (System.nanoTime() - begun) / 1e6;
    }

    /** Returns the side that refused, from the line of its log. */
    static String decision(String message) {
        if (message.startsWith(ACCEPTED)) {
            return "accepted";
        }
        return message.startsWith("relay") ? "refused by the relay" : "refused by the collector";
    }

    /** Removes addresses and the like, which differ between runs, and the word of the event. */
    static String words(String message) {
        return ADDRESSES.matcher(message).replaceAll("").strip();
    }

    /** Returns the last decision in the log of the collector or of the relay; empty without one. */
    private String line(int from) {
        String written = collector.output();
        return decisions(Stream.concat(
                written.substring(Math.min(from, written.length())).lines(), relayLog.messages.stream()));
    }

    /** Returns the last decision among lines of logs; empty without one. */
    static String decisions(Stream<String> lines) {
        return lines.map(DECISION::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .reduce("", (earlier, later) -> later);
    }

    private static boolean ended(Socket router) {
        try {
            return router.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false; // still open
        } catch (IOException e) {
            return true; // reset
        }
    }

    private static byte[] initiation() {
        Tlv name = new Tlv(Initiation.TLV_SYS_NAME, Bytes.wrap("r1".getBytes(StandardCharsets.US_ASCII)));
        return BmpCodec.encode(new Initiation(List.of(name))).toArray();
    }

    @Override
    public void close() {
        logger.detachAppender(relayLog);
        collector.close();
    }
}
