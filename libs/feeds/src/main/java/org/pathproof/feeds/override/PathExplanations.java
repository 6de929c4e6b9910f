// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.feeds.override.OverrideExplanation.ExplainedPath;
import org.pathproof.feeds.override.OverrideExplanation.Role;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.Refusal;

/** Explains the role of each path in a decision. */
final class PathExplanations {
    private final RouterRules rules;
    private final Instant now;

    PathExplanations(RouterRules rules, Instant now) {
        this.rules = rules;
        this.now = now;
    }

    /** Returns the candidates with the best one first, and then the other paths. */
    List<ExplainedPath> of(List<CandidatePath> paths) {
        List<CandidatePath> candidates =
                rules.ordered(paths.stream().filter(rules::isCandidate).toList());
        List<CandidatePath> others = rules.ordered(
                paths.stream().filter(path -> !rules.isCandidate(path)).toList());
        List<CandidatePath> selectable = rules.process().leaders(candidates);
        List<ExplainedPath> explained = new ArrayList<>(paths.size());
        for (CandidatePath path : candidates) {
            Optional<Refusal> refusal = rules.acceptance().group().acceptance().refusal(path.states());
            Optional<PolicyException> exception =
                    refusal.isPresent() ? rules.acceptance().exception(path, now) : Optional.empty();
            explained.add(new ExplainedPath(
                    path,
                    refusal.isPresent() && exception.isEmpty() ? Role.REFUSED : Role.ACCEPTED,
                    refusal,
                    exception,
                    selectable.contains(path),
                    rules.process().compare(path, candidates.getFirst())));
        }
        for (CandidatePath path : others) {
            Role role = rules.isOwn(path) ? Role.FEED : rules.isInUsedView(path) ? Role.INTERNAL : Role.PRE_POLICY;
            explained.add(new ExplainedPath(path, role, Optional.empty(), Optional.empty(), false, Optional.empty()));
        }
        return explained;
    }
}
