// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static org.slf4j.MarkerFactory.getMarker;

import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes at most {@value #MAX_SPANS} ended spans at a time to the batches of OpenTelemetry, and drops further ones. So
 * memory is bounded, and {@link #onEnd} never waits. Counts and logs batches that cannot be exported.
 */
final class SpanQueue implements SpanProcessor {
    /** About 2 MB of memory, and ten seconds of spans at the default limit. */
    static final int MAX_SPANS = 2_048;

    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Logger log = LoggerFactory.getLogger(SpanQueue.class);
    /** The exporter's own logger, kept because the JDK forgets levels of unreferenced loggers. */
    private static final java.util.logging.Logger EXPORTER_LOG =
            java.util.logging.Logger.getLogger("io.opentelemetry.exporter");

    private final String url;
    private final SpanCounts counts;
    private final AtomicInteger queued = new AtomicInteger();
    private final BatchSpanProcessor batches;

    /**
     * Creates an empty queue.
     *
     * @param exporter sends the spans; closed with this object
     * @param url name of the receiver, for logs
     */
    SpanQueue(SpanExporter exporter, String url, SpanCounts counts) {
        EXPORTER_LOG.setLevel(Level.OFF); // each failure is logged below, with the limit of repeated lines
        this.url = url;
        this.counts = counts;
        this.batches = BatchSpanProcessor.builder(new Reporting(exporter))
                .setMaxQueueSize(MAX_SPANS)
                .setScheduleDelay(DELAY)
                .setExporterTimeout(TIMEOUT)
                .build();
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        // Only ended spans are exported.
    }

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (queued.incrementAndGet() > MAX_SPANS) {
            queued.decrementAndGet();
            counts.addDropped();
        } else {
            batches.onEnd(span);
        }
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public CompletableResultCode shutdown() {
        return batches.shutdown();
    }

    @Override
    public CompletableResultCode forceFlush() {
        return batches.forceFlush();
    }

    private void recordFailure(int spans, @Nullable Throwable why) {
        counts.addFailed(spans);
        log.warn(
                getMarker("trace-export-failed"),
                "spans not exported, they are dropped: url={} spans={} error=\"{}\"",
                url,
                spans,
                why == null ? "no answer" : String.valueOf(why.getMessage()));
    }

    /** Reports the result of each batch. */
    private final class Reporting implements SpanExporter {
        private final SpanExporter exporter;

        private Reporting(SpanExporter exporter) {
            this.exporter = exporter;
        }

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            int number = spans.size();
            CompletableResultCode result = exporter.export(spans);
            result.whenComplete(() -> {
                queued.addAndGet(-number);
                if (result.isSuccess()) {
                    counts.addExported(number);
                } else {
                    recordFailure(number, result.getFailureThrowable());
                }
            });
            return result;
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }
}
