// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.DecisionProcess;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterPolicy;
import org.pathproof.feeds.tag.StateCommunities;

/** The part of one router in decisions: the rules that depend on its policy. Thread-safe. */
final class RouterRules {
    private final RouterPolicy policy;
    /** The policy that accepts or refuses the paths of the router. */
    private final RouterPolicy acceptance;

    private final FeedSpeakers speakers;
    private final DecisionProcess process;
    private final Optional<StateCommunities> communities;
    /** Builder of the attributes of overrides; empty if the policy has no numbers. */
    private final Optional<OverrideAttributes> attributes;

    /**
     * @param acceptance policy that accepts or refuses the paths of a router whose own policy does not override
     * @param speakers all replicas; the policy replaces their CLUSTER_ID if it has one
     */
    RouterRules(RouterPolicy policy, RouterPolicy acceptance, FeedSpeakers speakers) {
        this.policy = policy;
        this.acceptance = policy.group().policy().overrides() ? policy : acceptance;
        this.speakers = policy.numbers()
                .map(numbers -> speakers.withClusterId(numbers.clusterId()))
                .orElse(speakers);
        this.process = policy.decisionProcess();
        this.communities = policy.numbers().map(StateCommunities::new);
        this.attributes = policy.numbers().map(OverrideAttributes::new);
    }

    RouterPolicy policy() {
        return policy;
    }

    DecisionProcess process() {
        return process;
    }

    /** Returns true if the policy of the router makes overrides. */
    boolean overrides() {
        return policy.group().policy().overrides() && attributes.isPresent();
    }

    /**
     * Returns true for a path that takes part in decisions: a path from an external neighbor, in a view that the policy
     * uses. Paths over iBGP never take part, so that no override changes the input of a decision.
     */
    boolean isCandidate(CandidatePath path) {
        return isOfNeighbor(path) && isInUsedView(path);
    }

    /** Returns true for a path from an external neighbor. */
    boolean isOfNeighbor(CandidatePath path) {
        return path.peer().isExternal()
                && policy.numbers()
                        .filter(numbers -> numbers.ownAs() == path.peer().asn())
                        .isEmpty();
    }

    /** Returns true for a path in a view that the policy uses. */
    boolean isInUsedView(CandidatePath path) {
        return path.postPolicy() || policy.group().trustPrePolicy();
    }

    /** Returns true for a path that Pathproof announced to this router, or to another router that sent it on. */
    boolean isOwn(CandidatePath path) {
        return speakers.announced(path)
                || path.peer().relation() != PeerRelation.EXTERNAL
                        && communities
                                .filter(known -> known.isOverride(path.attributes()))
                                .isPresent();
    }

    /** Returns true for a path that Pathproof announced to another router, which sent it on. */
    boolean isCopy(CandidatePath path) {
        return isOwn(path) && !speakers.isSpeaker(path.peer());
    }

    long localPreference(CandidatePath path) {
        return process.localPreference(path);
    }

    /** Returns the reason why a path is not accepted at a time; empty for an accepted path. */
    Optional<Refusal> refusal(CandidatePath path, Instant now) {
        return acceptance.refusal(path, now);
    }

    /** Returns the policy that accepts or refuses the paths of the router. */
    RouterPolicy acceptance() {
        return acceptance;
    }

    /** Returns true if the policy would refuse one of the paths without its exceptions. */
    boolean refusesWithoutExceptions(Collection<CandidatePath> paths) {
        return paths.stream()
                .anyMatch(path ->
                        acceptance.group().acceptance().refusal(path.states()).isPresent());
    }

    /** Returns the attributes of an override with a path; empty if the path cannot be announced. */
    Optional<RouteAttributes> announcement(CandidatePath path, long localPreference) {
        return attributes.flatMap(builder -> builder.of(path, localPreference));
    }

    /** Returns paths of this router in a fixed order: better paths first, then by key. */
    List<CandidatePath> ordered(Collection<CandidatePath> paths) {
        List<CandidatePath> rest = new ArrayList<>(paths);
        rest.sort(Comparator.comparing(CandidatePath::key));
        List<CandidatePath> ordered = new ArrayList<>(rest.size());
        while (!rest.isEmpty()) {
            CandidatePath best = process.best(rest).orElseThrow();
            ordered.add(best);
            rest.remove(best);
        }
        return ordered;
    }
}
