// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.writer;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.selection.SourceState;
import org.pathproof.rpki.RpkiSet;

/**
 * State of key-sync after a step.
 *
 * @param sources sources in order of preference
 * @param leader true if this instance writes to Redis
 * @param set newest set that this instance wrote or read in Redis; null on a standby instance, and before the first set
 * @param expired true if the chosen source's data is past its Expire Interval
 * @param refusedKeys number of router keys of the sources in use that are refused as malformed or for a wrong SKI
 * @param refusals first 20 refused router keys and ASPAs, each with its source and the reason
 * @param slurmProblem problem of the SLURM file; null without a problem
 * @param redisProblem problem that prevents writing to Redis; null without a problem
 */
public record KeySyncState(
        List<SourceState> sources,
        boolean leader,
        @Nullable RpkiSet set,
        boolean expired,
        int refusedKeys,
        List<String> refusals,
        @Nullable String slurmProblem,
        @Nullable String redisProblem) {
    static final KeySyncState STARTING =
            new KeySyncState(List.of(), false, null, false, 0, List.of(), null, "starting");

    /** Returns the state of an instance that cannot write to Redis. The instance is a standby, without a set. */
    KeySyncState withRedisProblem(String problem) {
        return new KeySyncState(sources, false, null, expired, refusedKeys, refusals, slurmProblem, problem);
    }

    /** Returns the chosen source; router certificates only without other sources. Empty before the first data. */
    public Optional<SourceState> chosen() {
        return alternatives().filter(SourceState::chosen).findFirst();
    }

    private Stream<SourceState> alternatives() {
        boolean onlyAdded = sources.stream().allMatch(SourceState::added);
        return sources.stream().filter(source -> onlyAdded || !source.added());
    }

    /** Returns the problem of each source, as the end of a sentence. */
    private String problems() {
        String all = sources.stream()
                .filter(source -> source.reading().problem() != null)
                .map(source -> source.name() + ": " + source.reading().problem())
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? "" : " (" + all + ")";
    }

    /** Returns the problem that an operator must solve, as a sentence; empty without a problem. */
    public Optional<String> trouble() {
        if (redisProblem != null) {
            return Optional.of(redisProblem);
        }
        if (sources.isEmpty()) {
            return Optional.of(
                    "no source is configured: set pathproof.key-sync.caches, sources, file or certificates.paths");
        }
        if (expired) {
            return Optional.of(
                    "no source confirmed the RPKI data within its Expire Interval; the expired set stays in force"
                            + problems());
        }
        if (chosen().isEmpty()) {
            return Optional.of("no source has given a complete set yet" + problems());
        }
        if (alternatives().noneMatch(source -> source.reading().works())) {
            return Optional.of("no source works; the last set stays in force" + problems());
        }
        return Optional.ofNullable(slurmProblem).or(this::heldSource).or(this::problemOfAdded);
    }

    private Optional<String> heldSource() {
        return sources.stream()
                .filter(source -> source.chosen() && source.held() != null)
                .map(source -> source.name() + ": " + source.held())
                .findFirst();
    }

    private Optional<String> problemOfAdded() {
        return sources.stream()
                .filter(source -> source.added() && source.reading().problem() != null)
                .map(source -> source.reading().problem()
                        + (source.reading().data() == null
                                ? "; no RPKI data are written before the certificates were read"
                                : "; the earlier certificates stay in use"))
                .findFirst();
    }
}
