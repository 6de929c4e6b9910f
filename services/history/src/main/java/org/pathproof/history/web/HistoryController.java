// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pathproof.history.engine.LiveRoutes;
import org.pathproof.history.engine.View;
import org.pathproof.history.files.Manifest;
import org.pathproof.history.input.WriterStatus;
import org.pathproof.history.questions.Answer;
import org.pathproof.history.questions.ChangeQuestions;
import org.pathproof.history.questions.Filter;
import org.pathproof.history.questions.Period;
import org.pathproof.history.questions.PrefixRange.Match;
import org.pathproof.history.questions.Question;
import org.pathproof.history.questions.QuestionRunner;
import org.pathproof.history.questions.RollupQuestions;
import org.pathproof.history.questions.RollupQuestions.Group;
import org.pathproof.history.questions.RollupQuestions.Top;
import org.pathproof.history.questions.SessionQuestions;
import org.pathproof.wire.Prefix;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The operations of the history. docs/reference/history-api.md describes them. Each answer names the time since which
 * the history is complete, and the gaps in the period.
 */
@RestController
public final class HistoryController {
    private static final int DEFAULT_ROWS = 1_000;
    private static final int DEFAULT_TOP = 20;
    private static final int MAX_POINTS = 2_000;
    private static final int DEFAULT_POINTS = 120;

    private final QuestionRunner runner;
    private final WriterStatus status;
    private final Limits limits;
    private final AnswerWriter writer;
    private final Clock clock;

    /**
     * The limits of requests.
     *
     * @param rows maximum number of rows of an answer
     * @param period longest period
     */
    public record Limits(int rows, Duration period) {}

    /** Creates the controller. */
    public HistoryController(
            QuestionRunner runner,
            WriterStatus status,
            Limits limits,
            tools.jackson.databind.json.JsonMapper json,
            Clock clock) {
        this.runner = runner;
        this.status = status;
        this.limits = limits;
        this.writer = new AnswerWriter(json);
        this.clock = clock;
    }

    /** Makes the question of a request. */
    @FunctionalInterface
    private interface Asked {
        Question of(QuestionRunner.Session session);
    }

    /** Returns the life of a prefix: its routes at the start of the period, and their changes. */
    @GetMapping("/api/v1/history/prefix")
    public void prefix(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters = parameters(
                request,
                List.of(
                        RequestParameters.PERIOD,
                        RequestParameters.ROUTES,
                        RequestParameters.CHANGES,
                        List.of("prefix", "match")));
        Prefix prefix = parameters.prefix();
        Match match = parameters.constant("match", Match.ALL, Match.values(), Match::label);
        Filter filter = parameters.filter();
        Period period = parameters.period(limits.period);
        int limit = parameters.limit(DEFAULT_ROWS, limits.rows);
        Format format = Format.of(parameters, request);
        requireComplete();
        Map<String, Object> head = new LinkedHashMap<>();
        Answer answer = runner.run(session -> {
            describe(head, session.view(), period);
            if (format == Format.JSON
                    && period.fromUs() >= LiveRoutes.knownSinceUs(session.view().manifest())) {
                Answer before = session.ask(
                        ChangeQuestions.ofPrefixAt(
                                session.view(), session.book(), prefix, match, period.fromUs(), filter),
                        limit);
                head.put("routes_at_start", AnswerWriter.objects(before));
            }
            return session.ask(
                    ChangeQuestions.ofPrefix(session.view(), session.book(), prefix, match, period, filter), limit);
        });
        writer.write(response, format, head, "changes", answer);
    }

    /** Returns the changes in a period, newest first. */
    @GetMapping("/api/v1/history/changes")
    public void changes(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters = parameters(
                request, List.of(RequestParameters.PERIOD, RequestParameters.ROUTES, RequestParameters.CHANGES));
        Filter filter = parameters.filter();
        Period period = parameters.period(limits.period);
        answer(
                parameters,
                request,
                response,
                period,
                DEFAULT_ROWS,
                "changes",
                session -> ChangeQuestions.inPeriod(session.view(), session.book(), period, filter));
    }

    /** Returns the routers, peers, ASes, rules or prefixes with most changes. */
    @GetMapping("/api/v1/history/top")
    public void top(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters =
                parameters(request, List.of(RequestParameters.PERIOD, RequestParameters.SESSIONS, List.of("by")));
        Top by = parameters.constant("by", Top.PEER, Top.values(), Top::label);
        if (by == Top.PREFIX && (parameters.text("router") != null || parameters.text("peer") != null)) {
            throw new BadParameterException("parameters router and peer do not apply to by=prefix");
        }
        Filter filter = parameters.filter();
        Period period = parameters.period(limits.period);
        answer(
                parameters,
                request,
                response,
                period,
                DEFAULT_TOP,
                "top",
                session -> RollupQuestions.top(session.view(), session.book(), by, period, filter));
    }

    /** Returns the prefixes that changed most, of those with several changes within an hour. */
    @GetMapping("/api/v1/history/flaps")
    public void flaps(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters = parameters(request, List.of(RequestParameters.PERIOD));
        Period period = parameters.period(limits.period);
        answer(
                parameters,
                request,
                response,
                period,
                DEFAULT_TOP,
                "flaps",
                session -> RollupQuestions.flaps(session.view(), period));
    }

