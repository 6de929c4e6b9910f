// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.rest.Readiness;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.verdictstore.store.Totals;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves counts over the whole network. */
@RestController
public final class SummaryController {
    private static final int MAX_OFFENDERS = 10;

    private final RouteTable table;
    private final RpkiSource rpki;
    private final Readiness readiness;
    private final Clock clock;

    public SummaryController(RouteTable table, RpkiSource rpki, Readiness readiness, Clock clock) {
        this.table = table;
        this.rpki = rpki;
        this.readiness = readiness;
        this.clock = clock;
    }

    /**
     * Counts over all live routes.
     *
     * @param ready true if all route events from before the start are validated and their verdicts are read; counts are
     *     incomplete before that
     * @param coverage fraction of routes with a BGPsec_PATH, 0..1
     * @param findings number of routes with a finding, by rule
     * @param offenders the ASes with the largest numbers of routes whose findings name the AS
     * @param rpki the current RPKI set; absent if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Summary(
            boolean ready,
            String generated,
            long routes,
            long signed,
            long derived,
            double coverage,
            Map<String, Long> states,
            @JsonProperty("origin_states") Map<String, Long> originStates,
            @JsonProperty("aspa_states") Map<String, Long> aspaStates,
            Map<String, Long> findings,
            Sessions sessions,
            List<Offender> offenders,
            @Nullable Rpki rpki) {}

    /** Counts of sessions. The BGPsec counts exclude sessions that are down. */
    @Schema(name = "SessionCounts")
    public record Sessions(
            int total,
            int up,
            int syncing,
            int lost,
            int down,
            int routers,
            @JsonProperty("bgpsec_negotiated") int bgpsecNegotiated,
            @JsonProperty("bgpsec_stripped") int bgpsecStripped) {}

    /** An AS and the number of routes whose findings name the AS. */
    public record Offender(long asn, long routes) {}

    /** The current RPKI set. */
    public record Rpki(
            long serial, @JsonProperty("router_keys") int routerKeys, int vrps, int aspas) {}

    /** Runs one request at a time, because each request holds the counts by AS in memory. */
    @GetMapping(path = "/api/v1/summary", produces = MediaType.APPLICATION_JSON_VALUE)
    public synchronized Summary summary() {
        Totals totals = table.totals();
        List<Offender> offenders = totals.offenders().entrySet().stream()
                .map(entry -> new Offender(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Offender::routes).reversed().thenComparingLong(Offender::asn))
                .limit(MAX_OFFENDERS)
                .toList();
        return new Summary(
                readiness.isComplete(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
                totals.routes(),
                totals.signed(),
                totals.derived(),
                totals.routes() == 0 ? 0 : Math.round(10_000.0 * totals.signed() / totals.routes()) / 10_000.0,
                Counts.ofStates(totals),
                Counts.ofOrigins(totals),
                Counts.ofAspa(totals),
                Counts.ofFindings(totals),
                sessions(),
                offenders,
                rpki.current().map(SummaryController::rpki).orElse(null));
    }

    private static Rpki rpki(RpkiSet set) {
        return new Rpki(
                set.serial().toLong(),
                set.allRouterKeys().size(),
                set.allVrps().size(),
                set.allAspas().size());
    }

    private Sessions sessions() {
        Collection<SessionView> all = table.sessionViews();
        return new Sessions(
                count(all, p -> p.session().isPresent()),
                count(all, p -> is(p, State.UP)),
                count(all, p -> is(p, State.SYNCING)),
                count(all, p -> is(p, State.LOST)),
                count(all, p -> is(p, State.DOWN)),
                Math.toIntExact(all.stream()
                        .flatMap(p -> p.session().stream())
                        .map(Session::getRouterHash)
                        .distinct()
                        .count()),
                count(all, p -> !is(p, State.DOWN) && p.negotiatedBgpsec()),
                count(all, p -> !is(p, State.DOWN) && p.stripsBgpsec()));
    }

    private static boolean is(SessionView sessionView, State state) {
        return sessionView.session().filter(s -> s.getState() == state).isPresent();
    }

    private static int count(Collection<SessionView> all, Predicate<SessionView> test) {
        return Math.toIntExact(all.stream().filter(test).count());
    }
}
