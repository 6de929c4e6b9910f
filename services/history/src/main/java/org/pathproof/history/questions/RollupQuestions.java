// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.engine.Engine;
import org.pathproof.history.engine.FlapHours;
import org.pathproof.history.engine.Rollups;
import org.pathproof.history.engine.View;
import org.pathproof.history.files.Dataset;
import org.pathproof.history.questions.SessionBook.SessionName;

/** Questions that rollups answer: top lists, coverage over time and flaps. */
public final class RollupQuestions {
    private static final long MINUTE_US = TimeUnit.MINUTES.toMicros(1);
    private static final long HOUR_US = TimeUnit.HOURS.toMicros(1);

    private RollupQuestions() {}

    /** The subjects of a top list. */
    public enum Top {
        ROUTER,
        PEER,
        ASN,
        RULE,
        PREFIX;

        /** Returns the name in requests. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The groups of a chart. */
    public enum Group {
        NONE,
        ROUTER,
        PEER,
        AFI;

        /** Returns the name in requests. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the flows that can lie in a period, with those of the rows in memory. */
    private static String flow(View view, long fromUs, long toUs) {
        String files = "SELECT * FROM " + view.rollup(Dataset.FLOW, fromUs, toUs);
        String recent = view.recent(Dataset.CHANGES);
        String baseline = view.recent(Dataset.BASELINE);
        String table = recent == null ? baseline : recent;
        return table == null
                ? "(" + files + ")"
                : "(" + files + " UNION ALL " + Rollups.flow("date_trunc('minute', ts)", table, "true") + ")";
    }

    private static String blame(View view, Period period) {
        String files = "SELECT * FROM " + view.rollup(Dataset.BLAME, hour(period.fromUs()), period.toUs());
        String recent = view.recent(Dataset.CHANGES);
        return recent == null ? "(" + files + ")" : "(" + files + " UNION ALL " + Rollups.blame(recent, "true") + ")";
    }

    private static long hour(long us) {
        return us - Math.floorMod(us, HOUR_US);
    }

    /** Returns the condition for a rollup by minute or hour whose times are rounded down. */
    private static String rounded(Period period, long unitUs) {
        return new Period(period.fromUs() - Math.floorMod(period.fromUs(), unitUs), period.toUs()).condition("t0");
    }

    /** Returns the subjects with most changes, or of ASes and rules those with most new NOT_VALID routes. */
    public static Question top(View view, SessionBook book, Top top, Period period, Filter filter) {
        return switch (top) {
            case ROUTER -> topSessions(view, book, period, filter, entry -> entry.router(), "router_name");
            case PEER -> topPeers(view, book, period, filter);
            case ASN -> topBlame(view, book, period, filter, "fail_as", Column.of("asn", Column.Type.NUMBER));
            case RULE -> topBlame(view, book, period, filter, "rules", Column.of("rule", Column.Type.TEXT));
            case PREFIX -> flaps(view, period);
        };
    }

    private static final String COUNTS = "sum(n)::BIGINT changes, " + count("kind = 0", "announced") + ", "
            + count("kind = 1", "withdrawn") + ", " + count("kind = 2", "path_changed") + ", "
            + count("kind = 3", "revalidated") + ", "
            + count(Rollups.TURNED_NOT_VALID, "turned_not_valid") + ", "
            + count("origin = 2 AND was_origin IS DISTINCT FROM 2", "turned_origin_invalid") + ", "
            + count("aspa = 2 AND was_aspa IS DISTINCT FROM 2", "turned_aspa_invalid");

    private static String count(String condition, String name) {
        return "coalesce(sum(n) FILTER (" + condition + "), 0)::BIGINT " + name;
    }

    private static List<Column> counts(Column first) {
        List<Column> columns = new ArrayList<>();
        columns.add(first);
        for (String name : List.of(
                "changes",
                "announced",
                "withdrawn",
                "path_changed",
                "revalidated",
                "turned_not_valid",
                "turned_origin_invalid",
                "turned_aspa_invalid")) {
            columns.add(Column.of(name, Column.Type.NUMBER));
        }
        return columns;
    }

