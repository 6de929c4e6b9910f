// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.health;

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
import org.pathproof.routes.SessionStatus;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.input.ConnectedRouter;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;

/**
 * The four steps to the first verdict: RPKI data, a router, a peer, a route. Each step has a state, and a message with
 * the current data or a remedy. The dashboard and the console show the steps.
 */
public final class Checklist {
    private static final String ROUTERS_PAGE = "docs/operators/routers.md";
    private static final String INVENTORY_PAGE = "docs/operators/inventory.md";
    private static final String CONFIGURE_PAGE = "docs/operators/configure.md";
    /** Maximum number of routers or collectors that a message names. */
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
     * @param steps all steps, in order
     */
    @Schema(name = "Checklist")
    public record Report(boolean complete, List<Step> steps) {}

    /**
     * A step.
     *
     * @param name {@code rpki}, {@code router}, {@code peer} or {@code route}
     * @param state {@code done}, {@code open} (not set up yet) or {@code lost} (done before, not now)
     * @param title short description of the state
     * @param message the current data, or the remedy
     * @param page page of the documentation with the step; absent if the step is done
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

    /**
     * Counts of the sessions. A session counts as up only if its router is connected, or if its messages come through
     * Kafka: after a crash of the collector, records of sessions that were up are read before they are marked as lost.
     */
    private record Sessions(int total, int up, Set<Bytes> routers, Set<Bytes> routersUp) {}

    public Report report() {
        Collection<ConnectedRouter> connected = collectors.routers();
        Sessions sessions =
                sessions(connected.stream().map(ConnectedRouter::hash).collect(Collectors.toSet()));
        List<Step> steps = List.of(
                rpkiStep(), routerStep(sessions, connected), peerStep(sessions, connected), routeStep(sessions));
        return new Report(steps.stream().allMatch(step -> step.state().equals("done")), steps);
    }

    private Sessions sessions(Set<Bytes> connected) {
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
            if (SessionStatus.isUp(session) && (session.getRelayed() || connected.contains(router))) {
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
                    "Configure an RPKI cache that speaks RTR: ./pathproof up --rtr HOST:PORT, or the setting pathproof.key-sync.caches. "
                            + "No path is validated before the data of a cache is complete."
                            + (problem == null ? "" : " Problem: " + problem),
                    CONFIGURE_PAGE);
        }
        String amount = set.allRouterKeys().size() + " router keys and "
                + set.allVrps().size() + " VRPs at serial " + set.serial();
        if (problem != null) {
            return new Step(
                    "rpki",
                    "lost",
                    "RPKI data is not being updated",
                    "The last set stays in force: " + amount + ". Problem: " + problem,
                    CONFIGURE_PAGE);
        }
        return Step.done("rpki", "RPKI data is complete", amount + ".");
    }

    /**
     * Returns the reason for outdated RPKI data; null if the data is current. A fault of a key-sync in the same process
     * is such a reason.
     */
    private @Nullable String rpkiProblem() {
        HealthReporter.Component keySync = health.all().components().get("keySync");
        if (keySync != null && !keySync.ok()) {
            return keySync.message();
        }
        RpkiSource.Status status = rpki.status();
        if (status.problem() != null) {
            return status.problem();
        }
        return status.connected() ? null : "Redis cannot be reached";
    }

    private Step routerStep(Sessions sessions, Collection<ConnectedRouter> connected) {
        Set<Bytes> routers = new HashSet<>(sessions.routersUp());
        connected.forEach(router -> routers.add(router.hash()));
        HealthReporter.Component inventory = health.all().components().get("inventory");
        if (inventory != null && !inventory.ok()) {
            return new Step(
                    "router", "lost", "Expected routers or peers are lost", inventory.message(), INVENTORY_PAGE);
        }
        if (!routers.isEmpty()) {
            int count = routers.size();
            return Step.done(
                    "router", "Routers are connected", count + (count == 1 ? " router" : " routers") + " connected.");
        }
        if (sessions.total() > 0) {
            return new Step(
                    "router",
                    "lost",
                    "All routers are disconnected",
                    "No router is connected, and none of " + sessions.total() + " sessions at "
                            + sessions.routers().size()
                            + " routers is up. Routes of a lost session are kept for pathproof.collector.hold-time. "
                            + collectorAddresses("Check that routers reach the collector: "),
                    ROUTERS_PAGE);
        }
        return new Step(
                "router",
                "open",
                "No router connected yet",
                collectorAddresses("Configure the collector as BMP station on a router: "),
                ROUTERS_PAGE);
    }

    /** Returns {@code words} followed by the BMP ports of the collectors, or the reason why no port is known. */
    private String collectorAddresses(String words) {
        List<Collector> alive = collectors.collectors();
        if (alive.isEmpty()) {
            return "No collector has reported yet. A running collector reports within seconds after it has reached Kafka.";
        }
        String where = alive.stream()
                .filter(collector -> collector.getBmpPort() != 0)
                .limit(MAX_NAMED_ROUTERS)
                .map(collector -> "TCP port " + collector.getBmpPort() + " of " + collector.getId())
                .collect(Collectors.joining("; "));
        return where.isEmpty()
                ? "The collector has no BMP port. It reads OpenBMP topics or connects to routers (pathproof.collector.connect): see its log."
                : words + where + ". The router must send its pre-policy Adj-RIB-In.";
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
                            + ": connected over BMP, but no BGP session is up. "
                            + "Check that BGP neighbors are up and that BMP monitoring is enabled for them.",
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
                "A connected router reports its BGP neighbors as soon as BMP monitoring is enabled for them.",
                ROUTERS_PAGE);
    }

    private Step routeStep(Sessions sessions) {
        long routes = table.totals().routes();
        if (routes > 0) {
            return Step.done("route", "Routes are received", routes + " routes.");
        }
        return new Step(
                "route",
                "open",
                "No route yet",
                sessions.up() > 0
                        ? "Sessions are up, but no route was received. Check that the router sends the pre-policy Adj-RIB-In of its neighbors: "
                                + "FRR needs soft-reconfiguration inbound for each neighbor."
                        : "Routers send their routes as soon as a peer is up.",
                ROUTERS_PAGE);
    }
}
