// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.pathproof.contracts.metrics.FeedMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.telemetry.latency.Latency;
import org.pathproof.telemetry.latency.LatencyHistograms;
import org.pathproof.verdictstore.input.VerdictTime;

/** Records the times from verdicts to the changes of feeds, as {@link FeedMetricNames#FEED_LATENCY}. Thread-safe. */
public final class FeedLatency {
    /** Records nothing. */
    public static final FeedLatency NONE = new FeedLatency(Latency.NONE, Latency.NONE, Latency.NONE, Clock.systemUTC());

    private static final String BGP = "bgp";
    private static final String RTR = "rtr";
    private static final String SRX = "srx";

    private final Latency bgp;
    private final Latency rtr;
    private final Latency srx;
    private final Clock clock;

    private FeedLatency(Latency bgp, Latency rtr, Latency srx, Clock clock) {
        this.bgp = bgp;
        this.rtr = rtr;
        this.srx = srx;
        this.clock = clock;
    }

    /** Registers the histogram. */
    public static FeedLatency of(MeterRegistry registry, Clock clock) {
        Map<String, Latency> feeds = LatencyHistograms.register(
                registry, FeedMetricNames.FEED_LATENCY, MetricLabels.FEED, List.of(BGP, RTR, SRX));
        return new FeedLatency(
                feeds.getOrDefault(BGP, Latency.NONE),
                feeds.getOrDefault(RTR, Latency.NONE),
                feeds.getOrDefault(SRX, Latency.NONE),
                clock);
    }

    /** Records that the Adj-RIB-Out of a router has a change that a verdict caused. */
    public void recordAdvertisement(VerdictTime verdict) {
        record(bgp, verdict);
    }

    /** Records that the derived origin feed has a serial that a verdict caused. */
    public void recordSerial(VerdictTime verdict) {
        record(rtr, verdict);
    }

    /** Records that a result was passed to an SRx router, this time after the request or the change of the RPKI set. */
    public void recordResponse(long nanos) {
        srx.record(nanos, null);
    }

    private void record(Latency feed, VerdictTime verdict) {
        feed.record(TimeUnit.MILLISECONDS.toNanos(clock.millis() - verdict.millis()), verdict.trace());
    }
}
