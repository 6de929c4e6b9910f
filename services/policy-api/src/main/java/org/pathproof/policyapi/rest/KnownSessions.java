// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rest;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Session;
import org.pathproof.verdictstore.input.CollectorMonitor;
import org.pathproof.verdictstore.input.ConnectedRouter;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;

/**
 * Refuses parameters that select a router or a peer that is not known, because an empty response would look like a
 * router without routes. Known are the routers and peers with a session, also a lost one, and connected routers. A
 * router that has been lost for longer than its sessions are kept is not known any more.
 */
public final class KnownSessions {
    /** Maximum number of known values in a message. */
    private static final int MAX_LISTED = 10;

    private final RouteTable table;
    private final CollectorMonitor collectors;
    private final Readiness readiness;

    public KnownSessions(RouteTable table, CollectorMonitor collectors, Readiness readiness) {
        this.table = table;
        this.collectors = collectors;
        this.readiness = readiness;
    }

    /**
     * Throws BadRequestException when the store is complete and a selector matches no known router or peer. The message
     * lists known ones.
     */
    public void require(@Nullable SessionSelector router, @Nullable SessionSelector peer) {
        problem(router, peer).ifPresent(problem -> {
            throw new BadRequestException(problem);
        });
    }

    /** Returns the problem for which {@link #require} throws; empty if there is none. */
    public Optional<String> problem(@Nullable SessionSelector router, @Nullable SessionSelector peer) {
        if (router == null && peer == null || !readiness.storeReady()) {
            return Optional.empty();
        }
        List<Session> sessions = table.sessionViews().stream()
                .flatMap(view -> view.session().stream())
                .toList();
        if (router != null
                && sessions.stream().noneMatch(router::isRouterOf)
                && collectors.routers().stream().noneMatch(connected -> isSelected(connected, router))) {
            TreeSet<String> known = new TreeSet<>();
            sessions.forEach(session -> known.add(label(session)));
            collectors.routers().forEach(connected -> known.add(connected.label()));
            return Optional.of(unknown("router", router, known, "routers"));
        }
        List<Session> atRouter = router == null
                ? sessions
                : sessions.stream().filter(router::isRouterOf).toList();
        if (peer != null && atRouter.stream().noneMatch(peer::isPeerOf)) {
            TreeSet<String> known = new TreeSet<>();
            atRouter.forEach(session ->
                    known.add(session.getPeerIp() + " (AS" + Integer.toUnsignedString(session.getPeerAs()) + ")"));
            return Optional.of(
                    unknown("peer", peer, known, router == null ? "peers" : "peers of router " + router.text()));
        }
        return Optional.empty();
    }

    private static boolean isSelected(ConnectedRouter connected, SessionSelector router) {
        return router.isRouter(connected.ip(), connected.name(), connected.hash());
    }

    private static String label(Session session) {
        return session.getRouterName().isEmpty() ? session.getRouterIp() : session.getRouterName();
    }

    private static String unknown(String parameter, SessionSelector selector, Collection<String> known, String what) {
        String listed = String.join(", ", known.stream().limit(MAX_LISTED).toList());
        int more = known.size() - MAX_LISTED;
        return BadRequestException.message(
                parameter,
                selector.text(),
                "is not known now; " + what + ": "
                        + (known.isEmpty() ? "none" : listed + (more > 0 ? " and " + more + " more" : "")));
    }
}
