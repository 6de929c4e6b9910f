// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.telemetry.tracing.RouteSpan;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.TraceClock;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.telemetry.tracing.TraceNames;
import org.pathproof.validator.proof.VerifiedAhead;

/**
 * The traces of one task. A record with a trace context gets the spans of its steps, and its verdict continues the
 * trace. After a change of keys, sessions or other routes, the new verdict of a sampled route begins a trace of its
 * own. Only the thread of the task uses this class.
 */
final class TaskTraces {
    private static final int MICROS_PER_MS = 1_000;

    private final RouteTracer tracer;
    private final UncommittedSpans uncommitted;
    /** The traced record that is being processed; null if there is none. */
    private @Nullable Traced current;

    private static final class Traced {
        final byte[] key;
        final TraceContext sender;
        final RouteSpan validation;
        boolean published;

        Traced(byte[] key, TraceContext sender, RouteSpan validation) {
            this.key = key;
            this.sender = sender;
            this.validation = validation;
        }
    }

    TaskTraces(RouteTracer tracer, UncommittedSpans uncommitted) {
        this.tracer = tracer;
        this.uncommitted = uncommitted;
    }

    /**
     * Begins the processing of a record.
     *
     * @param startNanos the {@link System#nanoTime} of the beginning
     */
    void begin(Record<byte[], byte[]> record, long startNanos) {
        if (tracer.isOn()) {
            current = null;
            Header header = record.headers().lastHeader(TraceContext.HEADER);
            TraceContext sender = header == null || record.key() == null ? null : tracer.continued(header.value());
            if (sender != null) {
                current = new Traced(record.key(), sender, validation(record, sender, startNanos));
            }
        }
    }

    /** Creates the spans of the steps before the validation, and returns the span of the validation. */
    private RouteSpan validation(Record<byte[], byte[]> record, TraceContext sender, long startNanos) {
        VerifiedAhead ahead = VerifiedAhead.in(record.headers());
        long start = TraceClock.microsAt(startNanos);
        long polled = ahead == null ? start : TraceClock.microsAt(ahead.poll().startNanos());
        long sent = record.timestamp() * MICROS_PER_MS;
        tracer.child(TraceNames.KAFKA_QUEUE, sender, sent)
                .set(TraceNames.TOPIC, Topics.ROUTES)
                .end(Math.max(sent, polled));
        if (ahead != null) {
            tracer.child(TraceNames.VERIFY_AHEAD, sender, polled)
                    .set(TraceNames.POLL_RECORDS, ahead.poll().records())
                    .end(TraceClock.microsAt(ahead.poll().verifiedNanos()));
        }
        return tracer.child(TraceNames.VALIDATE, sender, start);
    }

    /** Returns the span of validating the current record; null for a route that is not traced. */
    @Nullable
    TraceContext current() {
        Traced traced = current;
        return traced == null ? null : traced.validation.context();
    }

    /** Ends the processing of a record. */
    void end() {
        Traced traced = current;
        if (traced != null) {
            if (!traced.published) {
                traced.validation.event(TraceNames.VERDICT_UNCHANGED, Map.of());
            }
            traced.validation.end(TraceClock.nowMicros());
            current = null;
        }
    }

    /**
     * Begins the spans of a verdict that is published in the current transaction. Returns the headers of the record;
     * null for a route that is not traced.
     *
     * @param verdict null if the route is withdrawn
     */
    @Nullable
    Headers traceVerdict(byte[] key, @Nullable Verdict verdict) {
        if (!tracer.isOn()) {
            return null;
        }
        Traced traced = current;
        TraceContext parent;
        if (traced != null && Arrays.equals(traced.key, key)) {
            traced.published = true;
            describe(traced.validation, verdict);
            parent = traced.sender;
        } else {
            parent = startRevalidation(key, verdict);
        }
        return parent == null ? null : headers(parent);
    }

    /** Begins the trace of a verdict without a record; returns null for a withdrawal, and without a trace. */
    private @Nullable TraceContext startRevalidation(byte[] key, @Nullable Verdict verdict) {
        if (verdict == null) {
            return null;
        }
        RouteSpan revalidation = tracer.start(TraceNames.REVALIDATE, key, verdict.getValidatedUs());
        if (revalidation == null) {
            return null;
        }
        describe(revalidation, verdict);
        revalidation.end(TraceClock.nowMicros());
        return revalidation.context();
    }

    private Headers headers(TraceContext parent) {
        RouteSpan commit =
                tracer.child(TraceNames.COMMIT, parent, TraceClock.nowMicros()).set(TraceNames.TOPIC, Topics.VERDICTS);
        uncommitted.add(commit);
        return new RecordHeaders().add(TraceContext.HEADER, commit.context().toHeader());
    }

    private static void describe(RouteSpan span, @Nullable Verdict verdict) {
        if (verdict == null) {
            span.event(TraceNames.VERDICT_WITHDRAWN, Map.of());
            return;
        }
        span.event(
                TraceNames.VERDICT,
                Map.of(
                        TraceNames.STATE,
                        verdict.getState().name(),
                        TraceNames.ORIGIN,
                        verdict.getOrigin().name(),
                        TraceNames.FINDINGS,
                        verdict.getFindingsList().stream().map(Finding::getRule).collect(Collectors.joining(","))));
    }
}
