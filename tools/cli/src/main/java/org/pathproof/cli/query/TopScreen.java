// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.Table;
import tools.jackson.databind.JsonNode;

/** Lines of {@code pathproof top}. They have no control characters, and at most the width of the terminal. */
final class TopScreen {
    private static final List<String> STATES = List.of("VALID", "NOT_VALID", "UNSIGNED", "MALFORMED", "UNVERIFIED");
    private static final int MAX_LISTED = 5;

    private final int width;
    private final List<Line> lines = new ArrayList<>();

    /** Appearance of a line. */
    enum Style {
        PLAIN,
        TITLE,
        FAULT
    }

    /** A line of text. */
    record Line(String text, Style style) {}

    private TopScreen(int width) {
        this.width = width;
    }

    /**
     * Returns the lines of a screen.
     *
     * @param reading the last good answers; null before the first
     * @param rate verdicts per second; null while unknown
     * @param fault reason for which the last request failed; null after success
     * @param width maximum number of characters of a line
     * @param height maximum number of lines
     */
    static List<Line> lines(
            String url,
            @Nullable TopReading reading,
            @Nullable Double rate,
            @Nullable String fault,
            int width,
            int height) {
        TopScreen screen = new TopScreen(width);
        screen.add(
                "pathproof top  " + url
                        + (reading == null ? "" : "  " + reading.time().truncatedTo(ChronoUnit.SECONDS)),
                Style.TITLE);
        if (fault != null) {
            screen.add(fault, Style.FAULT);
            screen.add(
                    reading == null
                            ? "no answer so far"
                            : "last good answer: " + reading.time().truncatedTo(ChronoUnit.SECONDS),
                    Style.FAULT);
        }
        if (reading != null) {
            screen.addSummary(reading.summary(), rate);
            screen.addHealth(reading);
            screen.addLost(reading.lost());
            screen.addCounts(reading.summary());
            screen.addRoutes(reading.routes(), Math.max(1, height - screen.lines.size() - 2));
        }
        return screen.lines.subList(0, Math.min(height, screen.lines.size()));
    }

    private void add(String text, Style style) {
        String safe = safe(text);
        int characters = safe.codePointCount(0, safe.length());
        lines.add(new Line(
                characters <= width ? safe : safe.substring(0, safe.offsetByCodePoints(0, Math.max(0, width))), style));
    }

    /** Replaces control characters, and characters that would change the direction or hide text. */
    private static String safe(String text) {
        return Table.printable(text)
                .codePoints()
                .map(c -> switch (Character.getType(c)) {
                    case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> '\ufffd';
                    default -> c;
                })
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private void addSummary(JsonNode summary, @Nullable Double rate) {
        long routes = summary.path("routes").asLong();
        String verdicts = rate == null ? "-" : String.format(Locale.ROOT, "%.1f", rate);
        add(
                "routes " + routes + "  verdicts/s " + verdicts + "  signed "
                        + share(summary.path("signed").asLong(), routes) + "  VRPs "
                        + Table.cell(summary.at("/rpki/vrps")) + "  router keys "
                        + Table.cell(summary.at("/rpki/router_keys")),
                Style.PLAIN);
        if (!summary.path("ready").asBoolean()) {
            add("counts are incomplete: records from before the start are being read", Style.FAULT);
        }
        add(
                "paths    "
                        + STATES.stream()
                                .map(state -> state + " "
                                        + counted(summary.path("states").path(state), routes))
                                .collect(Collectors.joining("  ")),
                Style.PLAIN);
        add("origins  " + shares(summary.path("origin_states"), routes), Style.PLAIN);
        add("ASPA     " + shares(summary.path("aspa_states"), routes), Style.PLAIN);
        JsonNode sessions = summary.path("sessions");
        long away = sessions.path("down").asLong() + sessions.path("lost").asLong();
        add(
                "sessions " + Table.cell(sessions.path("up")) + " up  " + Table.cell(sessions.path("down")) + " down  "
                        + Table.cell(sessions.path("lost")) + " lost  " + Table.cell(sessions.path("syncing"))
                        + " syncing  of " + Table.cell(sessions.path("routers")) + " routers",
                away > 0 ? Style.FAULT : Style.PLAIN);
    }

    private static String shares(JsonNode states, long routes) {
        return states.properties().stream()
                .map(state -> state.getKey() + " " + counted(state.getValue(), routes))
                .collect(Collectors.joining("  "));
    }

    private static String counted(JsonNode count, long routes) {
        return count.asLong() + " (" + share(count.asLong(), routes) + ")";
    }

    private static String share(long count, long of) {
        return of == 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * count / of);
    }