    private static String changesOf(View view, SessionBook book, Period period, Filter filter) {
        // The baseline is no change.
        return flow(view, period.fromUs() - MINUTE_US, period.toUs()) + " WHERE cause <> 8 AND "
                + rounded(period, MINUTE_US) + " AND " + filter.sessions(book);
    }

    private static Question topPeers(View view, SessionBook book, Period period, Filter filter) {
        return new Question(
                "SELECT session, " + COUNTS + " FROM " + changesOf(view, book, period, filter)
                        + " GROUP BY session ORDER BY changes DESC, session",
                counts(Column.of("session", Column.Type.SESSION)));
    }

    private static Question topSessions(
            View view,
            SessionBook book,
            Period period,
            Filter filter,
            Function<SessionName, String> name,
            String column) {
        return new Question(
                "SELECT g, " + COUNTS + " FROM (SELECT * FROM " + changesOf(view, book, period, filter)
                        + ") LEFT JOIN " + names(book, name)
                        + " ON session = number GROUP BY g ORDER BY changes DESC, g",
                counts(Column.of(column, Column.Type.TEXT)));
    }

    /** Returns a table of names by session, with the columns {@code number} and {@code g}. */
    private static String names(SessionBook book, Function<SessionName, String> name) {
        List<String> rows = new ArrayList<>();
        rows.add("(0::BIGINT, '')");
        book.entries()
                .forEach(entry ->
                        rows.add("(" + entry.session() + "::BIGINT, " + Engine.quote(name.apply(entry)) + ")"));
        return "(VALUES " + String.join(", ", rows) + ") names(number, g)";
    }

    private static Question topBlame(
            View view, SessionBook book, Period period, Filter filter, String key, Column column) {
        return new Question(
                "SELECT " + key + ", sum(n)::BIGINT turned_not_valid, count(DISTINCT session) sessions FROM "
                        + blame(view, period) + " WHERE " + rounded(period, HOUR_US) + " AND "
                        + filter.sessions(book) + " GROUP BY 1 ORDER BY 2 DESC, 1",
                List.of(
                        column,
                        Column.of("turned_not_valid", Column.Type.NUMBER),
                        Column.of("sessions", Column.Type.NUMBER)));
    }

    /** Returns the prefixes with most changes, of those with several changes within an hour. */
    public static Question flaps(View view, Period period) {
        List<String> sources = new ArrayList<>();
        sources.add("SELECT * FROM " + view.rollup(Dataset.FLAPS, hour(period.fromUs()), period.toUs()));
        List<String> hours = new ArrayList<>();
        FlapHours.uncovered(view.manifest()).keySet().stream()
                .filter(hour -> hour + HOUR_US > period.fromUs() && hour < period.toUs())
                .forEach(hour -> hours.add(new Period(hour, hour + HOUR_US).condition("ts")));
        String uncovered = hours.isEmpty() ? "false" : "(" + String.join(" OR ", hours) + ")";
        // Rows in memory came after all files, so no file of flapping prefixes includes them.
        String changes = view.changes("*", hour(period.fromUs()), period.toUs(), uncovered, "true");
        sources.add(Rollups.flaps(changes, "true"));
        return new Question(
                "SELECT afi, net, net_lo, len, sum(changes)::BIGINT, sum(withdrawn)::BIGINT,"
                        + " sum(turned_not_valid)::BIGINT, max(sessions)::BIGINT FROM ("
                        + String.join(" UNION ALL ", sources) + ") WHERE " + rounded(period, HOUR_US)
                        + " GROUP BY ALL ORDER BY 5 DESC, 1, 2, 3, 4",
                List.of(
                        Column.of("prefix", Column.Type.PREFIX),
                        Column.of("changes", Column.Type.NUMBER),
                        Column.of("withdrawn", Column.Type.NUMBER),
                        Column.of("turned_not_valid", Column.Type.NUMBER),
                        Column.of("sessions", Column.Type.NUMBER)));
    }

