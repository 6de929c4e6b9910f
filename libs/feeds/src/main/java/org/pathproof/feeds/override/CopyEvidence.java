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
     * @param unmarked overrides without ORIGINATOR_ID
     */
    private record Counts(int rewritten, int unmarked) {
        Counts plus(int rewrittenPaths, int unmarkedPaths) {
            return new Counts(rewritten + rewrittenPaths, unmarked + unmarkedPaths);
        }

        boolean isEmpty() {
            return rewritten == 0 && unmarked == 0;
        }
    }

    CopyEvidence() {}

    CopyEvidence(CopyEvidence other) {
        senders.putAll(other.senders);
    }

    /**
     * Counts a path. Returns true if it may show a new behavior of its sender.
     *
     * @param own true if the path is an override of Pathproof
     */
    boolean add(CandidatePath path, boolean own) {
        return change(path, own, 1);
    }

    /** Ends the count of a path. Returns true if it may change what is known of its sender. */
    boolean remove(CandidatePath path, boolean own) {
        return change(path, own, -1);
    }

    private boolean change(CandidatePath path, boolean own, int number) {
        if (path.peer().relation() != PeerRelation.INTERNAL
                || path.attributes().find(OriginatorId.class).isPresent()
                || path.attributes().asPathLength() == 0) {
            return false;
        }
        boolean rewritten = !own
                && path.attributes().nextHop().filter(path.peer().key().address()::equals).isPresent();
        if (!own && !rewritten) {
            return false;
        }
        Counts before = senders.getOrDefault(path.peer().identifier(), new Counts(0, 0));
        Counts now = before.plus(rewritten ? number : 0, own ? number : 0);
        if (now.isEmpty()) {
            senders.remove(path.peer().identifier());
        } else {
            senders.put(path.peer().identifier(), now);
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
