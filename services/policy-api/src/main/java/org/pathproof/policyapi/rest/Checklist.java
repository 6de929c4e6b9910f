// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Collector;
import org.pathproof.contracts.v1.Session;
import org.pathproof.policyapi.feed.CollectorMonitor;
import org.pathproof.policyapi.feed.ConnectedRouter;
import org.pathproof.policyapi.health.HealthReporter;
import org.pathproof.policyapi.store.RouteTable;
import org.pathproof.routes.SessionStatus;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.wire.Bytes;

/**
 * The four things that Pathproof needs before it can show verdicts: RPKI data, a router, a peer, a route. Each step has
 * a state and a message with a remedy. The dashboard and the console show these messages.
 */
public final class Checklist {
    private static final String ROUTERS_PAGE = "docs/operators/routers.md";
    private static final String CONFIGURE_PAGE = "docs/operators/configure.md";
    /** Maximum number of routers that a message names. */
    private static final int MAX_NAMED_ROUTERS = 5;

    private final RouteTable table;
    private final RpkiSource rpki;
    private final CollectorMonitor collectors;
    private final HealthReporter health;

    public Checklist(RouteTable table, RpkiSource rpki, CollectorMonitor collectors, HealthReporter health) {
        this.table = table;
        this.rpki = rpki;
        this.collectors = collectors;
        this.health = health;
    }

    /**
     * The checklist.
     *
     * @param complete true if every step is done
     * @param steps in the order in which they are done
     */
    @Schema(name = "Checklist")
    public record Report(boolean complete, List<Step> steps) {}

    /**
     * A step.
     *
     * @param name {@code rpki}, {@code router}, {@code peer} or {@code route}
     * @param state {@code done}; {@code open}: to be set up; {@code lost}: was done before
     * @param title the state in a few words
     * @param message the present state, or the remedy
     * @param page the page of the documentation; absent if the step is done
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(
            String name,
            String state,
            String title,
            String message,
            @Nullable String page) {
        static Step done(String name, String title, String message) {
            return new Step(name, "done", title, message, null);
        }
    }

    /** Counts of the sessions. */
    private record Sessions(int total, int up, Set<Bytes> routers, Set<Bytes> routersUp) {}

    public Report report() {
        Sessions sessions = sessions();
        Collection<ConnectedRouter> connected = collectors.routers();
        List<Step> steps = List.of(
                rpkiStep(), routerStep(sessions, connected), peerStep(sessions, connected), routeStep(sessions));
        return new Report(steps.stream().allMatch(step -> step.state().equals("done")), steps);
    }

    private Sessions sessions() {
        int total = 0;
        int up = 0;
        Set<Bytes> routers = new HashSet<>();
        Set<Bytes> routersUp = new HashSet<>();
        for (Session session : table.sessionViews().stream()
                .flatMap(sessionView -> sessionView.session().stream())
                .toList()) {
            Bytes router = Bytes.wrap(session.getRouterHash().toByteArray());
            total++;
            routers.add(router);
            if (SessionStatus.isUp(session)) {
                up++;
                routersUp.add(router);
            }
        }
        return new Sessions(total, up, routers, routersUp);
    }

    private Step rpkiStep() {
        RpkiSet set = rpki.current().orElse(null);
        String problem = rpkiProblem();
        if (set == null) {
            return new Step(
                    "rpki",
                    "open",
                    "No RPKI data yet",
                    "Name an RPKI cache that speaks RTR: ./pathproof up --rtr HOST:PORT, or the setting pathproof.key-sync.caches. "
                            + "No path can be judged before its data is complete."
                            + (problem == null ? "" : " Now: " + problem + "."),
                    CONFIGURE_PAGE);
        }
        String amount = set.allRouterKeys().size() + " router keys and "
                + set.allVrps().size() + " VRPs at serial " + set.serial();
        if (problem != null) {
            return new Step(
                    "rpki",
                    "lost",
                    "RPKI data is not being updated",
                    "The last set stays in force: " + amount + ". Now: " + problem + ".",
                    CONFIGURE_PAGE);
        }
        return Step.done("rpki", "RPKI data is there", amount + ".");
    }

