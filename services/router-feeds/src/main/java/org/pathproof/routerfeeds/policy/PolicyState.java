// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.policy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.policy.PolicyDocument;

/**
 * The state of the policy of the feeds at one replica.
 *
 * @param ready true if the replica has read all changes from before its start
 * @param problem the reason why the state may be out of date or a policy cannot be used; null if there is none
 * @param policy the version in force; empty if there is none
 * @param document the document of {@code policy}. Empty if {@code policy} is absent or cannot be used
 * @param feedSwitch the latest use of the switch; empty if it was never used
 * @param history accepted changes, the oldest first
 */
public record PolicyState(
        boolean ready,
        @Nullable String problem,
        Optional<AcceptedChange.Policy> policy,
        PolicyDocument document,
        Optional<AcceptedChange.Switch> feedSwitch,
        List<AcceptedChange> history) {
    /** The state before the topic is read. */
    public static final PolicyState STARTING =
            new PolicyState(false, null, Optional.empty(), PolicyDocument.EMPTY, Optional.empty(), List.of());

    public PolicyState {
        history = List.copyOf(history);
    }

    /** Returns the version in force; 0 if there is none. */
    public long version() {
        return policy.map(AcceptedChange.Policy::version).orElse(0L);
    }

    /** Returns true while the switch withdraws all announcements. */
    public boolean isSwitchedOff() {
        return feedSwitch.filter(AcceptedChange.Switch::off).isPresent();
    }

    /** Returns the policy for the feeds: the document, without announcements while the feeds are switched off. */
    public PolicyDocument effective() {
        return applySwitch(document);
    }

    /** Returns a document as it would apply now: without announcements while the feeds are switched off. */
    public PolicyDocument applySwitch(PolicyDocument other) {
        return isSwitchedOff() ? other.withFeeds(false) : other;
    }

    PolicyState with(boolean isReady, @Nullable String newProblem) {
        return new PolicyState(isReady, newProblem, policy, document, feedSwitch, history);
    }
}
