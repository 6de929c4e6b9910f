// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

/** Names of spans, and of attributes that several services set. docs/operators/tracing.md explains them. */
public final class TraceNames {
    // Spans of the collector
    public static final String BMP_RECEIVE = "bmp receive";
    public static final String KAFKA_SEND = "kafka send";

    // Spans of the validator
    public static final String KAFKA_QUEUE = "kafka queue";
    public static final String VERIFY_AHEAD = "verify ahead";
    public static final String VALIDATE = "validate";
    public static final String REVALIDATE = "revalidate";
    public static final String COMMIT = "commit";

    // Spans of the policy API
    public static final String VERDICT_TO_TABLE = "verdict to table";
    public static final String BGP_FEED_OUT = "bgp feed out";
    public static final String RTR_FEED_OUT = "rtr feed out";

    // Events
    public static final String VERDICT = "verdict";
    public static final String VERDICT_UNCHANGED = "verdict unchanged";
    public static final String VERDICT_WITHDRAWN = "verdict withdrawn";

    // Attributes
    public static final String ROUTER = "pathproof.router";
    public static final String PEER = "pathproof.peer";
    public static final String PREFIX = "pathproof.prefix";
    public static final String VIEW = "pathproof.view";
    public static final String STATE = "pathproof.state";
    public static final String ORIGIN = "pathproof.origin";
    public static final String FINDINGS = "pathproof.findings";
    public static final String SERIAL = "pathproof.rtr.serial";
    public static final String CHANGE = "pathproof.change";
    public static final String POLL_RECORDS = "pathproof.poll.records";
    public static final String TOPIC = "messaging.destination.name";
    public static final String PARTITION = "messaging.destination.partition.id";
    public static final String OFFSET = "messaging.kafka.offset";

    private TraceNames() {}
}
