// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.CODE;
import static org.pathproof.contracts.metrics.MetricLabels.FAMILY;
import static org.pathproof.contracts.metrics.MetricLabels.FINDING;
import static org.pathproof.contracts.metrics.MetricLabels.LAYER;
import static org.pathproof.contracts.metrics.MetricLabels.PEER;
import static org.pathproof.contracts.metrics.MetricLabels.REASON;
import static org.pathproof.contracts.metrics.MetricLabels.RESULT;
import static org.pathproof.contracts.metrics.MetricLabels.ROUTER;
import static org.pathproof.contracts.metrics.MetricLabels.STATE;
import static org.pathproof.contracts.metrics.MetricLabels.STATISTIC;
import static org.pathproof.contracts.metrics.MetricLabels.TYPE;

/** Names of metrics of the collector: BMP connections, sessions, and records that the collector writes. */
public final class CollectorMetricNames {
    // Collector
    /** BMP messages received, by router and type. */
    @Labels({ROUTER, TYPE})
    public static final String BMP_MESSAGES = "pathproof_bmp_messages_total";

    /** BMP bytes received, by router. */
    @Labels(ROUTER)
    public static final String BMP_BYTES = "pathproof_bmp_bytes_total";

    /** Open BMP connections. */
    public static final String BMP_CONNECTIONS = "pathproof_bmp_connections";

    /** Open BMP connections of routers that another collector owns. */
    public static final String BMP_STANDING_BY = "pathproof_bmp_standing_by";

    /** BMP connections that the collector refused or closed, by reason. */
    @Labels(REASON)
    public static final String BMP_CLOSED = "pathproof_bmp_connections_closed_total";

    /**
     * Connections of routers with a description in their certificate, by result: applied, refused (malformed, or beyond
     * {@code pathproof.collector.onboarding}), ignored (onboarding is off, or the access rule has {@code shared}).
     */
    @Labels(RESULT)
    public static final String ROUTER_DESCRIPTIONS = "pathproof_router_descriptions_total";

    /**
     * The newest value of a statistic that a router reported (RFC 7854 section 4.8), by router, peer, statistic and
     * family.
     */
    @Labels({ROUTER, PEER, STATISTIC, FAMILY})
    public static final String BMP_STATISTIC = "pathproof_bmp_statistic";

    /** Earliest nextUpdate of the CRLs for BMP over TLS, seconds since 1970. Exists with a CRL. */
    public static final String BMP_CRL_NEXT_UPDATE = "pathproof_bmp_crl_next_update_timestamp_seconds";

    /** Arrival of the last BMP message of a router, seconds since 1970. */
    @Labels(ROUTER)
    public static final String BMP_LAST_MESSAGE = "pathproof_bmp_last_message_timestamp_seconds";

    /**
     * Connections of routers without time series of their own: 1,000 other connected routers have them. Such routers
     * share the label {@code other}.
     */
    public static final String ROUTERS_FOLDED = "pathproof_routers_folded_total";

    /** Open connections of routers that share the label {@code other}. */
    public static final String ROUTERS_FOLDED_NOW = "pathproof_routers_sharing_label";

    /**
     * Time for which the collector stopped reading BMP connections because messages arrived faster than it processed
     * them, summed over connections.
     */
    public static final String BMP_BACKPRESSURE = "pathproof_bmp_backpressure_seconds_total";

    /**
     * Upper bound of the age of the oldest message of a router whose records Kafka has not acknowledged. The message
     * may wait for an event loop, in the queue of its connection, and for Kafka.
     */
    public static final String DELAY = "pathproof_collector_delay_seconds";

    /** Route events published, by type: announcement, withdrawal, mark. */
    @Labels(TYPE)
    public static final String ROUTE_EVENTS = "pathproof_route_events_total";

    /**
     * Routes announced in UPDATEs that break a rule of BGP or BGPsec, by router and broken rule. These routes are
     * MALFORMED, except those with attribute-discarded alone.
     */
    @Labels({ROUTER, FINDING})
    public static final String UPDATE_FINDINGS = "pathproof_update_findings_total";

