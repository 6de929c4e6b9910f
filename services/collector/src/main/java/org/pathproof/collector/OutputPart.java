// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector;

import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.settings.KafkaSettings;

/** Holds the output to Kafka. */
final class OutputPart extends CollectorPart<KafkaOutput> {
    private final CollectorSettings settings;
    private final KafkaSettings kafka;
    private final CollectorMetrics metrics;

    OutputPart(CollectorSettings settings, KafkaSettings kafka, CollectorMetrics metrics) {
        super(1);
        this.settings = settings;
        this.kafka = kafka;
        this.metrics = metrics;
    }

    @Override
    String waitsFor() {
        return "Kafka at " + kafka.bootstrapServers();
    }

    @Override
    KafkaOutput open() {
        return KafkaOutput.connect(
                kafka.client(),
                settings.highMark().toBytes(),
                settings.lowMark().toBytes(),
                settings.linger(),
                metrics);
    }
}
