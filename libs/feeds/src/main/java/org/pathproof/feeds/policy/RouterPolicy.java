// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.DecisionProcess;

/**
 * The policy of one router.
 *
 * @param feeds false while all feeds are switched off
 * @param numbers numbers of the feeds; always present if the group announces routes
 * @param exceptions exceptions for this group
 */
public record RouterPolicy(
        boolean feeds, Optional<FeedNumbers> numbers, RouterGroup group, List<PolicyException> exceptions) {
    /** The policy of a router without a group. */
    public static final RouterPolicy OBSERVE =
            new RouterPolicy(true, Optional.empty(), RouterGroup.UNASSIGNED, List.of());

    public RouterPolicy {
        exceptions = List.copyOf(exceptions);
    }

    /** Returns the reason why a path is not accepted at a time; empty for an accepted path. */
    public Optional<Refusal> refusal(CandidatePath path, Instant now) {
        return group.acceptance()
                .refusal(path.states())
                .filter(reason -> exception(path, now).isEmpty());
    }

    /** Returns the first exception that covers a path at a time. */
    public Optional<PolicyException> exception(CandidatePath path, Instant now) {
        return exceptions.stream()
                .filter(exception ->
                        exception.isActive(now) && exception.scope().matches(path))
                .findFirst();
    }

    /** Returns the time of the next expiry after {@code now}; empty if no exception is active. */
    public Optional<Instant> nextExpiry(Instant now) {
        return exceptions.stream()
                .map(PolicyException::expires)
                .filter(now::isBefore)
                .min(Instant::compareTo);
    }

    /** Returns route selection with the parameters of the group. */
    public DecisionProcess decisionProcess() {
        return new DecisionProcess(group.defaultLocalPreference());
    }
}
