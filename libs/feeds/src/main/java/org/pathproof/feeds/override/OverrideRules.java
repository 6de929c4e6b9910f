// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pathproof.feeds.override.OverrideDecision.Announce;
import org.pathproof.feeds.override.OverrideDecision.NoAcceptedPath;
import org.pathproof.feeds.override.OverrideDecision.None;
import org.pathproof.feeds.override.OverrideDecision.Reason;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.feeds.path.DecisionProcess;
import org.pathproof.feeds.path.RouteAttributes;
import org.pathproof.feeds.policy.NoAlternative;
import org.pathproof.feeds.policy.Refusal;
import org.pathproof.feeds.policy.RouterPolicy;

/**
 * Decides about one prefix of one router. The result depends on the arguments only, so that all replicas decide alike.
 *
 * <p>The steps of route selection that are visible from outside decide if an override is needed. An override is needed
 * if a refused path is not strictly worse than one of the best accepted paths. Thread-safe.
 */
public final class OverrideRules {
    private static final long MAX_LOCAL_PREFERENCE = 0xffff_ffffL;

    private final RouterPolicy policy;
    private final FeedSpeakers speakers;
    private final DecisionProcess process;
    /** Builder of the attributes of overrides; empty if the policy has no numbers. */
    private final Optional<OverrideAttributes> attributes;

    /** @param speakers all replicas; the policy replaces their CLUSTER_ID if it has one */
    public OverrideRules(RouterPolicy policy, FeedSpeakers speakers) {
        this.policy = policy;
        this.speakers = policy.numbers()
                .map(numbers -> speakers.withClusterId(numbers.clusterId()))
                .orElse(speakers);
        this.process = policy.decisionProcess();
        this.attributes = policy.numbers().map(OverrideAttributes::new);
    }

    public RouterPolicy policy() {
        return policy;
    }

    public DecisionProcess process() {
        return process;
    }

    /** Returns true for a path that an override can announce, or that can make an override necessary. */
    public boolean isCandidate(CandidatePath path) {
        return (path.postPolicy() || policy.group().trustPrePolicy()) && !speakers.announced(path);
    }

    /** Returns true for a path that Pathproof announced. */
    public boolean isOwn(CandidatePath path) {
        return speakers.announced(path);
    }

    /** Returns true if the policy would refuse one of the paths without its exceptions. */
    boolean refusesWithoutExceptions(Collection<CandidatePath> paths) {
        return paths.stream()
                .anyMatch(path ->
                        policy.group().acceptance().refusal(path.states()).isPresent());
    }

    /**
     * Decides about a prefix.
     *
     * @param paths the router's paths to the prefix, in any order
     * @param held true while flap damping holds the prefix. A held prefix has an override if any path is not accepted
     * @param now current time, to which the expiry of exceptions is compared
     */
    public OverrideDecision decide(Collection<CandidatePath> paths, boolean held, Instant now) {
        if (!policy.feeds()) {
            return new None(Reason.SWITCHED_OFF);
        }
        if (!policy.group().policy().overrides() || attributes.isEmpty()) {
            return new None(Reason.POLICY);
        }
        List<CandidatePath> accepted = new ArrayList<>();
        List<CandidatePath> refused = new ArrayList<>();
        for (CandidatePath path : paths) {
            if (isCandidate(path)) {
                (policy.refusal(path, now).isEmpty() ? accepted : refused).add(path);
            }
        }
        if (refused.isEmpty()) {
            return new None(accepted.isEmpty() ? Reason.NO_PATH : Reason.ALL_ACCEPTED);
        }
        if (accepted.isEmpty()) {
            CandidatePath best = process.best(refused).orElseThrow();
            return new NoAcceptedPath(best, refusal(best, now), policy.group().noAlternative() == NoAlternative.LIST);
        }
        List<CandidatePath> threats = held ? refused : threats(refused, process.leaders(accepted));
        if (threats.isEmpty()) {
            return new None(Reason.NOT_NEEDED);
        }
        OptionalLong localPreference = localPreference(accepted, refused);
        if (localPreference.isEmpty()) {
            return new None(Reason.LOCAL_PREFERENCE);
        }
        CandidatePath overridden = process.best(threats).orElseThrow();
        return announceable(accepted, localPreference.getAsLong(), attributes.get())
                .<OverrideDecision>map(
                        found -> new Announce(found.path(), found.attributes(), overridden, refusal(overridden, now)))
                .orElse(new None(Reason.NOT_ANNOUNCEABLE));
    }

    private record Announceable(CandidatePath path, RouteAttributes attributes) {}

    /** Returns the best of the accepted paths that can be announced. */
    private Optional<Announceable> announceable(
            List<CandidatePath> accepted, long localPreference, OverrideAttributes builder) {
        List<CandidatePath> rest = new ArrayList<>(accepted);
        while (!rest.isEmpty()) {
            CandidatePath best = process.best(rest).orElseThrow();
            Optional<RouteAttributes> announced = builder.of(best, localPreference);
            if (announced.isPresent()) {
                return Optional.of(new Announceable(best, announced.get()));
            }
            rest.remove(best);
        }
        return Optional.empty();
    }

    /** Returns the refused paths that are not strictly worse than one of the best accepted paths. */
    private List<CandidatePath> threats(List<CandidatePath> refused, List<CandidatePath> leaders) {
        List<CandidatePath> threats = new ArrayList<>(refused.size());
        for (CandidatePath path : refused) {
            for (CandidatePath leader : leaders) {
                if (!isWorse(path, leader)) {
                    threats.add(path);
                    break;
                }
            }
        }
        return threats;
    }

    private boolean isWorse(CandidatePath path, CandidatePath than) {
        return process.compare(path, than)
                .filter(comparison -> !comparison.firstWins())
                .isPresent();
    }

    /**
     * Returns LOCAL_PREF of the override, which is above the LOCAL_PREF of every path. Empty if there is no such value.
     */
    private OptionalLong localPreference(List<CandidatePath> accepted, List<CandidatePath> refused) {
        long highest = Math.max(highest(accepted), highest(refused));
        long preference = policy.group().localPreference().orElse(highest + 1);
        return preference > highest && preference <= MAX_LOCAL_PREFERENCE
                ? OptionalLong.of(preference)
                : OptionalLong.empty();
    }

    private long highest(List<CandidatePath> paths) {
        long highest = 0;
        for (CandidatePath path : paths) {
            highest = Math.max(highest, process.localPreference(path));
        }
        return highest;
    }

    private Refusal refusal(CandidatePath path, Instant now) {
        return policy.refusal(path, now).orElseThrow();
    }

    /** Returns paths in a fixed order: better paths first, then by key. */
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
