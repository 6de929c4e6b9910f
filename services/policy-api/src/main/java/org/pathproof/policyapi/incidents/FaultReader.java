// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.incidents;

import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.inventory.LostRouters;
import org.pathproof.routes.SessionNames;
import org.pathproof.verdictstore.input.PipelineStatus;
import org.pathproof.verdictstore.input.StoreInputStatus;
import org.pathproof.verdictstore.input.StoreStatus;
import org.pathproof.verdictstore.store.AspaVerdict;
import org.pathproof.verdictstore.store.OriginVerdict;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionView;
import org.pathproof.verdictstore.store.Totals;

/** Reads the faults from the counts of the verdict store, the inventory, and the report of key-sync. */
final class FaultReader {
    private static final Set<IncidentKind> OF_STORE = EnumSet.of(
            IncidentKind.INVALID_PATHS,
            IncidentKind.ORIGIN_INVALID,
            IncidentKind.ASPA_INVALID,
            IncidentKind.SIGNATURES_STRIPPED);

    private final RouteTable table;
    private final StoreStatus status;
    private final LostRouters inventory;
    private final Supplier<Optional<List<String>>> sources;

    /** @param sources names of the RPKI sources that do not work; empty while they are not known */
    FaultReader(RouteTable table, StoreStatus status, LostRouters inventory, Supplier<Optional<List<String>>> sources) {
        this.table = table;
        this.status = status;
        this.inventory = inventory;
        this.sources = sources;
    }

    Faults read() {
        Map<Subject, Extent> extents = new HashMap<>();
        Map<Subject, Instant> since = new HashMap<>();
        Set<IncidentKind> known = EnumSet.noneOf(IncidentKind.class);
        Set<IncidentKind> current = EnumSet.noneOf(IncidentKind.class);
        StoreInputStatus input = status.input();
        if (input.ready() && input.problem() == null) {
            known.addAll(OF_STORE);
            PipelineStatus pipeline = status.pipeline();
            if (pipeline.caughtUp() && !pipeline.readingLate() && !pipeline.tableLate()) {
                current.addAll(OF_STORE);
            }
            table.sessionViews().forEach(view -> add(view, extents));
        }
        inventory.lost().ifPresent(all -> {
            known.addAll(EnumSet.of(IncidentKind.ROUTER_LOST, IncidentKind.PEER_LOST));
            current.addAll(EnumSet.of(IncidentKind.ROUTER_LOST, IncidentKind.PEER_LOST));
            for (LostRouters.Lost lost : all) {
                IncidentKind kind = lost.peer().isEmpty() ? IncidentKind.ROUTER_LOST : IncidentKind.PEER_LOST;
                Subject subject = Subject.ofPeer(kind, lost.router(), lost.peer());
                extent(extents, subject).add(1, lost.router(), lost.peer());
                since.put(subject, lost.since());
            }
        });
        sources.get().ifPresent(names -> {
            known.add(IncidentKind.SOURCE_LOST);
            current.add(IncidentKind.SOURCE_LOST);
            names.forEach(name -> extent(extents, Subject.ofSource(name)).add(1, "", ""));
        });
        Map<Subject, Fault> faults = new HashMap<>();
        extents.forEach((subject, extent) -> faults.put(subject, extent.fault()));
        return new Faults(faults, since, known, current);
    }

    private static void add(SessionView view, Map<Subject, Extent> extents) {
        Session session = view.session().orElse(null);
        if (session == null) {
            return; // its routes are hidden
        }
        String router = SessionNames.router(session);
        String peer = SessionNames.peer(session);
        Totals totals = view.totals();
        totals.offenders()
                .forEach((asn, routes) -> extent(extents, Subject.ofAs(asn)).add(routes, router, peer));
        addOfPeer(extents, IncidentKind.ORIGIN_INVALID, router, peer, totals.of(OriginVerdict.INVALID));
        addOfPeer(extents, IncidentKind.ASPA_INVALID, router, peer, totals.of(AspaVerdict.INVALID));
        if (view.stripsBgpsec() && session.getState() != State.DOWN) {
            addOfPeer(extents, IncidentKind.SIGNATURES_STRIPPED, router, peer, Math.max(1, totals.routes()));
        }
    }

    private static void addOfPeer(
            Map<Subject, Extent> extents, IncidentKind kind, String router, String peer, long routes) {
        if (routes > 0) {
            extent(extents, Subject.ofPeer(kind, router, peer)).add(routes, router, peer);
        }
    }

    private static Extent extent(Map<Subject, Extent> extents, Subject subject) {
        return extents.computeIfAbsent(subject, ignored -> new Extent());
    }

    /** Adds up the counts of sessions. */
    private static final class Extent {
        private record Peer(String router, String peer) {}

        private long size;
        private final Set<String> routers = new HashSet<>(2);
        private final Set<Peer> peers = new HashSet<>(2);

        void add(long routes, String router, String peer) {
            size += routes;
            if (!router.isEmpty()) {
                routers.add(router);
            }
            if (!peer.isEmpty()) {
                peers.add(new Peer(router, peer));
            }
        }

        Fault fault() {
            return new Fault(size, routers.size(), peers.size(), 1);
        }
    }
}
