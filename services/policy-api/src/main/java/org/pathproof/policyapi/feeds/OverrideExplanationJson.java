// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.override.OverrideDecision;
import org.pathproof.feeds.override.OverrideExplanation;
import org.pathproof.feeds.policy.PolicyException;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.routerfeeds.use.OverrideUse;

/**
 * The decision about one prefix of one router.
 *
 * @param decision {@code announce}, {@code no-accepted-path} or {@code none}
 * @param reason reason of the decision {@code none}; otherwise the reason why {@code instead} is not accepted
 * @param routers the routers to which {@code reason} refers: those that have the overrides, or the one that stops them
 * @param instead the path that the router could select and the policy does not accept
 * @param insteadRouter the router where {@code instead} enters the network
 * @param override the announced path
 * @param since time at which the override began
 * @param use use of the override by the router; absent without an override, and without a neighbor
 * @param waiting true if a limit stops the override
 * @param held true if the override changed often, and flap damping holds the prefix
 * @param hold the cause and the end of the hold; absent if the prefix is not held
 * @param penalty flap penalty, which decays
 * @param paths all paths of the router to the prefix, best first
 * @param elsewhere the paths of other routers that take part in the decision
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OverrideExplanationJson(
        String router,
        String prefix,
        String decision,
        @Nullable String reason,
        List<String> routers,
        @Nullable PathJson instead,
        @JsonProperty("instead_router") @Nullable String insteadRouter,
        @Nullable PathJson override,
        @Nullable String since,
        @Nullable UseJson use,
        boolean waiting,
        boolean held,
        @Nullable HeldPrefixJson hold,
        int penalty,
        List<Explained> paths,
        List<Elsewhere> elsewhere) {
    /** Maximum number of paths in {@code elsewhere}. */
    private static final int MAX_ELSEWHERE = 200;

    /**
     * A path with its part in the decision.
     *
     * @param role {@code accepted}, {@code refused}, {@code feed} (announced by Pathproof), {@code internal} (over
     *     iBGP; the router where it enters decides about it) or {@code pre-policy}
     * @param refusal the state for which the policy does not accept the path
     * @param exception the exception of the policy by which the path is accepted despite {@code refusal}
     * @param selectable true if the router could select the path, by the steps of route selection that Pathproof can
     *     evaluate
     * @param worseBy the step of route selection in which the path is worse than the best one; absent for a tie
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Explained(
            PathJson path,
            String role,
            @Nullable String refusal,
            @Nullable Exemption exception,
            boolean selectable,
            @JsonProperty("worse_by") @Nullable String worseBy) {
        static Explained of(OverrideExplanation.ExplainedPath path) {
            return new Explained(
                    PathJson.of(path.path()),
                    path.role().label(),
                    path.refusal().map(Refusal::label).orElse(null),
                    path.exception().map(Exemption::of).orElse(null),
                    path.selectable(),
                    path.againstBest().map(c -> c.step().label()).orElse(null));
        }
    }

    /**
     * A path of another router.
     *
     * @param refusal the state for which the path is not accepted
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Elsewhere(
            String router, PathJson path, @Nullable String refusal) {
        static Elsewhere of(OverrideExplanation.ElsewherePath path) {
            return new Elsewhere(
                    path.path().router(),
                    PathJson.of(path.path().path()),
                    path.refusal().map(Refusal::label).orElse(null));
        }
    }

    /** An exception of the policy. */
    public record Exemption(String owner, String reason, String expires) {
        static Exemption of(PolicyException exception) {
            return new Exemption(
                    exception.owner(), exception.reason(), exception.expires().toString());
        }
    }

    static OverrideExplanationJson of(String router, OverrideExplanation explanation, Optional<OverrideUse> use) {
        OverrideDecision decision = explanation.decision();
        return new OverrideExplanationJson(
                router,
                explanation.prefix().toString(),
                switch (decision) {
                    case OverrideDecision.Announce _ -> "announce";
                    case OverrideDecision.NoAcceptedPath _ -> "no-accepted-path";
                    case OverrideDecision.None _ -> "none";
                },
                switch (decision) {
                    case OverrideDecision.Announce announce ->
                        announce.refusal().label();
                    case OverrideDecision.NoAcceptedPath none -> none.refusal().label();
                    case OverrideDecision.None none -> none.reason().label();
                },
                decision instanceof OverrideDecision.None none ? none.routers() : List.of(),
                switch (decision) {
                    case OverrideDecision.Announce announce ->
                        PathJson.of(announce.overridden().path());
                    case OverrideDecision.NoAcceptedPath none -> PathJson.of(none.path());
                    case OverrideDecision.None _ -> null;
                },
                decision instanceof OverrideDecision.Announce announce
                        ? announce.overridden().router()
                        : null,
                explanation.active().map(active -> PathJson.of(active.path())).orElse(null),
                explanation.active().map(active -> active.since().toString()).orElse(null),
                use.map(UseJson::of).orElse(null),
                explanation.waiting(),
                explanation.held(),
                explanation.hold().map(HeldPrefixJson::of).orElse(null),
                explanation.penalty(),
                explanation.paths().stream().map(Explained::of).toList(),
                explanation.elsewhere().stream()
                        .limit(MAX_ELSEWHERE)
                        .map(Elsewhere::of)
                        .toList());
    }
}
