// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import java.time.Clock;
import java.util.Optional;
import org.pathproof.collector.bmp.BmpAccess;
import org.pathproof.collector.bmp.BmpServer;
import org.pathproof.collector.bmp.RawPublisher;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.openbmp.OpenBmpPublisher;

/** Serves routers that speak BMP over TCP or TLS. */
final class BmpPart extends CollectorPart<BmpServer> {
    private final CollectorSettings settings;
    private final BmpAccess access;
    private final OwnershipPart ownership;
    private final OutputPart output;
    private final SessionsPart sessions;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private final Intake intake;

    BmpPart(
            CollectorSettings settings,
            BmpAccess access,
            OwnershipPart ownership,
            OutputPart output,
            SessionsPart sessions,
            CollectorMetrics metrics,
            Clock clock,
            Intake intake) {
        super(3);
        this.settings = settings;
        this.access = access;
        this.ownership = ownership;
        this.output = output;
        this.sessions = sessions;
        this.metrics = metrics;
        this.clock = clock;
        this.intake = intake;
    }

    @Override
    String waitsFor() {
        return "BMP port " + settings.bmpPort()
                + (access.tls().isPresent()
                        ? ", BMP over TLS port " + settings.tls().port()
                        : "");
    }

    @Override
    BmpServer open() {
        Optional<RawPublisher> raw = settings.openbmp().publish()
                ? Optional.of(new OpenBmpPublisher(output.get(), settings.id()))
                : Optional.empty();
        return new BmpServer(
                settings.limits(),
                access,
                settings.rules(),
                sessions.table(),
                output.get(),
                metrics,
                raw,
                clock,
                ownership.get(),
                intake,
                settings.gapPace());
    }

    @Override
    void begin(BmpServer server) throws InterruptedException {
        sessions.onConflict(server::resync);
        if (settings.bmpPort() >= 0) {
            server.bind(settings.bmpAddress(), settings.bmpPort());
            ownership.get().listensOn(server.port());
        }
        if (access.tls().isPresent()) {
            server.bindTls(settings.bmpAddress(), settings.tls().port());
        }
        settings.targets().forEach(target -> server.dial(target, settings.connectPause()));
    }
}
