// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.engine;

import org.pathproof.history.changes.Kind;

/** The queries that make rollups from changes. Sums of rollups are rollups, so files can be merged. */
public final class Rollups {
    /** Number of changes of a prefix within an hour from which on the prefix flaps. */
    public static final int MIN_FLAPS = 3;

    /** Condition for a change to NOT_VALID. */
    public static final String TURNED_NOT_VALID = "state = 2 AND was_state IS DISTINCT FROM 2";

    private Rollups() {}

    /**
     * Returns the numbers of changes by minute.
     *
     * @param minute expression of the minute
     */
    public static String flow(String minute, String changes, String condition) {
        return "SELECT " + minute
                + " t0, session, afi, kind, cause, state, origin, aspa, was_state, was_origin, was_aspa,"
                + " count(*) n FROM " + changes + " WHERE " + condition + " GROUP BY ALL";
    }

    /** Returns the routes that turned NOT_VALID by hour, AS and rule. */
    public static String blame(String changes, String condition) {
        return "SELECT date_trunc('hour', ts) t0, session, afi, fail_as, rules, count(*) n FROM " + changes + " WHERE "
                + TURNED_NOT_VALID + " AND " + condition + " GROUP BY ALL";
    }

    /** Returns the prefixes that flap, by hour. */
    public static String flaps(String changes, String condition) {
        return "SELECT date_trunc('hour', ts) t0, afi, net, net_lo, len, count(*) changes, count(*) FILTER (kind = "
                + Kind.WITHDRAWN.number() + ") withdrawn, count(*) FILTER (" + TURNED_NOT_VALID
                + ") turned_not_valid, count(DISTINCT session) sessions FROM " + changes + " WHERE " + condition
                + " GROUP BY ALL HAVING count(*) >= " + MIN_FLAPS;
    }

    /** Returns the sum of flows. */
    static String mergedFlow(String files, String time) {
        return "SELECT " + time
                + " t0, session, afi, kind, cause, state, origin, aspa, was_state, was_origin, was_aspa,"
                + " sum(n)::BIGINT n FROM " + files + " GROUP BY ALL";
    }

    /** Returns the sum of blames. */
    static String mergedBlame(String files) {
        return "SELECT t0, session, afi, fail_as, rules, sum(n)::BIGINT n FROM " + files + " GROUP BY ALL";
    }

    /** Returns the routes that a flow added, less those that it removed, by session and states. */
    public static String stock(String flow) {
        return "SELECT t0, session, afi, u.state, u.origin, u.aspa, u.d d FROM (SELECT t0, session, afi, unnest(["
                + "{state: state, origin: origin, aspa: aspa, d: n},"
                + " {state: was_state, origin: was_origin, aspa: was_aspa, d: -n}]) u FROM " + flow
                + ") WHERE u.state IS NOT NULL";
    }
}
