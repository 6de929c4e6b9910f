// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.bgp.OriginatorId;

/**
 * Counts of the paths that one router received over iBGP, by the router that sent them. They show the behavior of the
 * senders. Not thread-safe.
 */
final class CopyEvidence {
    private final Map<Integer, Counts> senders = new HashMap<>();

    /**
     * Counts of paths from one sender.
     *
     * @param rewritten paths of external neighbors with the address of the sender as next hop
     * @param unmarked overrides whose ORIGINATOR_ID is not Pathproof's. A reflector gives an override without
     *     ORIGINATOR_ID that of its sender (RFC 4456 section 8)
     */
    private record Counts(int rewritten, int unmarked) {
        Counts plus(int rewrittenPaths, int unmarkedPaths) {
            return new Counts(rewritten + rewrittenPaths, unmarked + unmarkedPaths);
        }

        boolean isEmpty() {
            return rewritten == 0 && unmarked == 0;
        }
    }

    /** The origin of a path that a router received over iBGP. */
    enum Origin {
        /** An external neighbor. */
        NEIGHBOR,
        /** Pathproof, which its ORIGINATOR_ID or CLUSTER_LIST names. */
        MARKED,
        /** Pathproof, which neither of them names. */
        UNMARKED
    }

    CopyEvidence() {}

    CopyEvidence(CopyEvidence other) {
        senders.putAll(other.senders);
    }

    /**
     * Counts a path. Returns true if it may show a new behavior of its sender.
     *
     * @param origin the origin of the path
     */
    boolean add(CandidatePath path, Origin origin) {
        return change(path, origin, 1);
    }

    /** Ends the count of a path. Returns true if it may change what is known of its sender. */
    boolean remove(CandidatePath path, Origin origin) {
        return change(path, origin, -1);
    }

    private boolean change(CandidatePath path, Origin origin, int number) {
        Optional<OriginatorId> originator = path.attributes().find(OriginatorId.class);
        boolean own = origin == Origin.UNMARKED;
        if (path.peer().relation() != PeerRelation.INTERNAL
                || path.attributes().asPathLength() == 0
                || origin == Origin.MARKED
                || (originator.isPresent() && !own)) {
            return false;
        }
        boolean rewritten = !own
                && path.attributes().nextHop().filter(path.peer().key().address()::equals).isPresent();
        if (!own && !rewritten) {
            return false;
        }
        int sender = originator.map(id -> (int) id.routerId().u32(0)).orElse(path.peer().identifier());
        Counts before = senders.getOrDefault(sender, new Counts(0, 0));
        Counts now = before.plus(rewritten ? number : 0, own ? number : 0);
        if (now.isEmpty()) {
            senders.remove(sender);
        } else {
            senders.put(sender, now);
        }
        return before.rewritten == 0 != (now.rewritten == 0) || before.unmarked == 0 != (now.unmarked == 0);
    }

    /**
     * Returns the behavior of a sender by which overrides would harm the network.
     *
     * @param usableNextHops true if inner routers can use the next hops that the sender does not rewrite
     */
    Optional<Reason> flaw(int identifier, boolean usableNextHops) {
        Counts counts = senders.get(identifier);
        if (counts == null) {
            return Optional.empty();
        }
        if (counts.unmarked > 0) {
            return Optional.of(Reason.BORDER_REFLECTION);
        }
        return counts.rewritten > 0 && !usableNextHops ? Optional.of(Reason.BORDER_NEXT_HOP) : Optional.empty();
    }
}
