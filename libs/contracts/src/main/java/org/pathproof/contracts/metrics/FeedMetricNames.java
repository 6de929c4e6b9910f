// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts.metrics;

import static org.pathproof.contracts.metrics.MetricLabels.FEED;
import static org.pathproof.contracts.metrics.MetricLabels.LIMIT;
import static org.pathproof.contracts.metrics.MetricLabels.LISTENER;
import static org.pathproof.contracts.metrics.MetricLabels.REASON;
import static org.pathproof.contracts.metrics.MetricLabels.ROUTER;
import static org.pathproof.contracts.metrics.MetricLabels.STATE;
import static org.pathproof.contracts.metrics.MetricLabels.TYPE;

/** Names of metrics of the feeds to routers: RTR, SRx, overrides, tags, derived origins and their policy. */
public final class FeedMetricNames {
    // Feeds to routers
    /** Connected RTR clients, by listener. */
    @Labels(LISTENER)
    public static final String RTR_CLIENTS = "pathproof_rtr_clients";

    /** RTR clients refused or disconnected, by listener and by exceeded limit or other reason. */
    @Labels({LISTENER, LIMIT})
    public static final String RTR_CLIENTS_LIMITED = "pathproof_rtr_clients_limited_total";

    /** Time at which the data of the RTR server expire without another confirmation by a source; NaN for never. */
    public static final String RTR_EXPIRY = "pathproof_rtr_expiry_timestamp_seconds";

    /** Connected SRx routers. */
    public static final String SRX_PROXIES = "pathproof_srx_proxies";

    /** Updates that the SRx server monitors. */
    public static final String SRX_UPDATES = "pathproof_srx_updates";

    /** Verify Requests of SRx routers. */
    public static final String SRX_REQUESTS = "pathproof_srx_requests_total";

    /** Updates that the SRx server validated. */
    public static final String SRX_VALIDATED = "pathproof_srx_judged_total";

    /** Changed results that the SRx server sent to routers. */
    public static final String SRX_CHANGES = "pathproof_srx_changes_total";

    /** SRx connections refused at the maximum number of connections. */
    public static final String SRX_REFUSED = "pathproof_srx_refused_total";

    /** Overrides in force, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES = "pathproof_overrides";

    /** Overrides that a limit stops, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_WAITING = "pathproof_overrides_waiting";

    /** Prefixes whose override changed often and is held, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_HELD = "pathproof_overrides_held";

    /** Held prefixes whose overrides are the reason for their own change, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_OSCILLATING = "pathproof_overrides_oscillating";

    /**
     * Prefixes of the network without a needed override because of an obstacle at one of its routers, by fed router.
     */
    @Labels(ROUTER)
    public static final String OVERRIDES_BLOCKED = "pathproof_overrides_blocked";

    /** Prefixes that need an override but have no accepted path, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_IMPOSSIBLE = "pathproof_overrides_impossible";

    /** Announced overrides by router and use: pending, in-use, not-in-use, unknown. */
    @Labels({ROUTER, STATE})
    public static final String OVERRIDE_USE = "pathproof_override_use";

    /** Announced overrides that a router does not use, by router and reason. */
    @Labels({ROUTER, REASON})
    public static final String OVERRIDES_UNUSED = "pathproof_overrides_unused";

    /** Prefixes of which a router did not use the override in time, and uses no other one since, by router. */
    @Labels(ROUTER)
    public static final String OVERRIDES_UNPROTECTED = "pathproof_overrides_unprotected";

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

    private FeedMetricNames() {}
}
