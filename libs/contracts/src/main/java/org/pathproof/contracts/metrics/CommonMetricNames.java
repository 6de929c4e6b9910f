// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.JAVA;
import static org.pathproof.contracts.metrics.MetricLabels.NAME;
import static org.pathproof.contracts.metrics.MetricLabels.RESULT;
import static org.pathproof.contracts.metrics.MetricLabels.SERVICE;
import static org.pathproof.contracts.metrics.MetricLabels.USE;
import static org.pathproof.contracts.metrics.MetricLabels.VERSION;

/** Names of metrics of every service. */
public final class CommonMetricNames {
    // Every service
    /** Always 1; its labels name the versions of Pathproof and of Java. */
    @Labels({VERSION, JAVA})
    public static final String BUILD_INFO = "pathproof_build";

    /**
     * Spans of traced routes, by service and result: exported, failed (the receiver did not accept them), dropped (the
     * queue was full), limited (more than {@code pathproof.tracing.spans-per-second}).
     */
    @Labels({SERVICE, RESULT})
    public static final String TRACE_SPANS = "pathproof_trace_spans_total";

    /**
     * Earliest expiry in the certificate chain of a file that a service uses for its connections, seconds since 1970,
     * by use: bmp, rtr-listener, bgp-feed, rpki-source, redis, http; with the name of the listener, router or source.
     * Not a number while the file cannot be read.
     */
    @Labels({USE, NAME})
    public static final String CERTIFICATE_EXPIRES = "pathproof_certificate_expiry_timestamp_seconds";

    private CommonMetricNames() {}
}
