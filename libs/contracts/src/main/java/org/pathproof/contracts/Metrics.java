// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

/**
 * Names and labels of metrics, as Prometheus shows them. Counters end in {@code _total}. No label has IP prefixes as
 * values.
 *
 * <p>Micrometer gets these names unchanged: its Prometheus registry adds {@code _total} only where it is missing. The
 * comments are the help texts of Prometheus and the text of docs/reference/metrics.md.
 */
public final class Metrics {
    // Labels
    public static final String ROUTER = "router";
    public static final String PEER = "peer";
    public static final String CACHE = "cache";
    public static final String FINDING = "finding";
    public static final String STATE = "state";
    public static final String STATISTIC = "statistic";
    public static final String FAMILY = "family";
    public static final String TYPE = "type";
    public static final String VIEW = "view";
    public static final String LAYER = "layer";
    public static final String CODE = "code";
    public static final String REASON = "reason";
    public static final String CLIENT = "client";
    public static final String ENGINE = "engine";
    public static final String ASN = "asn";
    public static final String LIMIT = "limit";
    public static final String LISTENER = "listener";
    public static final String CHANGE = "change";
    public static final String VERSION = "version";
    public static final String JAVA = "java";
    public static final String SERVICE = "service";
    public static final String RESULT = "result";
    public static final String KIND = "kind";
    public static final String USE = "use";
    public static final String NAME = "name";
    public static final String FEED = "feed";

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
     * Connections of routers without time series of their own: 1,000 other routers have them. Such routers share the
     * label {@code other}.
     */
    public static final String ROUTERS_FOLDED = "pathproof_routers_folded_total";

    /**
     * Time for which the collector stopped reading BMP connections because messages arrived faster than it processed
     * them, summed over connections.
     */
    public static final String BMP_BACKPRESSURE = "pathproof_bmp_backpressure_seconds_total";

    /** Route events published, by type: announcement, withdrawal, mark. */
    @Labels(TYPE)
    public static final String ROUTE_EVENTS = "pathproof_route_events_total";

    /**
     * Routes announced in UPDATEs that break a rule of BGP or BGPsec, by router and broken rule. The validator judges
     * these routes MALFORMED.
     */
    @Labels({ROUTER, FINDING})
    public static final String UPDATE_FINDINGS = "pathproof_update_findings_total";

    /** Sessions of this collector, by state. */
    @Labels(STATE)
    public static final String SESSIONS = "pathproof_sessions";

    /** Sessions that negotiated BGPsec and sent routes, none of them with a BGPsec_PATH. */
    public static final String SESSIONS_STRIPPED = "pathproof_sessions_bgpsec_stripped";

