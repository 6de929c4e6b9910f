// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.lifecycle;

import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.settings.CollectorSettings;
import org.pathproof.contracts.BatchWindow;
import org.pathproof.settings.KafkaSettings;
import org.pathproof.settings.PipelineSettings;
import org.pathproof.telemetry.tracing.RouteTracer;

/** Holds the output to Kafka. */
public final class OutputPart extends CollectorPart<KafkaOutput> {
    private final CollectorSettings settings;
    private final KafkaSettings kafka;
    private final PipelineSettings pipeline;
    private final CollectorMetrics metrics;
    private final RouteTracer tracer;

    public OutputPart(
            CollectorSettings settings,
            KafkaSettings kafka,
            PipelineSettings pipeline,
            CollectorMetrics metrics,
            RouteTracer tracer) {
        super(1);
        this.settings = settings;
        this.kafka = kafka;
        this.pipeline = pipeline;
        this.metrics = metrics;
        this.tracer = tracer;
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
                BatchWindow.ofEvents(pipeline.latencyTarget()),
                metrics,
                tracer);
    }
}
