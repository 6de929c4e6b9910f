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
        if (path.peer().relation() != PeerRelation.INTERNAL
                || path.attributes().asPathLength() == 0
                || (origin == Origin.NEIGHBOR && isReflected(path, originator))) {
            return false;
        }
        boolean rewritten = path.attributes()
                .nextHop()
                .filter(path.peer().key().address()::equals)
                .isPresent();
        ReflectionEvidence added = new ReflectionEvidence(
                origin == Origin.NEIGHBOR ? number : 0,
                origin == Origin.NEIGHBOR && rewritten ? number : 0,
                origin == Origin.MARKED ? number : 0,
                origin == Origin.UNMARKED ? number : 0);
        int sender = origin == Origin.UNMARKED
                ? originator
                        .map(id -> (int) id.routerId().u32(0))
                        .orElse(path.peer().identifier())
                : path.peer().identifier();
        ReflectionEvidence before = of(sender);
        ReflectionEvidence now = before.plus(added);
        if (now.equals(ReflectionEvidence.NONE)) {
            senders.remove(sender);
        } else {
            senders.put(sender, now);
        }
        return !now.hasKindsOf(before);
    }

    /**
     * Returns true if the sender reflected a path. FRR 8.4 monitors each path over iBGP as if it reflected the path
     * itself: with the BGP Identifier of the sender as ORIGINATOR_ID, unless the path has one.
     */
    private static boolean isReflected(CandidatePath path, Optional<OriginatorId> originator) {
        return originator
                .filter(id -> (int) id.routerId().u32(0) != path.peer().identifier())
                .isPresent();
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
