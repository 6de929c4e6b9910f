// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import java.time.Clock;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.openbmp.OpenBmpReader;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.settings.KafkaSettings;

/** Reads the OpenBMP topics that the settings name, if any. */
public final class OpenBmpPart extends CollectorPart<AutoCloseable> {
    private final CollectorSettings settings;
    private final KafkaSettings kafka;
    private final OutputPart output;
    private final SessionsPart sessions;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private final Intake intake;
    private final RouterRules rules;

    public OpenBmpPart(
            CollectorSettings settings,
            KafkaSettings kafka,
            OutputPart output,
            SessionsPart sessions,
            CollectorMetrics metrics,
            Clock clock,
            Intake intake,
            RouterRules rules) {
        super(4);
        this.settings = settings;
        this.kafka = kafka;
        this.output = output;
        this.sessions = sessions;
        this.metrics = metrics;
        this.clock = clock;
        this.intake = intake;
        this.rules = rules;
    }

    @Override
    String waitsFor() {
        return "OpenBMP topics";
    }

    @Override
    AutoCloseable open() {
        if (!settings.openbmp().isRead()) {
            return () -> {};
        }
        OpenBmpReader reader = new OpenBmpReader(
                kafka.client(),
                settings.openbmp().topics(),
                settings.openbmp().group(),
                Math.toIntExact(settings.maxMessage().toBytes()),
                rules,
                sessions.table(),
                output.get(),
                metrics,
                clock,
                intake);
        reader.start();
        return reader;
    }
}
