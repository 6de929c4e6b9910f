// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.List;
import org.pathproof.feeds.override.HeldPrefix.Cause;
import org.pathproof.feeds.policy.FlapAction;
import org.pathproof.feeds.policy.FlapDamping;

/**
 * The hold of one prefix. Its overrides stay as they are, so changes of what would be announced do not come from them.
 * Not thread-safe.
 */
final class Hold {
    /** Number of changes that can still follow from the overrides before the hold. */
    private static final int MAX_LATE_CHANGES = 2;

    private final Instant since;
    private final List<AnnouncedPaths> pair;
    private AnnouncedPaths wanted;
    private AnnouncedPaths applied;
    private int changes;
    private int replacements;

    /**
     * @param pair the two states that took turns; empty if the states differ more
     * @param wanted the overrides without a hold
     */
    Hold(Instant since, List<AnnouncedPaths> pair, AnnouncedPaths wanted) {
        this.since = since;
        this.pair = pair;
        this.wanted = wanted;
        this.applied = wanted;
    }

    Hold(Hold other) {
        this.since = other.since;
        this.pair = other.pair;
        this.wanted = other.wanted;
        this.applied = other.applied;
        this.changes = other.changes;
        this.replacements = other.replacements;
    }

    Instant since() {
        return since;
    }

    /**
     * Reports the overrides without a hold.
     *
     * @param flap true if a change counts as a flap
     * @return the penalty of a change; 0 for none
     */
    int observe(AnnouncedPaths next, boolean flap) {
        AnnouncedPaths before = wanted;
        wanted = next;
        if (!flap || next.equals(before)) {
            return 0;
        }
        changes++;
        return before.byRouter().keySet().equals(next.byRouter().keySet())
                ? FlapDamping.PENALTY_OF_NEW_ATTRIBUTES
                : FlapDamping.PENALTY_OF_CHANGE;
    }

    Cause cause() {
        return pair.isEmpty() || changes > MAX_LATE_CHANGES ? Cause.FLAPS : Cause.OSCILLATION;
    }

    /** Returns the two states of an oscillation; else none. */
    List<AnnouncedPaths> states() {
        return cause() == Cause.OSCILLATION ? pair : List.of();
    }

    /**
     * Counts a change of a held prefix, whose announced path is not accepted any more. Returns false if there were too
     * many.
     *
     * @param flap false if the change does not count
     */
    boolean replace(AnnouncedPaths next, boolean flap, FlapDamping damping) {
        if (action(damping) == FlapAction.WITHDRAW) {
            return false;
        }
        if (flap && !next.equals(applied)) {
            replacements++;
        }
        applied = next;
        return action(damping) == FlapAction.KEEP;
    }

    /** Returns the handling of the prefix: that of the policy, and a withdrawal after too many changes. */
    FlapAction action(FlapDamping damping) {
        return replacements > damping.replacementsWhileHeld() ? FlapAction.WITHDRAW : damping.action();
    }
}
