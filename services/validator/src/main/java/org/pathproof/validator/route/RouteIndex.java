// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.common.utils.Bytes;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.bgp.SecurePath.SignatureBlock;

/**
 * Finds the routes of one task by router key and by session. In memory, built from the {@link RouteTable} when the task starts. Used by
 * the thread of the task alone, except for the counts.
 */
public final class RouteIndex {
    private final Map<KeyName, Set<Bytes>> byKey = new HashMap<>();
    private final Map<SessionId, Set<Bytes>> bySession = new HashMap<>();
    private final Set<AfiSafi> families = new HashSet<>();
    private final AtomicLongArray states = new AtomicLongArray(PathState.values().length);

    /** The name by which a hop asks for its key. */
    public record KeyName(long asn, org.pathproof.wire.Bytes ski) {}

    public void add(Bytes key, RouteRow row) {
        RouteKey route = RouteKey.ofOctets(key.get());
        families.add(route.family());
        bySession.computeIfAbsent(route.session(), s -> new HashSet<>()).add(key);
        for (KeyName name : keyNames(row)) {
            byKey.computeIfAbsent(name, n -> new HashSet<>()).add(key);
        }
        states.incrementAndGet(row.getVerdict().getStateValue());
    }

    /** Removes what {@link #add} added for the same key and row. */
    public void remove(Bytes key, RouteRow row) {
        drop(bySession, RouteKey.ofOctets(key.get()).session(), key);
        for (KeyName name : keyNames(row)) {
            drop(byKey, name, key);
        }
        states.decrementAndGet(row.getVerdict().getStateValue());
    }

    /** The row of a route has changed. */
    public void replace(Bytes key, RouteRow before, RouteRow after) {
        Set<KeyName> old = keyNames(before);
        Set<KeyName> now = keyNames(after);
        if (!old.equals(now)) {
            for (KeyName name : old) {
                drop(byKey, name, key);
            }
            for (KeyName name : now) {
                byKey.computeIfAbsent(name, n -> new HashSet<>()).add(key);
            }
        }
        states.decrementAndGet(before.getVerdict().getStateValue());
        states.incrementAndGet(after.getVerdict().getStateValue());
    }

    /** The routes whose path names this key. */
    public Collection<Bytes> naming(KeyName name) {
        return byKey.getOrDefault(name, Set.of());
    }

    public Collection<Bytes> ofSession(SessionId session) {
        return bySession.getOrDefault(session, Set.of());
    }

    public Collection<SessionId> sessions() {
        return bySession.keySet();
    }

    /** The families of which there were routes. */
    public Collection<AfiSafi> families() {
        return families;
    }

    /** How many routes have this state; may be asked by any thread. */
    public long count(PathState state) {
        return states.get(state.getNumber());
    }

    /** All keys that could make a difference to a path: those its hops name, in each of its blocks. */
    private static Set<KeyName> keyNames(RouteRow row) {
        Verdict verdict = row.getVerdict();
        boolean mayChange = verdict.getState() == PathState.VALID || verdict.getState() == PathState.NOT_VALID;
        if (!mayChange && !row.hasProof()) {
            return Set.of();
        }
        Set<KeyName> names = new HashSet<>();
        for (Hop hop : verdict.getHopsList()) {
            if (!hop.getSki().isEmpty()) {
                names.add(new KeyName(PathJudge.asn(hop), RouteRecord.bytes(hop.getSki())));
            }
        }
        Announcement announcement = verdict.hasAnnouncement() ? verdict.getAnnouncement() : row.getAnnouncement();
        if (announcement.hasBgpsecPath()) {
            SecurePath path = PathJudge.decoded(RouteRecord.bytes(announcement.getBgpsecPath()));
            if (path != null) {
                path.blocks().forEach(block -> addNames(path, block, names));
            }
        }
        return names;
    }

    private static void addNames(SecurePath path, SignatureBlock block, Set<KeyName> names) {
        for (int i = 0; i < Math.min(block.segments().size(), path.segments().size()); i++) {
            names.add(new KeyName(
                    path.segments().get(i).asn(), block.segments().get(i).ski().compact()));
        }
    }

    private static <K> void drop(Map<K, Set<Bytes>> index, K name, Bytes key) {
        Set<Bytes> routes = index.get(name);
        if (routes != null) {
            routes.remove(key);
            if (routes.isEmpty()) {
                index.remove(name);
            }
        }
    }
}
