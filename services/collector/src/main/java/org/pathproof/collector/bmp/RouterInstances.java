// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.router.InstanceSigns;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.v1.Session;
import org.pathproof.wire.Bytes;

/**
 * Finds the BGP instance of a router to which a connection belongs (RFC 7854 section 8.1). Instances of one router have
 * the same address and sysName. The first one has the identity of the router alone, and further ones have numbers from
 * 2. The session records keep the signs of each instance, so that each has the same number after a restart and at
 * another collector.
 */
final class RouterInstances {
    /** Maximum number of instances of a router. */
    static final int MAX_INSTANCES = 256;

    /** Number of successive unused numbers after which no further instance is searched. */
    private static final int GAP = 8;

    private final Sessions sessions;
    private final Predicate<Bytes> ownedElsewhere;

    /** Returns the signs of connections. */
    interface Connections {
        /** Returns the signs of the open connection of an instance; null if it has none. */
        @Nullable
        InstanceSigns of(Bytes router);
    }

    /** @param ownedElsewhere returns true for a router that another collector owns */
    RouterInstances(Sessions sessions, Predicate<Bytes> ownedElsewhere) {
        this.sessions = sessions;
        this.ownedElsewhere = ownedElsewhere;
    }

    /** Returns true if a router has, or may have, several instances: signs must then decide. */
    boolean isPlural(RouterIdentity router, Connections connections) {
        if (connections.of(router.hash()) != null || ownedElsewhere.test(router.hash())) {
            return true;
        }
        for (int number = 2; number <= GAP; number++) {
            RouterIdentity instance = router.instance(number);
            if (connections.of(instance.hash()) != null || sessions.hasRouter(instance.hash())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the instance of a connection with certain signs: the one that is most like them, else the first unused
     * one. An instance of another collector whose records are not read yet comes before an unused one. Empty if the
     * router has too many instances.
     */
    Optional<RouterIdentity> find(RouterIdentity router, InstanceSigns signs, Connections connections) {
        RouterIdentity best = null;
        RouterIdentity unused = null;
        RouterIdentity unread = null;
        InstanceSigns.Likeness likeness = InstanceSigns.Likeness.OTHER;
        int gap = 0;
        for (int number = 1; number <= MAX_INSTANCES && gap < GAP; number++) {
            RouterIdentity instance = number == 1 ? router : router.instance(number);
            InstanceSigns live = connections.of(instance.hash());
            boolean elsewhere = ownedElsewhere.test(instance.hash());
            List<Session> records = sessions.ofRouter(instance.hash());
            gap = live == null && records.isEmpty() ? gap + 1 : 0;
            if (gap > 0) {
                if (elsewhere) {
                    unread = unread == null ? instance : unread;
                } else {
                    unused = unused == null ? instance : unused;
                }
                continue;
            }
            InstanceSigns known = live == null ? InstanceSigns.ofRecords(records) : live;
            InstanceSigns.Likeness found = signs.likeness(known, live != null || elsewhere);
            if (found.compareTo(likeness) > 0) {
                likeness = found;
                best = instance;
            }
        }
        return Optional.ofNullable(best != null ? best : unread != null ? unread : unused);
    }
}
