// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpServer;
import org.pathproof.collector.bmp.RawPublisher;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.openbmp.OpenBmpPublisher;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.transport.tls.TlsFiles;

/** Serves routers that speak BMP over TCP, TLS or QUIC. */
public final class BmpPart extends CollectorPart<BmpServer> {
    private final CollectorSettings settings;
    private final BmpAccess access;
    private final OwnershipPart ownership;
    private final OutputPart output;
    private final SessionsPart sessions;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private final Intake intake;
    private final RouterRules rules;

    public BmpPart(
            CollectorSettings settings,
            BmpAccess access,
            OwnershipPart ownership,
            OutputPart output,
            SessionsPart sessions,
            CollectorMetrics metrics,
            Clock clock,
            Intake intake,
            RouterRules rules) {
        super(3);
        this.settings = settings;
        this.access = access;
        this.ownership = ownership;
        this.output = output;
        this.sessions = sessions;
        this.metrics = metrics;
        this.clock = clock;
        this.intake = intake;
        this.rules = rules;
    }

    @Override
    String waitsFor() {
        String plain = isPlain() ? "BMP port " + settings.bmpPort() : "";
        if (access.tls().isEmpty()) {
            return plain;
        }
        return plain + (plain.isEmpty() ? "" : ", ") + "BMP over TLS port "
                + settings.tls().port();
    }

    @Override
    BmpServer open() {
        Optional<RawPublisher> raw =
                settings.openbmp().publish() ? Optional.of(new OpenBmpPublisher(settings.id())) : Optional.empty();
        return new BmpServer(
                settings.limits(),
                access,
                rules,
                sessions.table(),
                output.get(),
                metrics,
                raw,
                clock,
                ownership.get(),
                intake,
                settings.gapPace());
    }

    /** Returns the bound port of BMP without TLS; empty if there is none. */
    Optional<Integer> port() {
        return running().filter(server -> isPlain()).map(BmpServer::port);
    }

    /** Returns the bound port of BMP over TLS; empty if there is none. */
    Optional<Integer> tlsPort() {
        return running()
                .filter(server -> access.tls().isPresent())
                .map(server -> isPlain() ? settings.tls().port() : server.port())
                .filter(port -> port > 0); // the number of a second free port is not known
    }

    /** Returns the bound UDP port of BMP over QUIC; empty if there is none. */
    Optional<Integer> quicPort() {
        return running().flatMap(BmpServer::quicPort);
    }

    /** Returns the problems of the files for BMP over TLS. */
    List<String> certificateProblems() {
        return access.tls().map(TlsFiles::problems).orElse(List.of());
    }

    /** Returns an upper bound for the age of the oldest message whose records Kafka has not acknowledged. */
    public Duration delay() {
        return running()
                .map(BmpServer::oldestMessage)
                .orElse(Duration.ZERO)
                .plus(output.running().map(KafkaOutput::oldestInFlight).orElse(Duration.ZERO));
    }

    private boolean isPlain() {
        return settings.bmpPort() >= 0;
    }

    @Override
    void begin(BmpServer server) throws InterruptedException {
        sessions.onConflict(server::resync);
        ownership.get().setDelay(this::delay);
        if (isPlain()) {
            server.bind(settings.bmpAddress(), settings.bmpPort());
            ownership.get().setBmpPort(server.port());
        }
        if (access.tls().isPresent()) {
            server.bindTls(settings.bmpAddress(), settings.tls().port());
        }
        if (settings.tls().quicPort() >= 0) {
            server.bindQuic(settings.bmpAddress(), settings.tls().quicPort());
        }
        settings.targets().forEach(target -> server.dial(target, settings.connectPause()));
    }
}