    /** Sessions that are up with an incomplete table, by reason: only-withdrawals, only-mirrored, mirrored-not-used. */
    @Labels(REASON)
    public static final String SESSIONS_WITHOUT_TABLE = "pathproof_sessions_without_table";

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
     * BGP messages and BMP statistics that the collector did not use, by router and reason: no-session (no Peer Up
     * before), family (no route of IPv4 or IPv6 unicast), mirrored-loc-rib (RFC 9069 section 5.5), peer-not-allowed and
     * view-not-allowed ({@code pathproof.collector.routers}, or the router's certificate), local-as-not-allowed (the
     * router's certificate), statistic (too many), feed (sent by Pathproof itself).
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

    // Key-sync
    /** Objects of the RPKI set, by type: router-key, vrp, aspa. */
    @Labels(TYPE)
    public static final String RPKI_OBJECTS = "pathproof_rpki_objects";

    /** Serial of the RPKI set. */
    public static final String RPKI_SERIAL = "pathproof_rpki_serial";

    /** Last confirmation of the RPKI set by a cache, seconds since 1970. */
    public static final String RPKI_LAST_UPDATE = "pathproof_rpki_last_update_timestamp_seconds";

    /** 1 while the session with a cache is up, by cache. */
    @Labels(CACHE)
    public static final String RTR_CACHE_UP = "pathproof_rtr_cache_up";

    /** 1 for the current state of the session with a cache, by cache and state. */
    @Labels({CACHE, STATE})
    public static final String RTR_CLIENT_STATE = "pathproof_rtr_client_state";

    /** Last confirmation of a cache's data, seconds since 1970, by cache; 0 for never. */
    @Labels(CACHE)
    public static final String RTR_CLIENT_LAST_UPDATE = "pathproof_rtr_client_last_update_timestamp_seconds";

    /** Expiry of a cache's data without another confirmation, seconds since 1970, by cache; 0 without data. */
    @Labels(CACHE)
    public static final String RTR_CLIENT_EXPIRES = "pathproof_rtr_client_expiry_timestamp_seconds";

    /** Serial of a cache's data, by cache. */
    @Labels(CACHE)
    public static final String RTR_CLIENT_SERIAL = "pathproof_rtr_client_serial";

    /** Objects of a cache, by cache and type: router-key, vrp, aspa. */
    @Labels({CACHE, TYPE})
    public static final String RTR_CLIENT_OBJECTS = "pathproof_rtr_client_objects";

    /** Objects that a cache added or removed, by cache, type and change: announced, withdrawn. */
    @Labels({CACHE, TYPE, CHANGE})
    public static final String RTR_CLIENT_CHANGES = "pathproof_rtr_client_changes_total";

    /** 1 while the RPKI set in force comes from this source, by cache. */
    @Labels(CACHE)
    public static final String RTR_CLIENT_CHOSEN = "pathproof_rtr_client_chosen";

    /** 1 while newer data of a source is delayed, because it lacks many objects, by cache. */
    @Labels(CACHE)
    public static final String RPKI_SOURCE_HELD = "pathproof_rpki_source_held";

    /** Refused objects in the newest data of a source, by cache. */
    @Labels(CACHE)
    public static final String RPKI_SOURCE_REFUSED = "pathproof_rpki_source_refused";

    /** Objects that differ from the data of the sources in use, by cache and kind: extra, missing. */
    @Labels({CACHE, KIND})
    public static final String RPKI_SOURCE_DIFFERENCES = "pathproof_rpki_source_differences";

    /** Router keys dropped because they are malformed or have a wrong SKI. */
    public static final String ROUTER_KEYS_REFUSED = "pathproof_router_keys_refused";

    /** Router certificates of files, by state: accepted, expiring, refused. Expiring ones are accepted, too. */
    @Labels(STATE)
    public static final String ROUTER_CERTIFICATES = "pathproof_router_certificates";

    /** Earliest expiry of an accepted router certificate or its chain, seconds since 1970; 0 for no certificate. */
    public static final String ROUTER_CERTIFICATE_EXPIRES = "pathproof_router_certificate_expiry_timestamp_seconds";

    /** CRLs of router certificates that are stale and in use. */
    public static final String ROUTER_CERTIFICATE_STALE_CRLS = "pathproof_router_certificate_stale_crls";

    /** 1 on the instance that writes to Redis. */
    public static final String KEY_SYNC_LEADER = "pathproof_key_sync_leader";

    // Validator
    /** Published verdicts, by state. */
    @Labels(STATE)
    public static final String VERDICTS = "pathproof_verdicts_total";

    /** Findings of verdicts, by finding. */
    @Labels(FINDING)
    public static final String FINDINGS = "pathproof_findings_total";

    /** Signatures verified. */
    public static final String SIGNATURES = "pathproof_signatures_total";

    /** Repeated validations of stored routes: after a change of the RPKI, or after a failed validation. */
    public static final String REJUDGED = "pathproof_rejudged_total";

    /** Routes stored by a validator, by state. */
    @Labels(STATE)
    public static final String ROUTES = "pathproof_routes";

    /** Memory of the rows of routes, by type: key, rest (the row without its key, and the overhead of the store). */
    @Labels(TYPE)
    public static final String ROW_BYTES = "pathproof_row_bytes";

    /** Withdrawals of unknown routes. */
    public static final String WITHDRAWALS_UNKNOWN = "pathproof_withdrawals_unknown_total";

    /** Time from receiving a route to its verdict. */
    public static final String VERDICT_LATENCY = "pathproof_verdict_latency_seconds";

    /** Signatures whose result was cached, from another router or an earlier table. */
    public static final String SIGNATURES_REMEMBERED = "pathproof_signatures_remembered_total";

    /**
     * Cached verification results. The hit rate is pathproof_signatures_remembered_total /
     * (pathproof_signatures_remembered_total + pathproof_signatures_total).
     */
    public static final String SIGNATURES_KNOWN = "pathproof_signatures_known";

    /** Signatures in one call of the engine. */
    public static final String SIGNATURE_BATCH = "pathproof_signature_batch";

    /** Signatures verified during processing, because they were not verified ahead. */
    public static final String AHEAD_MISSES = "pathproof_ahead_misses_total";

    /** Polls whose signatures could not be verified ahead because of an error. */
    public static final String AHEAD_FAILURES = "pathproof_ahead_failures_total";

    /** Validations of routes that failed because of an error in Pathproof. */
    public static final String JUDGE_FAILURES = "pathproof_judge_failures_total";

    /**
     * Routes whose last validation failed because of an error in Pathproof. Their verdicts have the finding {@code
     * judging-failed}.
     */
    public static final String ROUTES_FAILED = "pathproof_routes_judging_failed";

    /**
     * Routes that await a new proof because a signature engine gave a wrong result. Their verdicts have the finding
     * {@code proof-doubted}.
     */
    public static final String ROUTES_DOUBTED = "pathproof_routes_proof_doubted";

    /** Route events of an epoch that has ended. */
    public static final String STALE_EVENTS = "pathproof_stale_events_total";

    /** Routes withdrawn because their session went down or did not announce them again. */
    public static final String SWEPT = "pathproof_swept_total";

    /** Router keys in use; 0 without a complete RPKI set. */
    public static final String VALIDATOR_KEYS = "pathproof_validator_keys";

    /** 1 while the RPKI set is complete. */
    public static final String VALIDATOR_READY = "pathproof_validator_ready";

    /** Serial of the RPKI set in use by the validator. */
    public static final String VALIDATOR_SERIAL = "pathproof_validator_rpki_serial";

    /** Partitions of route events whose records were deleted before this validator processed them. */
    public static final String ROUTE_GAPS = "pathproof_route_gaps_total";

    /** Partitions whose rows this validator lost with a changelog, or whose topic of route events was deleted. */
    public static final String STATE_LOSSES = "pathproof_state_losses_total";

    /**
     * Sessions whose routes may be wrong: route events were deleted unprocessed, a topic lost its content, or a
     * signature engine gave a wrong result. A session counts until its table is complete again.
     */
    public static final String GAP_SESSIONS = "pathproof_gap_sessions";

    /** Unprocessed route events of a validator's partitions, from offsets; NaN while unknown. */
    public static final String VALIDATOR_LAG = "pathproof_validator_lag";

    /** Rows still to be read from changelogs, of new partitions and of standby copies. */
    public static final String VALIDATOR_RESTORE_LAG = "pathproof_validator_restore_lag";

    /**
     * Age of the oldest pending revalidation after a change of the RPKI, or pending sweep after the end of a session; 0
     * without any.
     */
    public static final String VALIDATOR_UPKEEP = "pathproof_validator_upkeep_delay_seconds";

    /** Partitions with a standby copy in this validator. */
    public static final String VALIDATOR_STANDBY_PARTITIONS = "pathproof_validator_standby_partitions";

    /** Always 1; its label names the engine that verifies signatures. */
    @Labels(ENGINE)
    public static final String ENGINE_NAME = "pathproof_engine";

    /**
     * 1 while the engine is trusted; 0 after a wrong result or a failure, when Bouncy Castle verifies alone and slowly.
     */
    public static final String ENGINE_TRUSTED = "pathproof_engine_trusted";

    /**
     * Verified signatures, by type: fast, slow (key without a table, or with too many undecided signatures), undecided
     * (left to Bouncy Castle).
     */
    @Labels(TYPE)
    public static final String ENGINE_ANSWERS = "pathproof_engine_answers_total";

    /** Router keys known to the engine, with and without a table. */
    public static final String ENGINE_KEYS = "pathproof_engine_keys";

    /** Tables of router keys built. */
    public static final String ENGINE_TABLES_BUILT = "pathproof_engine_tables_built_total";

    /** Tables of router keys evicted for others. A steady increase means that the memory for tables is too small. */
    public static final String ENGINE_TABLES_EVICTED = "pathproof_engine_tables_evicted_total";

    /** Memory of the tables of router keys, outside the Java heap. */
    public static final String ENGINE_TABLE_BYTES = "pathproof_engine_table_bytes";

    /** Results rechecked with Bouncy Castle. */
    public static final String ENGINE_CHECKED = "pathproof_engine_checked_total";

    /** Wrong results among the rechecked ones. Alert on any increase. */
    public static final String ENGINE_DISAGREEMENTS = "pathproof_engine_disagreements_total";

    // Policy API
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
     * Live routes whose findings name an AS, by AS. ASes with the most routes have one series each. All others are
     * summed under {@code other}.
     */
    @Labels(ASN)
    public static final String STORE_OFFENDER_ROUTES = "pathproof_store_offender_routes";

    /**
     * Combinations of labels that are summed under {@code other}, because {@code pathproof.policy-api.metric-series}
     * others have more routes, by type: peer, origin, asn, router.
     */
    @Labels(TYPE)
    public static final String STORE_SERIES_FOLDED = "pathproof_store_series_folded";

    /** Records of verdicts and sessions that the verdict store has read. */
    public static final String STORE_RECORDS = "pathproof_store_records_total";

    /** Time from a validator's verdict to its arrival in the verdict store, of the oldest record in each read. */
    public static final String STORE_LATENCY = "pathproof_store_latency_seconds";

    /** Records that the verdict store has not read, including those of open transactions; NaN while unknown. */
    public static final String STORE_LAG = "pathproof_store_lag_records";

    /** Upper bound of the age of the oldest unread verdict; 0 without any, NaN while unknown. */
    public static final String STORE_DELAY = "pathproof_store_delay_seconds";

    /** Keys whose newest record the verdict store could not decode. */
    public static final String STORE_REJECTED = "pathproof_store_rejected_keys";

    /** Unprocessed route events of all validators, as the policy API measures them; NaN while unknown. */
    public static final String JUDGING_LAG = "pathproof_judging_lag_records";

    /** Upper bound of the age of the oldest unprocessed route event; 0 without any, NaN while unknown. */
    public static final String JUDGING_DELAY = "pathproof_judging_delay_seconds";

    /** Seconds since Kafka last answered the verdict store. */
    public static final String STORE_AGE = "pathproof_store_last_contact_age_seconds";

    /** 1 after the verdict store has read all records from before its start. */
    public static final String STORE_READY = "pathproof_store_ready";

    /** Connected RTR clients, by listener. */
    @Labels(LISTENER)
    public static final String RTR_CLIENTS = "pathproof_rtr_clients";

    /** RTR clients refused or disconnected, by listener and by exceeded limit or other reason. */
    @Labels({LISTENER, LIMIT})
    public static final String RTR_CLIENTS_LIMITED = "pathproof_rtr_clients_limited_total";

    /** Connected SRx routers. */
    public static final String SRX_PROXIES = "pathproof_srx_proxies";

    /** Updates that the SRx server monitors. */
    public static final String SRX_UPDATES = "pathproof_srx_updates";

    /** Verify Requests of SRx routers. */
    public static final String SRX_REQUESTS = "pathproof_srx_requests_total";

    /** Updates that the SRx server judged. */
    public static final String SRX_JUDGED = "pathproof_srx_judged_total";

    /** Changed results that the SRx server sent to routers. */
    public static final String SRX_CHANGES = "pathproof_srx_changes_total";

    /** SRx connections refused at the maximum number of connections. */
    public static final String SRX_REFUSED = "pathproof_srx_refused_total";

    /** Subscribers of the event stream. */
    public static final String EVENT_SUBSCRIBERS = "pathproof_event_subscribers";

    // Policy API: feeds to routers
    /** Overrides in force, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES = "pathproof_overrides";

    /** Overrides that a limit stops, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_WAITING = "pathproof_overrides_waiting";

    /** Prefixes whose override changed often and is held, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_HELD = "pathproof_overrides_held";

    /** Prefixes that need an override but have no accepted path, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_IMPOSSIBLE = "pathproof_overrides_impossible";

    /** Changes of overrides, by router and type: announcement, withdrawal. */
    @Labels({ROUTER, TYPE})
    public static final String OVERRIDE_CHANGES = "pathproof_override_changes_total";

    /** 1 while all overrides of a router are withdrawn, by router and reason. */
    @Labels({ROUTER, REASON})
    public static final String OVERRIDES_SUSPENDED = "pathproof_overrides_suspended";

    /** Pairs of prefix and origin AS whose every path is NOT_VALID, by type: expressible, not-expressible. */
    @Labels(TYPE)
    public static final String DERIVED_PAIRS = "pathproof_derived_origin_pairs";

    /** VRPs of the derived origin feed that differ from the genuine ones, by type: added, removed. */
    @Labels(TYPE)
    public static final String DERIVED_VRPS = "pathproof_derived_origin_vrps";

    /** 1 while the derived origin feed has no marks, by reason: a suspension, or over-limit. */
    @Labels(REASON)
    public static final String DERIVED_SUSPENDED = "pathproof_derived_origin_suspended";

    /** Connected RTR clients of the derived origin feed. */
    public static final String DERIVED_RTR_CLIENTS = "pathproof_derived_origin_rtr_clients";

    /** RTR clients of the derived origin feed refused or disconnected, by exceeded limit. */
    @Labels(LIMIT)
    public static final String DERIVED_RTR_CLIENTS_LIMITED = "pathproof_derived_origin_rtr_clients_limited_total";

    /** Paths announced with communities for their states, by router. */
    @Labels(ROUTER)
    public static final String TAGGED_PATHS = "pathproof_tagged_paths";

    /** 1 while the switch withdraws every announcement of every feed. */
    public static final String FEEDS_SWITCHED_OFF = "pathproof_feeds_switched_off";

    /** Version of the policy of the feeds that this replica applies; 0 without a policy. */
    public static final String FEED_POLICY_VERSION = "pathproof_feed_policy_version";

    /** Exceptions of the policy of the feeds that have not expired. */
    public static final String FEED_POLICY_EXCEPTIONS = "pathproof_feed_policy_exceptions";

    /** 1 while the BGP session with a router is established, by router. */
    @Labels(ROUTER)
    public static final String FEED_SESSION_ESTABLISHED = "pathproof_feed_session_established";

    /**
     * Time from a validator's verdict to the change of a feed that it caused, by feed: bgp (the Adj-RIB-Out of a
     * router), rtr (a serial of the derived origin feed); srx is the time from a request or a change of the RPKI set to
     * the result for the router.
     */
    @Labels(FEED)
    public static final String FEED_LATENCY = "pathproof_feed_latency_seconds";

    // Standalone program
    /** Restarts of the Redis server inside the standalone program. */
    public static final String REDIS_RESTARTS = "pathproof_redis_restarts_total";

    /** Minimum share of the Java heap in use after garbage collection, over the last minute. */
    public static final String HEAP_LIVE_RATIO = "pathproof_heap_live_ratio";

    /** Free space on the disk of the data folder. */
    public static final String DISK_FREE = "pathproof_disk_free_bytes";

    /** Free space on the disk of the data folder below which the intake of routes stops. */
    public static final String DISK_RESERVE = "pathproof_disk_reserve_bytes";

    private Metrics() {}
}
