// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.ArrayList;
import java.util.List;
import org.pathproof.history.engine.LiveRoutes;
import org.pathproof.history.engine.View;
import org.pathproof.wire.Prefix;

/** Questions about single changes and routes: the life of a prefix, changes in a period, the table at a time. */
public final class ChangeQuestions {
    private static final String ROUTE = "session, path_id, afi, net, net_lo, len";
    private static final String VERDICT = "state, origin, aspa, rules, hop, fail_as, origin_as, as_path";

    private static final List<Column> ROUTE_COLUMNS = List.of(
            Column.of("session", Column.Type.SESSION),
            Column.of("path_id", Column.Type.NUMBER),
            Column.of("prefix", Column.Type.PREFIX));
    private static final List<Column> VERDICT_COLUMNS = List.of(
            Column.of("state", Column.Type.STATE),
            Column.of("origin", Column.Type.ORIGIN),
            Column.of("aspa", Column.Type.ASPA),
            Column.of("rules", Column.Type.TEXT),
            Column.of("hop", Column.Type.NUMBER),
            Column.of("asn", Column.Type.NUMBER),
            Column.of("origin_as", Column.Type.NUMBER),
            Column.of("as_path", Column.Type.AS_PATH));

    private ChangeQuestions() {}

    private static List<Column> changeColumns() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("timestamp", Column.Type.TIME));
        columns.add(Column.of("kind", Column.Type.KIND));
        columns.add(Column.of("cause", Column.Type.CAUSE));
        columns.addAll(ROUTE_COLUMNS);
        columns.addAll(VERDICT_COLUMNS);
        columns.add(Column.of("was_state", Column.Type.STATE));
        columns.add(Column.of("was_origin", Column.Type.ORIGIN));
        columns.add(Column.of("was_aspa", Column.Type.ASPA));
        columns.add(Column.of("partition", Column.Type.NUMBER));
        columns.add(Column.of("offset", Column.Type.NUMBER));
        return columns;
    }

    private static List<Column> routeColumns() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("since", Column.Type.TIME));
        columns.addAll(ROUTE_COLUMNS);
        columns.addAll(VERDICT_COLUMNS);
        return columns;
    }

    /**
     * Returns the changes in a period, in the order of their times.
     *
     * @param prefix selects prefixes; the match says which
     */
    public static Question ofPrefix(
            View view, SessionBook book, Prefix prefix, PrefixRange.Match match, Period period, Filter filter) {
        List<String> branches = new ArrayList<>();
        for (String condition : PrefixRange.conditions(prefix, match)) {
            branches.add("SELECT * FROM " + rows(view, period, condition + " AND " + filter.changes(book)));
        }
        return changes("(" + String.join(" UNION ALL ", branches) + ")", "ts, pos, kind <> 1");
    }

    /** Returns the changes in a period, newest first. */
    public static Question inPeriod(View view, SessionBook book, Period period, Filter filter) {
        return changes(rows(view, period, filter.changes(book)), "ts DESC, pos DESC, kind = 1");
    }

    private static String rows(View view, Period period, String condition) {
        return view.changes("*", period.fromUs(), period.toUs(), condition + " AND " + period.condition("ts"));
    }

    private static Question changes(String rows, String order) {
        return new Question(
                "SELECT epoch_us(ts), kind, cause, " + ROUTE + ", " + VERDICT
                        + ", was_state, was_origin, was_aspa, part, pos & 281474976710655 FROM " + rows
                        + " ORDER BY " + order,
                changeColumns());
    }

    /**
     * Returns the live routes of prefixes at a time.
     *
     * @param atUs time, microseconds since 1970
     */
    public static Question ofPrefixAt(
            View view, SessionBook book, Prefix prefix, PrefixRange.Match match, long atUs, Filter filter) {
        List<String> branches = new ArrayList<>();
        for (String condition : PrefixRange.conditions(prefix, match)) {
            branches.add("SELECT * FROM (" + live(view, book, atUs, condition, filter) + ")");
        }
        return routes(String.join(" UNION ALL ", branches));
    }

    /** Returns the live routes at a time. */
    public static Question tableAt(View view, SessionBook book, long atUs, Filter filter) {
        return routes(live(view, book, atUs, "true", filter));
    }

    /** Routes of sessions that ended before the time are hidden, although their withdrawals may come later. */
    private static String live(View view, SessionBook book, long atUs, String prefixes, Filter filter) {
        String ends = "SELECT session AS ended, max(dead_before) AS dead_before FROM "
                + view.sessions("session, dead_before, ts, changed")
                + " WHERE least(ts, changed) <= make_timestamp(" + atUs + ") GROUP BY session";
        return "SELECT routes.* FROM ("
                + LiveRoutes.sql(view, atUs, prefixes + " AND " + filter.sessions(book))
                + ") routes LEFT JOIN (" + ends + ") ends ON routes.session = ends.ended"
                + " WHERE routes.epoch >= coalesce(ends.dead_before, 0) AND " + filter.routes(book);
    }

    private static Question routes(String live) {
        return new Question(
                "SELECT epoch_us(ts), " + ROUTE + ", " + VERDICT + " FROM (" + live
                        + ") ORDER BY afi, net, net_lo, len, session, path_id",
                routeColumns());
    }
}
