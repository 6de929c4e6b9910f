// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.ASN;
import static org.pathproof.contracts.metrics.MetricLabels.FINDING;
import static org.pathproof.contracts.metrics.MetricLabels.KIND;
import static org.pathproof.contracts.metrics.MetricLabels.PARTITION;
import static org.pathproof.contracts.metrics.MetricLabels.PEER;
import static org.pathproof.contracts.metrics.MetricLabels.ROUTER;
import static org.pathproof.contracts.metrics.MetricLabels.STATE;
import static org.pathproof.contracts.metrics.MetricLabels.TYPE;

/** Names of metrics of the verdict store, its input and the event stream. */
public final class StoreMetricNames {
    // Verdict store and event stream
    /** Live routes in the verdict store of a replica, by state. Each replica holds all. */
    @Labels(STATE)
    public static final String STORE_ROUTES = "pathproof_store_routes";

    /** Live routes in the verdict store that break a rule, by finding. */
    @Labels(FINDING)
    public static final String STORE_FINDINGS = "pathproof_store_findings";

    /** Live routes in the verdict store with a BGPsec_PATH. */
    public static final String STORE_SIGNED_ROUTES = "pathproof_store_signed_routes";

    /** Live routes in the verdict store by the state of their origin (RFC 6811). */
    @Labels(STATE)
    public static final String STORE_ORIGIN_ROUTES = "pathproof_store_origin_routes";

    /** Live routes in the verdict store by the result of AS path verification (ASPA). */
    @Labels(STATE)
    public static final String STORE_ASPA_ROUTES = "pathproof_store_aspa_routes";

    /**
     * Live routes by router and state. Routers with the most routes have one series for each state. All others are
     * summed under {@code other}.
     */
    @Labels({ROUTER, STATE})
    public static final String STORE_ROUTER_ROUTES = "pathproof_store_router_routes";

    /**
     * Live routes whose path is NOT_VALID or MALFORMED, by router, peer and state. Sessions with the most such routes
     * have one series each. All others are summed under router and peer {@code other}.
     */
    @Labels({ROUTER, PEER, STATE})
    public static final String STORE_INVALID_ROUTES = "pathproof_store_invalid_routes";

    /**
     * Live routes whose origin is invalid (RFC 6811), by router and peer, bounded like pathproof_store_invalid_routes.
     */
    @Labels({ROUTER, PEER})
    public static final String STORE_ORIGIN_INVALID_ROUTES = "pathproof_store_origin_invalid_routes";

    /**
     * Live routes whose AS path is invalid by ASPA, by router and peer, bounded like pathproof_store_invalid_routes.
     */
    @Labels({ROUTER, PEER})
    public static final String STORE_ASPA_INVALID_ROUTES = "pathproof_store_aspa_invalid_routes";

    /**
     * Sessions that negotiated BGPsec and sent routes, none of them with a BGPsec_PATH, by router and peer, bounded
     * like pathproof_store_invalid_routes. Each RIB view of a peer is a session.
     */
    @Labels({ROUTER, PEER})
    public static final String STORE_STRIPPED_SESSIONS = "pathproof_store_stripped_sessions";

    /**
     * Live routes whose findings name an AS, by AS. ASes with the most routes have one series each. All others are
     * summed under {@code other}.
     */
    @Labels(ASN)
    public static final String STORE_OFFENDER_ROUTES = "pathproof_store_offender_routes";

    /**
     * Combinations of labels that are summed under {@code other}, because {@code pathproof.policy-api.metric-series}
     * others have more routes, by type: peer, origin, aspa,
     * stripped, asn, router.
     */
    @Labels(TYPE)
    public static final String STORE_SERIES_FOLDED = "pathproof_store_series_folded";

    /** Records of verdicts and sessions that the verdict store has read. */
    public static final String STORE_RECORDS = "pathproof_store_records_total";

    /** Time from a validator's verdict to its arrival in the verdict store, of the oldest record in each read. */
    public static final String STORE_LATENCY = "pathproof_store_latency_seconds";