    /**
     * Returns the numbers of live routes by state, at the start of a period and after each step.
     *
     * @param stepUs step in microseconds, a multiple of a minute
     */
    public static Question coverage(
            View view, SessionBook book, Period period, long stepUs, Group group, Filter filter) {
        long points = (period.toUs() - period.fromUs() + stepUs - 1) / stepUs;
        String index = "greatest(0, (epoch_us(t0) + " + MINUTE_US + " - " + period.fromUs() + " + " + (stepUs - 1)
                + ") // " + stepUs + ")";
        @Nullable
        String names = switch (group) {
            case ROUTER -> names(book, SessionName::router);
            case PEER -> names(book, entry -> entry.router() + " " + entry.peer());
            case NONE, AFI -> null;
        };
        String name = switch (group) {
            case NONE -> "''";
            case AFI -> "CASE afi WHEN 1 THEN 'ipv4' ELSE 'ipv6' END";
            case ROUTER, PEER -> "coalesce(g, session::VARCHAR)";
        };
        String stock = "(" + Rollups.stock(flow(view, 0, period.toUs())) + ")";
        String steps = "SELECT " + index + " i, " + name + " grp, sum(d) routes, " + sums("state", 5, "s") + ", "
                + sums("origin", 4, "o") + ", " + sums("aspa", 4, "a") + " FROM " + stock
                + (names == null ? "" : " LEFT JOIN " + names + " ON session = number") + " WHERE "
                + filter.sessions(book) + " AND t0 < make_timestamp(" + period.toUs() + ") GROUP BY 1, 2";
        String grid = "(SELECT grp, i FROM (SELECT DISTINCT grp FROM steps) CROSS JOIN (SELECT unnest(range(0, "
                + (points + 1) + ")) i))";
        List<String> totals = new ArrayList<>();
        List<Column> columns = new ArrayList<>(
                List.of(Column.of("timestamp", Column.Type.TIME), Column.of("group", Column.Type.TEXT)));
        addTotal(totals, columns, "routes", "routes");
        List.of("unverified", "valid", "not_valid", "unsigned", "malformed")
                .forEach(state -> addTotal(totals, columns, "s" + (columns.size() - 3), state));
        int states = columns.size();
        List.of("origin_not_found", "origin_valid", "origin_invalid", "origin_unverified")
                .forEach(state -> addTotal(totals, columns, "o" + (columns.size() - states), state));
        int origins = columns.size();
        List.of("aspa_not_verified", "aspa_valid", "aspa_invalid", "aspa_unknown")
                .forEach(state -> addTotal(totals, columns, "a" + (columns.size() - origins), state));
        columns.add(Column.of("signed_share", Column.Type.SHARE));
        columns.add(Column.of("valid_share", Column.Type.SHARE));
        columns.add(Column.of("origin_valid_share", Column.Type.SHARE));
        columns.add(Column.of("aspa_valid_share", Column.Type.SHARE));
        return new Question(
                "WITH steps AS MATERIALIZED (" + steps + "), totals AS (SELECT i, grp, " + String.join(", ", totals)
                        + " FROM " + grid + " LEFT JOIN steps USING (i, grp)) SELECT least(" + period.fromUs()
                        + " + i * " + stepUs + ", " + period.toUs() + "), grp, routes, unverified, valid, not_valid,"
                        + " unsigned, malformed, origin_not_found, origin_valid, origin_invalid, origin_unverified,"
                        + " aspa_not_verified, aspa_valid, aspa_invalid, aspa_unknown,"
                        + " (valid + not_valid) / nullif(routes, 0)::DOUBLE, valid / nullif(routes, 0)::DOUBLE,"
                        + " origin_valid / nullif(routes, 0)::DOUBLE, aspa_valid / nullif(routes, 0)::DOUBLE"
                        + " FROM totals ORDER BY i, grp",
                columns);
    }

    private static String sums(String column, int count, String name) {
        List<String> sums = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sums.add("coalesce(sum(d) FILTER (" + column + " = " + i + "), 0) " + name + i);
        }
        return String.join(", ", sums);
    }

    private static void addTotal(List<String> totals, List<Column> columns, String source, String name) {
        totals.add("(sum(coalesce(" + source + ", 0)) OVER (PARTITION BY grp ORDER BY i))::BIGINT " + name);
        columns.add(Column.of(name, Column.Type.NUMBER));
    }
}
