// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.PeerKey;
import org.pathproof.wire.Prefix;

/** The paths of one router, by prefix. The lists are immutable and replaced on each change. Not thread-safe. */
final class PathTable {
    private final Map<Prefix, List<CandidatePath>> paths;

    PathTable() {
        paths = new HashMap<>();
    }

    PathTable(PathTable other) {
        paths = new HashMap<>(other.paths);
    }

    /** Passes a replaced path to {@code removed}. Returns false if the table already has this path. */
    boolean put(CandidatePath path, Consumer<CandidatePath> removed) {
        List<CandidatePath> old = of(path.prefix());
        List<CandidatePath> all = new ArrayList<>(old.size() + 1);
        for (CandidatePath known : old) {
            if (!known.hasKeyOf(path)) {
                all.add(known);
            } else if (known.equals(path)) {
                return false;
            } else {
                removed.accept(known);
            }
        }
        all.add(path);
        paths.put(path.prefix(), List.copyOf(all));
        return true;
    }

    /** Passes the path to {@code removed}. Returns false if the table has no such path. */
    boolean remove(Prefix prefix, CandidatePath.Key key, Consumer<CandidatePath> removed) {
        return removeIf(prefix, path -> path.key().equals(key), removed);
    }

    /** Removes all paths of a peer, and passes them to {@code removed}. */
    void removePeer(PeerKey peer, Consumer<CandidatePath> removed) {
        for (Prefix prefix : List.copyOf(paths.keySet())) {
            removeIf(prefix, path -> path.peer().key().equals(peer), removed);
        }
    }

    List<CandidatePath> of(Prefix prefix) {
        return paths.getOrDefault(prefix, List.of());
    }

    Set<Prefix> prefixes() {
        return paths.keySet();
    }

    int size() {
        return paths.size();
    }

    private boolean removeIf(Prefix prefix, Predicate<CandidatePath> condition, Consumer<CandidatePath> removed) {
        List<CandidatePath> old = of(prefix);
        List<CandidatePath> rest = old.stream().filter(condition.negate()).toList();
        if (rest.size() == old.size()) {
            return false;
        }
        old.stream().filter(condition).forEach(removed);
        if (rest.isEmpty()) {
            paths.remove(prefix);
        } else {
            paths.put(prefix, rest);
        }
        return true;
    }
}