    /** Sessions of this collector, by state. */
    @Labels(STATE)
    public static final String SESSIONS = "pathproof_sessions";

    /**
     * Sessions and peers that the collector did not accept because a bound is reached, by bound: SESSIONS,
     * UNKNOWN_SESSIONS, UNKNOWN_SESSIONS_OF_ADDRESS, UNKNOWN_ROUTERS, ROUTERS_OF_ADDRESS. Their routes are missing.
     */
    @Labels(REASON)
    public static final String SESSIONS_REFUSED = "pathproof_sessions_refused_total";

    /** Oldest sessions of disconnected routers that the collector deleted to keep a bound. */
    public static final String SESSIONS_SHED = "pathproof_sessions_shed_total";

    /** Sessions that negotiated BGPsec and sent routes, none of them with a BGPsec_PATH. */
    public static final String SESSIONS_STRIPPED = "pathproof_sessions_bgpsec_stripped";

    /** Sessions that are up with a warning about their table, by reason: the {@code table_warning} of the session. */
    @Labels(REASON)
    public static final String SESSIONS_WITHOUT_TABLE = "pathproof_sessions_without_table";

    /**
     * Warnings about the table of a session that began, by router and reason: the {@code table_warning} of the session.
     */
    @Labels({ROUTER, REASON})
    public static final String TABLE_WARNINGS = "pathproof_table_warnings_total";

    /** Peer Down messages about peers that the router had not reported with a Peer Up, by router. */
    @Labels(ROUTER)
    public static final String PEER_DOWN_UNKNOWN = "pathproof_peer_down_unknown_total";

    /** Route Mirroring messages that report lost messages. */
    @Labels(ROUTER)
    public static final String MIRROR_LOST = "pathproof_mirroring_lost_total";

    /**
     * Routes that are ignored in monitored announcements, because their mirrored copy has BGPsec_PATH, by router.
     */
    @Labels(ROUTER)
    public static final String MIRROR_PREFERRED = "pathproof_mirroring_preferred_total";

    /**
     * Mirrored paths with BGPsec_PATH that the collector forgot to keep a bound, by router. Monitored copies without
     * the attribute can replace them.
     */
    @Labels(ROUTER)
    public static final String MIRROR_FORGOTTEN = "pathproof_mirroring_forgotten_total";

    /**
     * BGP messages and BMP statistics that the collector did not use, by router and reason: no-session (no Peer Up
     * before), family (no route of IPv4 or IPv6 unicast), mirrored-loc-rib (RFC 9069 section 5.5), mirrored-sent (sent
     * by the router, RFC 8671 section 6.1), peer-not-allowed and view-not-allowed ({@code pathproof.collector.routers},
     * or the router's certificate), local-as-not-allowed (the router's certificate), quota (a bound of sessions is
     * reached), statistic (too many), feed (sent by Pathproof itself).
     */
    @Labels({ROUTER, REASON})
    public static final String BMP_IGNORED = "pathproof_bmp_ignored_total";

    /** Size of the records that Kafka has not acknowledged yet. */
    public static final String PRODUCE_IN_FLIGHT = "pathproof_produce_in_flight_bytes";

    /** Inputs that could not be decoded, by layer and code. */
    @Labels({LAYER, CODE})
    public static final String REJECTS = "pathproof_rejects_total";

    /** Time from sending a record to Kafka's acknowledgement. */
    public static final String PRODUCE_LATENCY = "pathproof_produce_latency_seconds";

    /** 1 while messages of routers are read; 0 while reading is paused because the disk is nearly full. */
    public static final String INTAKE_OPEN = "pathproof_intake_open";

    /** Partitions of OpenBMP topics whose records were deleted before this collector read them. */
    public static final String RAW_GAPS = "pathproof_openbmp_gaps_total";

    /** Records that Kafka refused permanently. */
    public static final String PRODUCE_ERRORS = "pathproof_produce_errors_total";

    /** OpenBMP records consumed, by type: bmp, heartbeat, rekeyed, reject. */
    @Labels(TYPE)
    public static final String OPENBMP_RECORDS = "pathproof_openbmp_records_total";

    private CollectorMetricNames() {}
}