    /** Records that the verdict store has not read, including those of open transactions; NaN while unknown. */
    public static final String STORE_LAG = "pathproof_store_lag_records";

    /**
     * Upper bound of the delay of the table behind the messages of routers: of the collectors, the validators and the
     * store together; 0 without any, NaN while unknown. Health fails above {@code pathproof.policy-api.max-delay}.
     */
    public static final String TABLE_DELAY = "pathproof_table_delay_seconds";

    /** Upper bound of the age of the oldest unread verdict; 0 without any, NaN while unknown. */
    public static final String STORE_DELAY = "pathproof_store_delay_seconds";

    /** Keys whose newest record the verdict store could not decode. */
    public static final String STORE_REJECTED = "pathproof_store_rejected_keys";

    /** Unprocessed route events of all validators, as the policy API measures them; NaN while unknown. */
    public static final String VALIDATION_LAG = "pathproof_judging_lag_records";

    /** Upper bound of the age of the oldest unprocessed route event; 0 without any, NaN while unknown. */
    public static final String VALIDATION_DELAY = "pathproof_judging_delay_seconds";

    /** Seconds since the last response of Kafka to the verdict store. */
    public static final String STORE_AGE = "pathproof_store_last_contact_age_seconds";

    /** 1 after the verdict store has read all records from before its start. */
    public static final String STORE_READY = "pathproof_store_ready";

    /**
     * Rows of the verdict store by partition of the verdicts: live routes, and those of sessions that are down until
     * they are withdrawn.
     */
    @Labels(PARTITION)
    public static final String STORE_ROWS = "pathproof_store_rows";

    /**
     * Records from before the start that the verdict store has not read yet, by partition of the verdicts. No series
     * after that.
     */
    @Labels(PARTITION)
    public static final String STORE_UNREAD = "pathproof_store_unread_records";

    /**
     * Memory of the verdict store by type: rows, free-places (in pages that have rows), free-pages, prefixes (with the
     * summaries of their rows), dictionaries (paths, attributes and other content that rows share).
     */
    @Labels(TYPE)
    public static final String STORE_MEMORY = "pathproof_store_memory_bytes";

    /** Seconds since the content of the newest snapshot of the verdict store; NaN without a snapshot. */
    public static final String STORE_SNAPSHOT_AGE = "pathproof_store_snapshot_age_seconds";

    /** Size of the newest snapshot of the verdict store. */
    public static final String STORE_SNAPSHOT_BYTES = "pathproof_store_snapshot_bytes";

    /** Snapshots of the verdict store that could not be written. */
    public static final String STORE_SNAPSHOT_FAILURES = "pathproof_store_snapshot_failures_total";

    /**
     * 1 while an expected router is lost and not acknowledged, 0 while it is not, by router. 1,000 routers have series,
     * the lost ones first. Further lost ones are counted under {@code other}.
     */
    @Labels(ROUTER)
    public static final String ROUTER_LOST = "pathproof_router_lost";

    /**
     * 1 while an expected peer is lost and not acknowledged, 0 while it is not, by router and peer, bounded like
     * pathproof_router_lost. A peer of a lost router keeps its value.
     */
    @Labels({ROUTER, PEER})
    public static final String PEER_LOST = "pathproof_peer_lost";

    /** Routers and peers that are up and not expected, because a bound of the inventory is reached. */
    public static final String INVENTORY_UNLEARNED = "pathproof_inventory_unlearned";

    /** Incidents by kind and state (open, acknowledged, muted). */
    @Labels({KIND, STATE})
    public static final String INCIDENTS = "pathproof_incidents";

    /** Refused routes that exports of prefix sets remember. */
    public static final String EXPORT_REMEMBERED = "pathproof_export_remembered_routes";

    /** 1 while exports do not remember further routes, because they remember the maximum number. */
    public static final String EXPORT_MEMORY_FULL = "pathproof_export_memory_full";

    /** Subscribers of the event stream. */
    public static final String EVENT_SUBSCRIBERS = "pathproof_event_subscribers";

    private StoreMetricNames() {}
}
