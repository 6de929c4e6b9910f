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
    private final Map<Integer, ReflectionEvidence> senders = new HashMap<>();

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
        boolean hasOriginator = path.attributes().find(OriginatorId.class).isPresent();
        if (path.peer().relation() != PeerRelation.INTERNAL
                || path.attributes().asPathLength() == 0
                || !own && hasOriginator) {
            return false;
        }
        boolean rewritten = path.attributes()
                .nextHop()
                .filter(path.peer().key().address()::equals)
                .isPresent();
        ReflectionEvidence added = new ReflectionEvidence(
                own ? 0 : number,
                !own && rewritten ? number : 0,
                own && hasOriginator ? number : 0,
                own && !hasOriginator ? number : 0);
        ReflectionEvidence before = of(path.peer().identifier());
        ReflectionEvidence now = before.plus(added);
        if (now.equals(ReflectionEvidence.NONE)) {
            senders.remove(path.peer().identifier());
        } else {
            senders.put(path.peer().identifier(), now);
        }
        return !now.hasKindsOf(before);
    }

    /** Returns what is known of a sender. */
    ReflectionEvidence of(int identifier) {
        return senders.getOrDefault(identifier, ReflectionEvidence.NONE);
    }

    /**
     * Returns the behavior of a sender by which overrides would harm the network.
     *
     * @param usableNextHops true if inner routers can use the next hops that the sender does not rewrite
     */
    static Optional<Reason> flaw(ReflectionEvidence evidence, boolean usableNextHops) {
        if (evidence.unmarked() > 0) {
            return Optional.of(Reason.BORDER_REFLECTION);
        }
        return evidence.rewritten() > 0 && !usableNextHops ? Optional.of(Reason.BORDER_NEXT_HOP) : Optional.empty();
    }
}
