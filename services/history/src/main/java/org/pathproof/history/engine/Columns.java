// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import org.pathproof.history.files.Dataset;

/** The columns of the tables. Signed types only, so that every engine reads them. */
public final class Columns {
    /** Columns that identify a route. */
    public static final String KEY = "afi, safi, net, net_lo, len, session, path_id";

    /** Columns of a route's verdict. */
    static final String VERDICT =
            "ts, kind, cause, state, origin, aspa, rules, hop, fail_as, origin_as, as_path, epoch, part, pos";

    /** Order of the rows in files of routes, so that a question about a prefix reads few row groups. */
    static final String ROUTE_ORDER = "afi, net, net_lo, len, ts, pos";

    private static final String CHANGES = """
            ts TIMESTAMP, afi TINYINT, safi SMALLINT, net BIGINT, net_lo BIGINT, len SMALLINT, session BIGINT,
            path_id BIGINT, kind TINYINT, cause TINYINT, state TINYINT, origin TINYINT, aspa TINYINT,
            was_state TINYINT, was_origin TINYINT, was_aspa TINYINT, rules VARCHAR, hop SMALLINT, fail_as BIGINT,
            origin_as BIGINT, as_path VARCHAR, epoch BIGINT, part SMALLINT, pos BIGINT""";

    private static final String SESSIONS = """
            ts TIMESTAMP, session BIGINT, id VARCHAR, part SMALLINT, pos BIGINT, changed TIMESTAMP, router VARCHAR,
            router_ip VARCHAR, peer VARCHAR, peer_ip VARCHAR, peer_as BIGINT, view VARCHAR, vrf VARCHAR, state VARCHAR,
            epoch BIGINT, dead_before BIGINT, synced_epoch BIGINT, local_as BIGINT, reason VARCHAR,
            collector VARCHAR""";

    private static final String FLOW = """
            t0 TIMESTAMP, session BIGINT, afi TINYINT, kind TINYINT, cause TINYINT, state TINYINT, origin TINYINT,
            aspa TINYINT, was_state TINYINT, was_origin TINYINT, was_aspa TINYINT, n BIGINT""";

    private static final String BLAME = """
            t0 TIMESTAMP, session BIGINT, afi TINYINT, fail_as BIGINT, rules VARCHAR, n BIGINT""";

    private static final String FLAPS = """
            t0 TIMESTAMP, afi TINYINT, net BIGINT, net_lo BIGINT, len SMALLINT, changes BIGINT, withdrawn BIGINT,
            turned_not_valid BIGINT, sessions BIGINT""";

    private Columns() {}

    /** Returns the definition of the columns of a kind of files. */
    static String definition(Dataset dataset) {
        return switch (dataset) {
            case CHANGES, BASELINE, SNAPSHOT -> CHANGES;
            case SESSIONS -> SESSIONS;
            case FLOW -> FLOW;
            case BLAME -> BLAME;
            case FLAPS -> FLAPS;
        };
    }

    /** Returns the order of the rows in files of a kind. */
    static String order(Dataset dataset) {
        return switch (dataset) {
            case CHANGES, BASELINE, SNAPSHOT -> ROUTE_ORDER;
            case SESSIONS -> "ts, pos";
            case FLOW, BLAME -> "t0, session";
            case FLAPS -> "changes DESC";
        };
    }
}