    /**
     * Returns the reason why RPKI data are not current; null if they are. Includes the state of key-sync in the same
     * process.
     */
    private @Nullable String rpkiProblem() {
        HealthReporter.Component keySync = health.all().components().get("keySync");
        if (keySync != null && !keySync.ok()) {
            return withoutStop(keySync.message());
        }
        RpkiSource.Status status = rpki.status();
        if (status.problem() != null) {
            return withoutStop(status.problem());
        }
        return status.connected() ? null : "Redis cannot be reached";
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private Step routerStep(Sessions sessions, Collection<ConnectedRouter> connected) {
        int routers = connected.size();
        if (routers > 0 || sessions.up() > 0) {
            int count = Math.max(routers, sessions.routersUp().size());
            return Step.done(
                    "router", "Routers are connected", count + (count == 1 ? " router" : " routers") + " connected.");
        }
        if (sessions.total() > 0) {
            return new Step(
                    "router",
                    "lost",
                    "Every router is lost",
                    "No router is connected, and none of " + sessions.total() + " sessions at "
                            + sessions.routers().size()
                            + " routers is up. Routes of a lost session are kept as they were for the hold time. "
                            + whereTo("Check that routers reach the collector: "),
                    ROUTERS_PAGE);
        }
        return new Step(
                "router",
                "open",
                "No router connected yet",
                whereTo("Configure the collector as BMP station on a router: "),
                ROUTERS_PAGE);
    }

    /** Returns the address of the collectors after an introduction, or the reason why it is not known. */
    private String whereTo(String words) {
        List<Collector> alive = collectors.collectors();
        if (alive.isEmpty()) {
            return "No collector has reported yet: a running one does so within seconds of reaching Kafka.";
        }
        String where = alive.stream()
                .filter(collector -> collector.getBmpPort() != 0)
                .limit(MAX_NAMED_ROUTERS)
                .map(collector -> "TCP port " + collector.getBmpPort() + " of " + collector.getId())
                .collect(Collectors.joining("; "));
        return where.isEmpty()
                ? "The collector takes BMP from OpenBMP topics or from routers that it dials: see its log."
                : words + where + ". Let the router send its pre-policy Adj-RIB-In.";
    }

    private Step peerStep(Sessions sessions, Collection<ConnectedRouter> connected) {
        List<ConnectedRouter> without = connected.stream()
                .filter(router -> !sessions.routersUp().contains(router.hash()))
                .toList();
        if (!without.isEmpty()) {
            String names = without.stream()
                    .limit(MAX_NAMED_ROUTERS)
                    .map(router -> router.label() + (router.name().isEmpty() ? "" : " (" + router.ip() + ")"))
                    .collect(Collectors.joining(", "));
            int more = without.size() - MAX_NAMED_ROUTERS;
            return new Step(
                    "peer",
                    "open",
                    without.size() == 1 ? "A router has no peer" : without.size() + " routers have no peer",
                    names + (more > 0 ? " and " + more + " more" : "")
                            + ": connected over BMP, with no BGP session that is up. "
                            + "Check that its BGP neighbours are up, and that BMP monitoring is switched on for them.",
                    ROUTERS_PAGE);
        }
        if (sessions.up() > 0) {
            return Step.done(
                    "peer",
                    "Peers are up",
                    sessions.up() + " of " + sessions.total() + " sessions at "
                            + sessions.routers().size() + " routers are up.");
        }
        return new Step(
                "peer",
                sessions.total() > 0 ? "lost" : "open",
                sessions.total() > 0 ? "No peer is up" : "No peer yet",
                "A connected router tells of its BGP neighbours by itself once BMP monitoring is switched on.",
                ROUTERS_PAGE);
    }

    private Step routeStep(Sessions sessions) {
        long routes = table.totals().routes();
        if (routes > 0) {
            return Step.done("route", "Routes are there", routes + " routes.");
        }
        return new Step(
                "route",
                "open",
                "No route yet",
                sessions.up() > 0
                        ? "Sessions are up and no route has come. Check that the router sends pre-policy Adj-RIB-In of its neighbours: "
                                + "FRR needs soft-reconfiguration inbound on each of them."
                        : "Routes come by themselves once a peer is up.",
                ROUTERS_PAGE);
    }
}
