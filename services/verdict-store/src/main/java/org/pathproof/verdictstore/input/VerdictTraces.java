// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Session;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.telemetry.tracing.RouteSpan;
import org.pathproof.telemetry.tracing.RouteTracer;
import org.pathproof.telemetry.tracing.RouteTracers;
import org.pathproof.telemetry.tracing.TraceClock;
import org.pathproof.telemetry.tracing.TraceContext;
import org.pathproof.telemetry.tracing.TraceNames;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The traces of the policy API: a verdict on its way into the table, and the first change of its prefix in each feed
 * afterwards. Thread-safe, except for {@link #onPoll} and {@link #entered}, which the follower's thread calls.
 */
public final class VerdictTraces {
    /** Traces no route. */
    public static final VerdictTraces OFF = new VerdictTraces(RouteTracers.OFF);

    private static final String DERIVED_ORIGINS = "derived-origins";

    private final RouteTracer tracer;
    private final TracedPrefixes recent = new TracedPrefixes();
    private long polledMicros;

    public VerdictTraces(RouteTracer tracer) {
        this.tracer = tracer;
    }

    /** Returns false if no route is traced. */
    public boolean isOn() {
        return tracer.isOn();
    }

    /** Records the time at which a poll has returned, microseconds since 1970. Its verdicts enter the table next. */
    void onPoll(long micros) {
        polledMicros = micros;
    }

    /**
     * Records that a verdict has changed the table. The caller passes the change to the feeds afterwards.
     *
     * @return position of the new span; null for a route that is not traced
     */
    @Nullable
    TraceContext entered(ConsumerRecord<byte[], byte[]> verdict, RouteChange change) {
        Header header = tracer.isOn() ? verdict.headers().lastHeader(TraceContext.HEADER) : null;
        TraceContext parent = header == null ? null : tracer.continued(header.value());
        if (parent == null) {
            return null;
        }
        RouteSpan entering = tracer.child(TraceNames.VERDICT_TO_TABLE, parent, polledMicros)
                .set(TraceNames.PREFIX, change.key().prefix().toString())
                .set(TraceNames.TOPIC, verdict.topic())
                .set(TraceNames.PARTITION, verdict.partition())
                .set(TraceNames.OFFSET, verdict.offset());
        describe(entering, change.after());
        long now = TraceClock.nowMicros();
        Session session = change.sessionView().session().orElse(Session.getDefaultInstance());
        recent.put(change.key().prefix(), session, entering.context(), now);
        entering.end(now);
        return entering.context();
    }

    private static void describe(RouteSpan span, @Nullable Route after) {
        if (after == null) {
            span.set(TraceNames.CHANGE, "withdrawal");
        } else {
            span.set(TraceNames.CHANGE, "verdict")
                    .set(TraceNames.STATE, after.state().name())
                    .set(TraceNames.ORIGIN, after.origin().name())
                    .set(
                            TraceNames.FINDINGS,
                            after.rules().stream().map(Rule::label).sorted().collect(Collectors.joining(",")));
        }
    }

    /**
     * Records that the Adj-RIB-Out of a router has a change. Only verdicts on paths of that router cause it.
     *
     * @param router name of the router in the settings
     * @param announced false for a withdrawal
     */
    public void recordAdvertisement(String router, Prefix prefix, boolean announced) {
        TracedPrefixes.Entered entered = recent.take(prefix, router, SessionSelector.parse(router)::isRouterOf);
        RouteSpan span =
                entered == null ? null : tracer.further(TraceNames.BGP_FEED_OUT, entered.context(), entered.micros());
        if (span != null) {
            span.set(TraceNames.ROUTER, router)
                    .set(TraceNames.PREFIX, prefix.toString())
                    .set(TraceNames.CHANGE, announced ? "announcement" : "withdrawal")
                    .end(TraceClock.nowMicros());
        }
    }

    /** Records that the derived origin feed has a new serial. */
    public void recordSerial(RpkiChange change) {
        List<Vrp> changed = Stream.concat(change.announced().stream(), change.withdrawn().stream())
                .filter(Vrp.class::isInstance)
                .map(Vrp.class::cast)
                .toList();
        for (Prefix prefix : recent.prefixes()) {
            if (changed.stream().anyMatch(vrp -> vrp.prefix().covers(prefix))) {
                recordSerial(prefix, change.after().serial().value());
            }
        }
    }

    private void recordSerial(Prefix prefix, long serial) {
        TracedPrefixes.Entered entered = recent.take(prefix, DERIVED_ORIGINS, _ -> true);
        RouteSpan span =
                entered == null ? null : tracer.further(TraceNames.RTR_FEED_OUT, entered.context(), entered.micros());
        if (span != null) {
            span.set(TraceNames.PREFIX, prefix.toString())
                    .set(TraceNames.SERIAL, serial)
                    .end(TraceClock.nowMicros());
        }
    }
}
