// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.pathproof.feeds.override.OriginatorCounts.Originator;
import org.pathproof.feeds.reflection.NeighborClients;

/**
 * The reflection clients of a router, as the paths that other routers received from it show. GoBGP 3.10 sends a client
 * a path of an external neighbor with the BGP Identifier of this neighbor as ORIGINATOR_ID, and any other internal
 * neighbor without ORIGINATOR_ID; a reflector then adds the one of GoBGP (RFC 4456 section 8). Not thread-safe.
 */
final class SeenClients {
    /**
     * BGP Identifiers of neighbors that were seen to be clients. They are kept while no path shows it any more, because
     * an override can replace all of these paths.
     */
    private final Set<Integer> clients;

    SeenClients() {
        clients = new HashSet<>();
    }

    SeenClients(SeenClients other) {
        clients = new HashSet<>(other.clients);
    }

    /** Forgets what was seen. */
    void clear() {
        clients.clear();
    }

    /**
     * Finds out what the paths at other routers show of one router.
     *
     * @param others the other monitored routers
     * @param speakers BGP Identifiers of the replicas
     */
    NeighborClients update(InternalView router, Collection<InternalView> others, Set<Integer> speakers) {
        boolean seenAsNoClient = false;
        for (InternalView receiver : others) {
            for (Originator path : receiver.originators()) {
                seenAsNoClient |= path.internal() && router.identifiers().contains(path.identifier());
                addClient(router, receiver, path, speakers);
            }
        }
        if (seenAsNoClient) {
            clients.clear();
            return NeighborClients.NOT_ALL;
        }
        Set<Integer> senders = router.originators().stream()
                .filter(Originator::internal)
                .map(Originator::sender)
                .filter(sender -> !speakers.contains(sender))
                .collect(Collectors.toCollection(HashSet::new));
        if (senders.isEmpty()) {
            return NeighborClients.NO_PATHS;
        }
        senders.removeAll(clients);
        if (senders.isEmpty()) {
            return NeighborClients.ALL;
        }
        others.forEach(monitored -> senders.removeAll(monitored.identifiers()));
        return senders.isEmpty() ? NeighborClients.UNSEEN : NeighborClients.UNKNOWN;
    }

    /** A path that comes not from the router itself came through a reflector, which is then the client. */
    private void addClient(InternalView router, InternalView receiver, Originator path, Set<Integer> speakers) {
        boolean direct = router.identifiers().contains(path.sender());
        boolean ofNeighbor = router.neighbors().contains(path.identifier());
        if (!path.internal()) {
            return;
        }
        if (direct && (ofNeighbor || speakers.contains(path.identifier()))) {
            clients.addAll(receiver.identifiers());
        } else if (!direct && ofNeighbor) {
            clients.add(path.sender());
        }
    }
}
