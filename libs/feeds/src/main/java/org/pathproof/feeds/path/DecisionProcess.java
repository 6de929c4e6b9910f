// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.OriginatorId;

/**
 * Route selection among the paths of one router to one prefix (RFC 4271 section 9.1.2.2 with RFC 4456 and RFC 5065),
 * as far as it is visible from outside the router. No result depends on the order of its input.
 *
 * @param defaultLocalPreference the preference of a path without LOCAL_PREF; 100 on most routers
 */
public record DecisionProcess(long defaultLocalPreference) {
    private static final Comparator<CandidatePath> TIE_BREAK = Comparator.<CandidatePath>comparingLong(
                    DecisionProcess::identifier)
            .thenComparingInt(DecisionProcess::clusterListLength)
            .thenComparing(CandidatePath::key);

    /** Returns the LOCAL_PREF of a path, or the default. */
    public long localPreference(CandidatePath path) {
        return path.attributes().localPreference().orElse(defaultLocalPreference);
    }

    /**
     * Compares two paths by the visible steps only.
     *
     * @return empty for a tie: the router may select either path
     */
    public Optional<Comparison> compare(CandidatePath one, CandidatePath other) {
        return compare(one, localPreference(one), other, localPreference(other));
    }

    /**
     * Compares two paths by the visible steps only, with the LOCAL_PREF that their routers give them.
     *
     * @return empty for a tie
     */
    public static Optional<Comparison> compare(
            CandidatePath one, long localPreferenceOfOne, CandidatePath other, long localPreferenceOfOther) {
        return compared(DecisionStep.LOCAL_PREF, localPreferenceOfOther, localPreferenceOfOne)
                .or(() -> compared(
                        DecisionStep.AS_PATH_LENGTH,
                        one.attributes().asPathLength(),
                        other.attributes().asPathLength()))
                .or(() -> compared(
                        DecisionStep.ORIGIN,
                        one.attributes().origin(),
                        other.attributes().origin()))
                .or(() -> compareMultiExitDisc(one, other))
                .or(() -> compared(DecisionStep.EXTERNAL, internalRank(one), internalRank(other)));
    }

    /** Compares two paths by all steps. The result is empty only for paths with the same key. */
    public Optional<Comparison> compareFully(CandidatePath one, CandidatePath other) {
        return compare(one, other)
                .or(() -> compared(DecisionStep.IDENTIFIER, identifier(one), identifier(other)))
                .or(() -> compared(DecisionStep.CLUSTER_LIST_LENGTH, clusterListLength(one), clusterListLength(other)))
                .or(() -> compared(
                        DecisionStep.PEER_ADDRESS,
                        one.key().peer().compareTo(other.key().peer()),
                        0))
                .or(() -> compared(DecisionStep.PATH_ID, one.pathId(), other.pathId()));
    }

    /**
     * Returns the paths that no visible step removes. The router selects one of them. MULTI_EXIT_DISC is compared
     * within each group of paths with the same neighbor AS, so that the result does not depend on the order of
     * arrival. The result is in the order of keys.
     */
    public List<CandidatePath> leaders(Collection<CandidatePath> paths) {
        if (paths.size() <= 1) {
            return List.copyOf(paths);
        }
        List<CandidatePath> rest = leaders(paths, path -> path, this::localPreference);
        rest.sort(Comparator.comparing(CandidatePath::key));
        return rest;
    }

    /**
     * Returns the paths that no visible step removes, from paths of routers with different defaults of LOCAL_PREF. The
     * result is in the order of the input.
     *
     * @param path returns the path of an element
     * @param localPreference returns LOCAL_PREF of an element, or the default of its router
     */
    public static <P> List<P> leaders(
            Collection<P> paths, Function<P, CandidatePath> path, ToLongFunction<P> localPreference) {
        List<P> rest = new ArrayList<>(paths);
        keepLowest(rest, element -> -localPreference.applyAsLong(element)); // unsigned 32 bits: no overflow
        keepLowest(rest, element -> path.apply(element).attributes().asPathLength());
        keepLowest(rest, element -> path.apply(element).attributes().origin());
        Map<OptionalLong, Long> lowest = new HashMap<>();
        for (P element : rest) {
            RouteAttributes attributes = path.apply(element).attributes();
            lowest.merge(attributes.neighborAs(), attributes.multiExitDisc(), Math::min);
        }
        rest.removeIf(element -> {
            RouteAttributes attributes = path.apply(element).attributes();
            return attributes.multiExitDisc() > lowest.getOrDefault(attributes.neighborAs(), 0L);
        });
        keepLowest(rest, element -> internalRank(path.apply(element)));
        return rest;
    }

    /** Returns the best path: the first of the {@link #leaders} by the steps that are not visible. */
    public Optional<CandidatePath> best(Collection<CandidatePath> paths) {
        List<CandidatePath> leaders = leaders(paths);
        return leaders.size() == 1
                ? Optional.of(leaders.getFirst())
                : leaders.stream().min(TIE_BREAK);
    }

    /** Returns the order of the steps that are not visible: identifier, length of CLUSTER_LIST, key. */
    public static Comparator<CandidatePath> tieBreak() {
        return TIE_BREAK;
    }

    private static Optional<Comparison> compareMultiExitDisc(CandidatePath one, CandidatePath other) {
        RouteAttributes a = one.attributes();
        RouteAttributes b = other.attributes();
        return a.neighborAs().equals(b.neighborAs())
                ? compared(DecisionStep.MULTI_EXIT_DISC, a.multiExitDisc(), b.multiExitDisc())
                : Optional.empty();
    }

    private static Optional<Comparison> compared(DecisionStep step, long one, long other) {
        return one == other ? Optional.empty() : Optional.of(new Comparison(one < other, step));
    }

    private static <P> void keepLowest(List<P> paths, ToLongFunction<P> value) {
        long lowest = paths.stream().mapToLong(value).min().orElse(0);
        paths.removeIf(path -> value.applyAsLong(path) > lowest);
    }

    private static int internalRank(CandidatePath path) {
        return path.peer().isExternal() ? 0 : 1;
    }

    private static long identifier(CandidatePath path) {
        return path.attributes()
                .find(OriginatorId.class)
                .map(id -> id.routerId().u32(0))
                .orElse(Integer.toUnsignedLong(path.peer().identifier()));
    }

    private static int clusterListLength(CandidatePath path) {
        return path.attributes()
                .find(ClusterList.class)
                .map(list -> list.clusterIds().size())
                .orElse(0);
    }
}
