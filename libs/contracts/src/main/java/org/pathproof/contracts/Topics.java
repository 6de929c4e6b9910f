// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

/** The Kafka topics of Pathproof. */
public final class Topics {
    /**
     * Route events, keyed by {@link RouteKey}, partitioned by prefix ({@link PrefixPartitioner}). Deleted by time and
     * size.
     */
    public static final String ROUTES = "pathproof.routes";

    /** One {@code Session} per (router, peer, RIB view), keyed by {@link SessionId}. Compacted. */
    public static final String SESSIONS = "pathproof.sessions";

    /** One {@code Verdict} per route, keyed by {@link RouteKey}, partitioned as {@link #ROUTES}. Compacted. */
    public static final String VERDICTS = "pathproof.verdicts";

    /**
     * Inputs that could not be decoded, with their bytes ({@code Reject}), keyed by router hash. Deleted by time and
     * size.
     */
    public static final String REJECTS = "pathproof.rejects";

    /** Heartbeats of collectors with the routers they own ({@code Collector}), keyed by collector id. Compacted. */
    public static final String COLLECTORS = "pathproof.collectors";

    /** Versions of the policy of the feeds, and the switch of all feeds ({@code PolicyChange}). Compacted. */
    public static final String POLICIES = "pathproof.policies";

    /**
     * Refused routes that exports of prefix sets list, each a {@code Verdict} keyed by {@link RouteKey}. Headers have
     * the times. Compacted.
     */
    public static final String REFUSALS = "pathproof.refusals";

    /** Expected routers and peers ({@code InventoryRecord}), keyed by their names. Compacted. */
    public static final String INVENTORY = "pathproof.inventory";

    /** Incidents and mutes ({@code IncidentRecord}). Compacted. */
    public static final String INCIDENTS = "pathproof.incidents";

    /** OpenBMP raw messages, binary 1.7. */
    public static final String OPENBMP_RAW = "openbmp.bmp_raw";

    /** OpenBMP raw messages that had no key, now keyed by router hash, binary 1.7. Deleted by time and size. */
    public static final String OPENBMP_REKEYED = "pathproof.bmp_raw";

    private Topics() {}
}
