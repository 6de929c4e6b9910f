// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.bgp.OriginatorId;

/**
 * The routers whose paths one router received over iBGP, with the number of their paths. Paths with an empty AS_PATH
 * are left out: they do not come from an external neighbor. Not thread-safe.
 */
final class OriginatorCounts {
    private final Map<Originator, Integer> counts;

    /**
     * The router where a path over iBGP enters.
     *
     * @param identifier ORIGINATOR_ID (RFC 4456 section 8), else the BGP Identifier of the sender
     * @param sender BGP Identifier of the peer
     * @param internal false for a peer in another AS of the confederation
     */
    record Originator(int identifier, int sender, boolean internal) {}

    OriginatorCounts() {
        counts = new HashMap<>();
    }

    OriginatorCounts(OriginatorCounts other) {
        counts = new HashMap<>(other.counts);
    }

    /** Counts a path. Returns true if it is the first of its originator. */
    boolean add(CandidatePath path) {
        return isCounted(path) && counts.merge(originator(path), 1, Integer::sum) == 1;
    }

    /** Ends the count of a path. Returns true if it was the last of its originator. */
    boolean remove(CandidatePath path) {
        return isCounted(path)
                && counts.computeIfPresent(originator(path), (id, count) -> count == 1 ? null : count - 1) == null;
    }

    Set<Originator> all() {
        return Set.copyOf(counts.keySet());
    }

    private static boolean isCounted(CandidatePath path) {
        return !path.peer().isExternal() && path.attributes().asPathLength() > 0;
    }

    private static Originator originator(CandidatePath path) {
        int sender = path.peer().identifier();
        return new Originator(
                path.attributes()
                        .find(OriginatorId.class)
                        .map(id -> (int) id.routerId().u32(0))
                        .orElse(sender),
                sender,
                path.peer().relation() == PeerRelation.INTERNAL);
    }
}
