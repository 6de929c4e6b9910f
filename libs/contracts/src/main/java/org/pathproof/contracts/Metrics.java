// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

/**
 * The names of metrics, as Prometheus shows them, and their labels. Counters end in {@code _total}; nothing is labelled by prefix. They
 * are given to Micrometer as they stand here: its Prometheus registry adds {@code _total} only where it is missing.
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

    // Collector
    /** BMP messages received, by router and type. */
    public static final String BMP_MESSAGES = "pathproof_bmp_messages_total";

    /** BMP octets received, by router. */
    public static final String BMP_BYTES = "pathproof_bmp_bytes_total";

    /** BMP connections that are open. */
    public static final String BMP_CONNECTIONS = "pathproof_bmp_connections";

    /** BMP connections that are open, of routers that another collector publishes. */
    public static final String BMP_STANDING_BY = "pathproof_bmp_standing_by";

    /** BMP connections refused or closed by the collector, by reason. */
    public static final String BMP_CLOSED = "pathproof_bmp_connections_closed_total";

    /** The newest value of a statistic that a router reported (RFC 7854 section 4.8), by router, peer, statistic and family. */
    public static final String BMP_STATISTIC = "pathproof_bmp_statistic";

    /** When the collector's certificate for BMP over TLS expires, seconds since 1970. */
    public static final String BMP_CERTIFICATE_EXPIRES = "pathproof_bmp_certificate_expiry_timestamp_seconds";

    /** When the last BMP message of a router came, seconds since 1970. */
    public static final String BMP_LAST_MESSAGE = "pathproof_bmp_last_message_timestamp_seconds";

    /** Seconds that connections were not read because Kafka was slow, summed over connections. */
    public static final String BMP_BACKPRESSURE = "pathproof_bmp_backpressure_seconds_total";

    /** Route events published, by type: announcement, withdrawal, mark. */
    public static final String ROUTE_EVENTS = "pathproof_route_events_total";

    /** Announcements with something wrong in the UPDATE, by finding. */
    public static final String UPDATE_FINDINGS = "pathproof_update_findings_total";

    /** Sessions that this collector holds, by state. */
    public static final String SESSIONS = "pathproof_sessions";

    /** Sessions that negotiated BGPsec and sent routes, none of them with a BGPsec_PATH. */
    public static final String SESSIONS_STRIPPED = "pathproof_sessions_bgpsec_stripped";

    /** Sessions that are up and whose table cannot be what the router has, by reason: only-withdrawals, only-mirrored, mirrored-not-used. */
    public static final String SESSIONS_WITHOUT_TABLE = "pathproof_sessions_without_table";

    /** Peer Downs for peers that were not up. */
    public static final String PEER_DOWN_UNKNOWN = "pathproof_peer_down_unknown_total";

    /** Route Mirroring messages that say that messages were lost. */
    public static final String MIRROR_LOST = "pathproof_mirroring_lost_total";

    /** Monitored announcements that were left out because the mirrored route says more. */
    public static final String MIRROR_PREFERRED = "pathproof_mirroring_preferred_total";

    /** BGP messages left out, by reason: no-session, family, mirrored-loc-rib, peer-not-allowed, view-not-allowed; statistics that were not shown: statistic. */
    public static final String BMP_IGNORED = "pathproof_bmp_ignored_total";

    /** Octets of records sent to Kafka and not acknowledged yet. */
    public static final String PRODUCE_IN_FLIGHT = "pathproof_produce_in_flight_bytes";

    /** Octets that could not be used, by layer and code. */
    public static final String REJECTS = "pathproof_rejects_total";

    /** Time from sending a record to Kafka's acknowledgement. */
    public static final String PRODUCE_LATENCY = "pathproof_produce_latency_seconds";

    /** 1 while routers are read; 0 while they wait because the disk is nearly full. */
    public static final String INTAKE_OPEN = "pathproof_intake_open";

    /** Partitions of OpenBMP topics whose records were deleted before this collector read them. */
    public static final String RAW_GAPS = "pathproof_openbmp_gaps_total";

    /** Records that Kafka refused for good. */
    public static final String PRODUCE_ERRORS = "pathproof_produce_errors_total";

    /** OpenBMP records consumed, by type: bmp, heartbeat, rekeyed, reject. */
    public static final String OPENBMP_RECORDS = "pathproof_openbmp_records_total";

    // Key-sync
    /** Objects of the RPKI set, by type: router-key, vrp, aspa. */
    public static final String RPKI_OBJECTS = "pathproof_rpki_objects";

    /** Serial of the RPKI set. */
    public static final String RPKI_SERIAL = "pathproof_rpki_serial";

    /** When the RPKI set was last confirmed by a cache, seconds since 1970. */
    public static final String RPKI_LAST_UPDATE = "pathproof_rpki_last_update_timestamp_seconds";

    /** 1 when the session with a cache is up, by cache. */
    public static final String RTR_CACHE_UP = "pathproof_rtr_cache_up";

    /** 1 for the state that the session with a cache is in, by cache and state. */
    public static final String RTR_CLIENT_STATE = "pathproof_rtr_client_state";

    /** When a cache last confirmed its data, seconds since 1970, by cache; 0 for never. */
    public static final String RTR_CLIENT_LAST_UPDATE = "pathproof_rtr_client_last_update_timestamp_seconds";

    /** When a cache's data is no longer good unless it confirms it, seconds since 1970, by cache; 0 without data. */
    public static final String RTR_CLIENT_EXPIRES = "pathproof_rtr_client_expiry_timestamp_seconds";

    /** Serial of a cache's data, by cache. */
    public static final String RTR_CLIENT_SERIAL = "pathproof_rtr_client_serial";

    /** Objects that a cache has, by cache and type: router-key, vrp, aspa. */
    public static final String RTR_CLIENT_OBJECTS = "pathproof_rtr_client_objects";

    /** 1 while the RPKI set in force comes from this source, by cache. */
    public static final String RTR_CLIENT_CHOSEN = "pathproof_rtr_client_chosen";

    /** Router keys left out because they are malformed or their SKI is not that of the key. */
    public static final String ROUTER_KEYS_REFUSED = "pathproof_router_keys_refused";

    /** 1 on the instance that writes to Redis. */
    public static final String KEY_SYNC_LEADER = "pathproof_key_sync_leader";

    // Validator
    /** Routes judged, by state. */
    public static final String VERDICTS = "pathproof_verdicts_total";

    /** Findings of verdicts, by finding. */
    public static final String FINDINGS = "pathproof_findings_total";

    /** Signatures verified. */
    public static final String SIGNATURES = "pathproof_signatures_total";

    /** Routes judged again because the RPKI changed. */
    public static final String REJUDGED = "pathproof_rejudged_total";

    /** Routes held, by state. */
    public static final String ROUTES = "pathproof_routes";

    /** Memory that rows of routes take, by type: key, rest (what stands in a row beyond its key, and the store's own share). */
    public static final String ROW_BYTES = "pathproof_row_bytes";

    /** Withdrawals of routes that were not there. */
    public static final String WITHDRAWALS_UNKNOWN = "pathproof_withdrawals_unknown_total";

    /** Time from receiving a route to its verdict. */
    public static final String VERDICT_LATENCY = "pathproof_verdict_latency_seconds";

    /** Signatures whose answer was known from before: from another router, or an earlier table. */
    public static final String SIGNATURES_REMEMBERED = "pathproof_signatures_remembered_total";

    /** Answers about signatures that are remembered now; the hit rate is remembered / (remembered + verified). */
    public static final String SIGNATURES_KNOWN = "pathproof_signatures_known";

    /** Signatures given to the engine at a time. */
    public static final String SIGNATURE_BATCH = "pathproof_signature_batch";

    /** Signatures that were asked for in processing and not verified ahead. */
    public static final String AHEAD_MISSES = "pathproof_ahead_misses_total";

    /** Polls whose signatures could not be verified ahead because of an error. */
    public static final String AHEAD_FAILURES = "pathproof_ahead_failures_total";

    /** Judgements of routes that failed because of an error in Pathproof. */
    public static final String JUDGE_FAILURES = "pathproof_judge_failures_total";

    /** Routes that are not judged because of an error in Pathproof: their finding is {@code judging-failed}. */
    public static final String ROUTES_FAILED = "pathproof_routes_judging_failed";

    /** Route events that came from an epoch that was over. */
    public static final String STALE_EVENTS = "pathproof_stale_events_total";

    /** Routes withdrawn because their session went down or did not announce them again. */
    public static final String SWEPT = "pathproof_swept_total";

    /** Router keys that verdicts are made under; 0 while there is no complete set. */
    public static final String VALIDATOR_KEYS = "pathproof_validator_keys";

    /** 1 while there is a complete RPKI set to judge under. */
    public static final String VALIDATOR_READY = "pathproof_validator_ready";

    /** Serial of the RPKI set that verdicts are made under. */
    public static final String VALIDATOR_SERIAL = "pathproof_validator_rpki_serial";

    /** Partitions of route events whose records were deleted before this validator judged them. */
    public static final String ROUTE_GAPS = "pathproof_route_gaps_total";

    /** Sessions whose routes may be wrong because of such a gap, until they have sent their tables again. */
    public static final String GAP_SESSIONS = "pathproof_gap_sessions";

    /** Route events of a validator's partitions that are not judged yet, from offsets; NaN while not known. */
    public static final String VALIDATOR_LAG = "pathproof_validator_lag";

    /** Rows that are still to be read from changelogs: of partitions that come to a validator, and of those that it keeps a copy of. */
    public static final String VALIDATOR_RESTORE_LAG = "pathproof_validator_restore_lag";

    /** For how long routes have waited to be judged again after a change of the RPKI, or to be swept after the end of a session; 0 when none do. */
    public static final String VALIDATOR_UPKEEP = "pathproof_validator_upkeep_delay_seconds";

    /** Partitions of which a validator keeps a copy, to take them over. */
    public static final String VALIDATOR_STANDBY_PARTITIONS = "pathproof_validator_standby_partitions";

    /** Always 1; its label names the engine that verifies signatures. */
    public static final String ENGINE_NAME = "pathproof_engine";

    /** 1 while the engine is trusted; 0 since it gave a wrong answer or failed: then Bouncy Castle answers alone, slowly. */
    public static final String ENGINE_TRUSTED = "pathproof_engine_trusted";

    /** Answers about signatures, by type: fast, slow (a key without a table), undecided (left to Bouncy Castle). */
    public static final String ENGINE_ANSWERS = "pathproof_engine_answers_total";

    /** Router keys that have a table, had one, or are to get one. */
    public static final String ENGINE_KEYS = "pathproof_engine_keys";

    /** Tables of keys that were built. */
    public static final String ENGINE_TABLES_BUILT = "pathproof_engine_tables_built_total";

    /** Tables of keys that had to make room for others: many of them mean that the memory for tables is too small. */
    public static final String ENGINE_TABLES_EVICTED = "pathproof_engine_tables_evicted_total";

    /** Memory that tables of keys take, outside of the Java heap. */
    public static final String ENGINE_TABLE_BYTES = "pathproof_engine_table_bytes";

    /** Fast answers that were checked on Bouncy Castle. */
    public static final String ENGINE_CHECKED = "pathproof_engine_checked_total";

    /** Checked answers that were wrong. One is enough for an alarm. */
    public static final String ENGINE_DISAGREEMENTS = "pathproof_engine_disagreements_total";

    // Policy API
    /** Living routes in the verdict store of a replica, by state. Each replica holds all. */
    public static final String STORE_ROUTES = "pathproof_store_routes";

    /** Living routes in the verdict store that break a rule, by finding. */
    public static final String STORE_FINDINGS = "pathproof_store_findings";

    /**
     * Living routes whose path is NOT_VALID or MALFORMED, by router, peer and state. The sessions with the most such routes have a series each;
     * the others are added up under router and peer {@code other}.
     */
    public static final String STORE_INVALID_ROUTES = "pathproof_store_invalid_routes";

    /** Living routes whose origin is invalid (RFC 6811), by router and peer, bounded as pathproof_store_invalid_routes is. */
    public static final String STORE_ORIGIN_INVALID_ROUTES = "pathproof_store_origin_invalid_routes";

    /** Living routes whose findings name an AS, by AS: those with the most routes, the others added up under asn {@code other}. */
    public static final String STORE_OFFENDER_ROUTES = "pathproof_store_offender_routes";

    /** Records that Kafka holds and the verdict store has not read, those of open transactions included; NaN while not known. */
    public static final String STORE_LAG = "pathproof_store_lag_records";

    /** Upper bound of the age of the oldest verdict that the verdict store has not read; 0 when there is none, NaN while not known. */
    public static final String STORE_DELAY = "pathproof_store_delay_seconds";

    /** Keys whose newest record the verdict store could not decode, and left out. */
    public static final String STORE_REJECTED = "pathproof_store_rejected_keys";

    /** Route events that Kafka holds and validators have not judged, as the policy API sees it; NaN while not known. */
    public static final String JUDGING_LAG = "pathproof_judging_lag_records";

    /** Upper bound of the age of the oldest route event that validators have not judged; 0 when there is none, NaN while not known. */
    public static final String JUDGING_DELAY = "pathproof_judging_delay_seconds";

    /** Seconds since Kafka last answered the verdict store. */
    public static final String STORE_AGE = "pathproof_store_last_contact_age_seconds";

    /** 1 when the verdict store has read everything there was at its start. */
    public static final String STORE_READY = "pathproof_store_ready";

    /** RTR clients connected. */
    public static final String RTR_CLIENTS = "pathproof_rtr_clients";

    /** RTR clients refused or cut off because they broke a limit, by limit. */
    public static final String RTR_CLIENTS_LIMITED = "pathproof_rtr_clients_limited_total";

    /** Subscribers of the event stream. */
    public static final String EVENT_SUBSCRIBERS = "pathproof_event_subscribers";

    // Standalone program
    /** Times that the Redis server inside the standalone program was started again. */
    public static final String REDIS_RESTARTS = "pathproof_redis_restarts_total";

    /** Share of the Java heap's maximum that is in use after garbage collection: the least of the last minute. */
    public static final String HEAP_LIVE_RATIO = "pathproof_heap_live_ratio";

    /** Bytes free on the disk of the data folder. */
    public static final String DISK_FREE = "pathproof_disk_free_bytes";

    /** Bytes that must stay free on the disk of the data folder: below, no routes are taken in. */
    public static final String DISK_RESERVE = "pathproof_disk_reserve_bytes";

    private Metrics() {}
}