    private void addHealth(TopReading reading) {
        List<JsonNode> failing = Tables.components(reading.health())
                .filter(component -> Table.cell(component.path("status")).equals("failing"))
                .toList();
        String status = Table.cell(reading.health().path("status"));
        add("health   " + (status.isEmpty() ? "unknown" : status), failing.isEmpty() ? Style.PLAIN : Style.FAULT);
        failing.stream()
                .limit(MAX_LISTED)
                .forEach(component -> add(
                        "  " + Table.cell(component.path("name")) + ": " + Table.cell(component.path("message")),
                        Style.FAULT));
        reading.problems().forEach(problem -> add("  " + problem, Style.FAULT));
    }

    private void addLost(JsonNode lost) {
        if (!lost.has("lost")) {
            return;
        }
        long count = lost.path("lost").asLong();
        add(
                "expected " + Table.cell(lost.path("routers")) + " routers  " + Table.cell(lost.path("peers"))
                        + " peers  " + count + " lost",
                count > 0 ? Style.FAULT : Style.PLAIN);
        lost.path("entries").valueStream().limit(MAX_LISTED).forEach(entry -> {
            String peer = Table.cell(entry.path("peer"));
            add(
                    "  " + Table.cell(entry.path("router")) + (peer.isEmpty() ? "" : " peer " + peer) + " lost since "
                            + Table.cell(entry.path("since")) + ": " + Table.cell(entry.path("detail")),
                    Style.FAULT);
        });
    }

    private void addCounts(JsonNode summary) {
        List<String> rules = summary.path("findings").properties().stream()
                .sorted(Comparator.comparingLong(rule -> -rule.getValue().asLong()))
                .limit(MAX_LISTED)
                .map(rule -> rule.getKey() + " " + rule.getValue().asLong())
                .toList();
        List<String> culprits = summary.path("offenders")
                .valueStream()
                .limit(MAX_LISTED)
                .map(culprit -> "AS " + Table.cell(culprit.path("asn")) + " " + Table.cell(culprit.path("routes")))
                .toList();
        add("rules    " + (rules.isEmpty() ? "-" : String.join("  ", rules)), Style.PLAIN);
        add("culprits " + (culprits.isEmpty() ? "-" : String.join("  ", culprits)), Style.PLAIN);
    }

    private void addRoutes(JsonNode routes, int rows) {
        List<JsonNode> newest = routes.path("routes")
                .valueStream()
                .sorted(Comparator.comparing(TopScreen::validated).reversed())
                .limit(rows)
                .toList();
        boolean all = !routes.has("cursor");
        add("", Style.PLAIN);
        add(
                "NOT_VALID paths, newest first"
                        + (all ? "" : " (of the first " + routes.path("routes").size() + ")"),
                Style.TITLE);
        newest.forEach(route -> add(route(route), Style.PLAIN));
        if (newest.isEmpty()) {
            add("none", Style.PLAIN);
        }
    }

    private static String validated(JsonNode route) {
        return Table.cell(route.at("/validity/judged"));
    }

    private static String route(JsonNode route) {
        JsonNode finding = route.at("/validity/findings/0");
        String asn = Table.cell(finding.path("asn"));
        String peer = Table.cell(route.path("peer_name"));
        return String.format(
                "%-20s  %-18s  %-20s  %-12s  %s",
                validated(route),
                Tables.prefix(route),
                Table.cell(finding.path("rule")),
                asn.isEmpty() ? "" : "AS " + asn,
                Tables.router(route) + " " + (peer.isEmpty() ? Table.cell(route.path("peer_ip")) : peer));
    }
}
