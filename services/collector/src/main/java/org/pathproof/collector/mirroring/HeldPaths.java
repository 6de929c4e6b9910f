// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.mirroring;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;

/**
 * The paths of a peer that were mirrored with BGPsec_PATH. Their memory is bounded, for the peer and for all peers
 * together: the oldest paths are forgotten first.
 */
public final class HeldPaths {
    /** Heap of a path, rounded up. */
    public static final int PATH_BYTES = 128;
    /** Heap of a path with a Path Identifier. */
    static final int IDENTIFIED_PATH_BYTES = 320;

    private final MemoryBudget budget;
    private final Set<Nlri> paths = new LinkedHashSet<>();
    /** Path Identifiers of the paths that have one, by prefix. */
    private final Map<Prefix, Set<Long>> ids = new HashMap<>();

    private long bytes;

    public HeldPaths(MemoryBudget budget) {
        this.budget = budget;
    }

    public boolean isEmpty() {
        return paths.isEmpty();
    }

    public boolean contains(Nlri path) {
        return paths.contains(path);
    }

    /** Adds a path as the newest one. Returns the number of paths that were forgotten, this one included. */
    public int add(Nlri path) {
        remove(path);
        int length = size(path);
        int forgotten = 0;
        while (bytes + length > budget.maxPart() || !budget.take(length)) {
            forgotten++;
            if (paths.isEmpty()) {
                return forgotten;
            }
            remove(paths.iterator().next());
        }
        paths.add(path);
        bytes += length;
        if (path.pathId() != 0) {
            ids.computeIfAbsent(path.prefix(), p -> new HashSet<>(2)).add(path.pathId());
        }
        return forgotten;
    }

    /** Removes a path. Returns true if it was held. */
    public boolean remove(Nlri path) {
        if (!paths.remove(path)) {
            return false;
        }
        Set<Long> others = path.pathId() == 0 ? null : ids.get(path.prefix());
        if (others != null && others.remove(path.pathId()) && others.isEmpty()) {
            ids.remove(path.prefix());
        }
        bytes -= size(path);
        budget.give(size(path));
        return true;
    }

    /** Returns the paths to a prefix that have Path Identifiers. */
    public List<Nlri> identified(Prefix prefix) {
        return ids.getOrDefault(prefix, Set.of()).stream()
                .map(id -> new Nlri(id, prefix))
                .toList();
    }

    public void clear() {
        paths.clear();
        ids.clear();
        budget.give(bytes);
        bytes = 0;
    }

    private static int size(Nlri path) {
        return path.pathId() == 0 ? PATH_BYTES : IDENTIFIED_PATH_BYTES;
    }
}
