// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.CACHE;
import static org.pathproof.contracts.metrics.MetricLabels.CHANGE;
import static org.pathproof.contracts.metrics.MetricLabels.KIND;
import static org.pathproof.contracts.metrics.MetricLabels.STATE;
import static org.pathproof.contracts.metrics.MetricLabels.TYPE;

/** Names of metrics of key-sync: the RPKI set, its sources and RTR caches. */
public final class KeySyncMetricNames {
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

    private KeySyncMetricNames() {}
}
