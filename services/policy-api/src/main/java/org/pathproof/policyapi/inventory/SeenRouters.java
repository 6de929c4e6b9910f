// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.inventory;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.SessionNames;
import org.pathproof.routes.SessionStatus;
import org.pathproof.verdictstore.input.ConnectedRouter;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;

/**
 * The routers and peers that are up. A session counts if its router is connected to a live collector, or if its
 * messages come through Kafka: the record of a session stays up when its collector ends by a crash.
 *
 * @param up routers and peers with a session that is up
 * @param addresses addresses of the routers that are up, by name
 * @param described names of routers whose certificate describes them
 * @param connected names of routers with a BMP connection
 */
record SeenRouters(Set<InventoryKey> up, Map<String, String> addresses, Set<String> described, Set<String> connected) {

    /** No router is up. */
    static final SeenRouters NONE = new SeenRouters(Set.of(), Map.of(), Set.of(), Set.of());

    static SeenRouters of(RouteTable table, Collection<ConnectedRouter> collectors) {
        Set<Bytes> hashes = collectors.stream().map(ConnectedRouter::hash).collect(Collectors.toSet());
        Set<InventoryKey> up = new HashSet<>();
        Map<String, String> addresses = new HashMap<>();
        Set<String> described = new HashSet<>();
        Set<String> connected = new HashSet<>();
        collectors.forEach(router -> connected.add(router.label()));
        table.sessionViews()
                .forEach(view -> view.session().ifPresent(session -> {
                    boolean isConnected =
                            hashes.contains(Bytes.wrap(session.getRouterHash().toByteArray()));
                    String router = SessionNames.router(session);
                    if (router.isEmpty() || !isConnected && !session.getRelayed()) {
                        return;
                    }
                    if (isConnected) {
                        connected.add(router);
                    }
                    if (SessionStatus.isUp(session)) {
                        up.add(InventoryKey.named(router));
                        addresses.put(router, session.getRouterIp());
                        if (!session.getDescribedBy().isEmpty()) {
                            described.add(router);
                        }
                        addPeer(session, router, up);
                    }
                }));
        return new SeenRouters(up, addresses, described, connected);
    }

    /** Adds the peer of a session. The Loc-RIB is no peer, and the session with Pathproof itself is not monitored. */
    private static void addPeer(Session session, String router, Set<InventoryKey> up) {
        String peer = SessionNames.peer(session);
        if (session.getView() != RibView.LOC_RIB && !session.getFeed() && !peer.isEmpty()) {
            up.add(new InventoryKey(router, peer));
        }
    }

    /** Returns why a router or peer is not up. */
    String reason(InventoryEntry entry) {
        String router = entry.key().router();
        if (!entry.key().isRouter()) {
            return entry.seen() ? "no BGP session is up" : "no BGP session was up yet";
        }
        if (connected.contains(router)) {
            return "connected over BMP, but no BGP session is up";
        }
        return entry.seen() ? "no BMP connection" : "never connected";
    }
}
