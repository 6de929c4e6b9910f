// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import org.jspecify.annotations.Nullable;
import org.pathproof.collector.router.ViewLabel;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.Topics;
import org.pathproof.telemetry.tracing.RouteSpan;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.TraceClock;
import org.pathproof.telemetry.tracing.TraceNames;

/** Starts the traces of sampled routes. Safe for use by several threads. */
final class RouteTraces {
    private final RouteTracer tracer;

    RouteTraces(RouteTracer tracer) {
        this.tracer = tracer;
    }

    /**
     * Starts a trace with the handling of the BMP message. Returns the span of sending the route's event to Kafka; null
     * for a route that is not traced.
     *
     * @param bytes the encoded key
     */
    @Nullable
    RouteSpan sending(RouteKey key, byte[] bytes, ViewLabel from, long receivedMicros) {
        RouteSpan receiving = tracer.start(TraceNames.BMP_RECEIVE, bytes, receivedMicros);
        if (receiving == null) {
            return null;
        }
        long now = TraceClock.nowMicros();
        receiving
                .set(TraceNames.ROUTER, from.router())
                .set(TraceNames.PEER, from.peer())
                .set(TraceNames.PREFIX, key.prefix().toString())
                .set(TraceNames.VIEW, from.view().name())
                .end(now);
        return tracer.child(TraceNames.KAFKA_SEND, receiving.context(), now).set(TraceNames.TOPIC, Topics.ROUTES);
    }
}