    /** Returns the numbers of routes by state over time. */
    @GetMapping("/api/v1/history/coverage")
    public void coverage(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters = parameters(
                request, List.of(RequestParameters.PERIOD, RequestParameters.SESSIONS, List.of("step", "by")));
        Group by = parameters.constant("by", Group.NONE, Group.values(), Group::label);
        Filter filter = parameters.filter();
        Period period = parameters.period(limits.period);
        long length = period.toUs() - period.fromUs();
        Duration step = parameters.step(defaultStep(length));
        long stepUs = step.toNanos() / 1_000;
        if (length / stepUs > MAX_POINTS) {
            throw BadParameterException.of(
                    "step", String.valueOf(parameters.text("step")), "gives more than " + MAX_POINTS + " points");
        }
        answer(
                parameters,
                request,
                response,
                period,
                limits.rows,
                "points",
                session -> RollupQuestions.coverage(session.view(), session.book(), period, stepUs, by, filter));
    }

    private static Duration defaultStep(long lengthUs) {
        long minutes = Math.max(1, lengthUs / DEFAULT_POINTS / 60_000_000);
        return Duration.ofMinutes(minutes);
    }

    /** Returns the live routes at a time. */
    @GetMapping("/api/v1/history/table")
    public void table(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters = parameters(request, List.of(RequestParameters.ROUTES, List.of("at")));
        Filter filter = parameters.filter();
        if (filter.router() == null && filter.peer() == null) {
            throw new BadParameterException("parameter router is missing: name a router or a peer");
        }
        long atUs = parameters.timeOrNowUs("at");
        int limit = parameters.limit(DEFAULT_ROWS, limits.rows);
        Format format = Format.of(parameters, request);
        requireComplete();
        Map<String, Object> head = new LinkedHashMap<>();
        Answer answer = runner.run(session -> {
            long known = LiveRoutes.knownSinceUs(session.view().manifest());
            if (atUs < known) {
                throw BadParameterException.of(
                        "at",
                        String.valueOf(parameters.text("at")),
                        "is before " + time(known) + ", the first time of which the history knows the tables");
            }
            describe(head, session.view(), new Period(atUs, atUs));
            return session.ask(ChangeQuestions.tableAt(session.view(), session.book(), atUs, filter), limit);
        });
        writer.write(response, format, head, "routes", answer);
    }

    /** Returns the events of sessions in a period, newest first. */
    @GetMapping("/api/v1/history/sessions")
    public void sessions(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RequestParameters parameters =
                parameters(request, List.of(RequestParameters.PERIOD, RequestParameters.SESSIONS));
        Filter filter = parameters.filter();
        Period period = parameters.period(limits.period);
        answer(
                parameters,
                request,
                response,
                period,
                DEFAULT_ROWS,
                "events",
                session -> SessionQuestions.events(session.view(), session.book(), period, filter));
    }

    /** Returns the state of the history: times, files and gaps. */
    @GetMapping("/api/v1/history/status")
    public Map<String, Object> status(HttpServletRequest request) {
        parameters(request, List.of());
        return runner.run(session -> {
            Manifest manifest = session.view().manifest();
            Map<String, Object> state = new LinkedHashMap<>();
            describe(state, session.view(), new Period(0, Long.MAX_VALUE));
            state.remove("from");
            state.remove("to");
            state.put("complete", status.isComplete());
            state.put("read_until", time(status.readUs()));
            state.put("unread_records", Math.max(0, status.lagRecords()));
            state.put("live_routes", status.liveRoutes());
            state.put("files", manifest.files().size());
            state.put("bytes", manifest.bytes());
            String problem = status.problem();
            if (problem != null) {
                state.put("problem", problem);
            }
            return state;
        });
    }

    private RequestParameters parameters(HttpServletRequest request, List<List<String>> names) {
        return new RequestParameters(request, clock, names);
    }

    private void answer(
            RequestParameters parameters,
            HttpServletRequest request,
            HttpServletResponse response,
            Period period,
            int rows,
            String name,
            Asked question)
            throws IOException {
        int limit = parameters.limit(rows, limits.rows);
        Format format = Format.of(parameters, request);
        requireComplete();
        Map<String, Object> head = new LinkedHashMap<>();
        Answer answer = runner.run(session -> {
            describe(head, session.view(), period);
            return session.ask(question.of(session), limit);
        });
        writer.write(response, format, head, name, answer);
    }

    /** Adds the period, the time since which all changes are kept, and the gaps of the period. */
    private static void describe(Map<String, Object> head, View view, Period period) {
        Manifest manifest = view.manifest();
        head.put("from", period.fromUs() < 0 ? "" : time(period.fromUs()));
        head.put("to", time(Math.min(period.toUs(), MAX_SHOWN_US)));
        head.put("complete_since", time(manifest.completeSinceUs()));
        head.put(
                "gaps",
                manifest.gaps().stream()
                        .filter(gap -> gap.overlaps(period.fromUs(), period.toUs()))
                        .map(gap -> Map.of(
                                "from", time(gap.fromUs()),
                                "to", time(gap.toUs()),
                                "reason",
                                        gap.reason()
                                                .name()
                                                .toLowerCase(java.util.Locale.ROOT)
                                                .replace('_', '-'),
                                "detail", gap.detail()))
                        .toList());
    }

    private static final long MAX_SHOWN_US = 253_370_764_800_000_000L;

    private static String time(long us) {
        return Instant.EPOCH.plus(us, ChronoUnit.MICROS).toString();
    }

    private void requireComplete() {
        if (!status.isComplete()) {
            String problem = status.problem();
            throw new NotReadyException(
                    problem == null
                            ? "the history reads the records from before its start: repeat the request later"
                            : "the history is not ready: " + problem);
        }
    }
}
