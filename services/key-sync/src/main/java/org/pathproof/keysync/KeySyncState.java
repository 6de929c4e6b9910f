// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSet;

/**
 * How key-sync stands.
 *
 * @param sources in order of preference
 * @param leader whether this instance writes
 * @param set what it wrote last; null on an instance that stands by, and before the first
 * @param expired whether the chosen source's data is past its Expire Interval
 * @param refusedKeys router keys of the chosen source that are left out because they are malformed or have another SKI
 * @param refusals the first of them, each with its source and the reason
 * @param slurmProblem what is wrong with the SLURM file; null when nothing is
 * @param redisProblem what is wrong with writing; null when nothing is
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

    /** A source, and whether the set comes from it. */
    public record SourceState(String name, Source.Reading reading, boolean chosen) {}

    KeySyncState withRedisProblem(String problem) {
        return new KeySyncState(sources, false, set, expired, refusedKeys, refusals, slurmProblem, problem);
    }

    /** The source that the set comes from. */
    public Optional<SourceState> chosen() {
        return sources.stream().filter(SourceState::chosen).findFirst();
    }

    /** Returns the problem of each source, as the end of a sentence. */
    private String problems() {
        String all = sources.stream()
                .filter(source -> source.reading().problem() != null)
                .map(source -> source.name() + ": " + source.reading().problem())
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? "" : " (" + all + ")";
    }

    /** What an operator must see to, in words; empty when all is well. */
    public Optional<String> trouble() {
        if (redisProblem != null) {
            return Optional.of(redisProblem);
        }
        if (sources.isEmpty()) {
            return Optional.of("no source is configured: set pathproof.key-sync.caches or pathproof.key-sync.file");
        }
        if (expired) {
            return Optional.of(
                    "no source confirmed the RPKI data within its Expire Interval; it is old and stays in force"
                            + problems());
        }
        if (chosen().isEmpty()) {
            return Optional.of("no source has given a complete set yet" + problems());
        }
        if (sources.stream().noneMatch(source -> source.reading().works())) {
            return Optional.of("no source works; the last set stays in force" + problems());
        }
        return Optional.ofNullable(slurmProblem);
    }
}
