// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.List;
import java.util.Optional;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.Comparison;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.wire.Prefix;

/**
 * The reasons for the override of a prefix, or for its absence.
 *
 * @param paths the router's paths, best first; paths that are not candidates come last
 * @param elsewhere the paths of other routers of the network that take part in the decision
 * @param decision the decision without limits
 * @param active the override that is announced to the router
 * @param waiting true if a limit stops the override
 * @param hold the hold of the prefix by flap damping; empty if it is not held
 * @param penalty the flap penalty
 */
public record OverrideExplanation(
        Prefix prefix,
        List<ExplainedPath> paths,
        List<ElsewherePath> elsewhere,
        OverrideDecision decision,
        Optional<ActiveOverride> active,
        boolean waiting,
        Optional<HeldPrefix> hold,
        int penalty) {
    /** Returns true if flap damping holds the prefix. */
    public boolean held() {
        return hold.isPresent();
    }

    /**
     * One path of the router.
     *
     * @param role the role of the path in the decision
     * @param refusal the reason why the policy does not accept the path, before exceptions
     * @param exception the exception that makes the path acceptable despite the refusal
     * @param selectable true if the router could select the path, by the visible steps of route selection
     * @param againstBest comparison of the path with the best path; empty for a tie in all visible steps and for a path
     *     that is not a candidate
     */
    public record ExplainedPath(
            CandidatePath path,
            Role role,
            Optional<Refusal> refusal,
            Optional<PolicyException> exception,
            boolean selectable,
            Optional<Comparison> againstBest) {}

    /**
     * A path of another router of the network.
     *
     * @param refusal the reason why the path is not accepted; empty for an accepted path
     */
    public record ElsewherePath(NetworkPath path, Optional<Refusal> refusal) {}

    /** The role of a path in the decision. */
    public enum Role {
        /** The policy accepts the path. */
        ACCEPTED("accepted"),
        /** The policy does not accept the path. */
        REFUSED("refused"),
        /** Pathproof announced the path. */
        FEED("feed"),
        /** The path comes over iBGP. Its own border decides about it. */
        INTERNAL("internal"),
        /** The path is known only from the pre-policy view, and the group does not trust this view. */
        PRE_POLICY("pre-policy");

        private final String label;

        Role(String label) {
            this.label = label;
        }

        /** Returns the stable name for REST. */
        public String label() {
            return label;
        }
    }
}
