// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.origin;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.VrpLookup;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The difference between the derived origin feed and the genuine VRPs of the RPKI.
 *
 * <p>A pair of prefix and origin AS is not valid if every path seen for it is NOT_VALID. Each genuine VRP that matches
 * such a pair is replaced by a VRP with AS 0 and the same prefix and maxLength. Other seen routes that the genuine VRP
 * matches get exact VRPs. The covered address space stays the same, so no route turns from not-found to invalid. Of the
 * seen routes, only routes of pairs that are not valid turn from valid to invalid.
 *
 * @param notValid the pairs that are not valid
 * @param removed genuine VRPs that the feed omits
 * @param added VRPs that the feed has in addition
 * @param notExpressible pairs that are not valid and that no VRP covers. Origin validation cannot mark them as invalid
 */
public record DerivedOrigins(
        NavigableSet<OriginPair> notValid,
        NavigableSet<Vrp> removed,
        NavigableSet<Vrp> added,
        NavigableSet<OriginPair> notExpressible) {
    private static final Comparator<Vrp> ORDER =
            Comparator.comparing(Vrp::prefix).thenComparingInt(Vrp::maxLength).thenComparingLong(Vrp::asn);

    /** No difference: the feed has the genuine VRPs only. */
    public static final DerivedOrigins NONE = of(List.of(), prefix -> List.of());

    /**
     * Computes the difference.
     *
     * @param seen the paths of all routes, in any order; a pair occurs once for each path
     * @param vrps the genuine VRPs
     */
    public static DerivedOrigins of(Collection<SeenRoute> seen, VrpLookup vrps) {
        // The seen prefixes of each origin AS. The value is false if all paths of the pair are NOT_VALID.
        Map<Long, NavigableMap<Prefix, Boolean>> byOrigin = new HashMap<>();
        for (SeenRoute route : seen) {
            byOrigin.computeIfAbsent(route.pair().originAs(), ignored -> new TreeMap<>())
                    .merge(route.pair().prefix(), route.state() != PathState.NOT_VALID, Boolean::logicalOr);
        }
        DerivedOrigins derived =
                new DerivedOrigins(new TreeSet<>(), new TreeSet<>(ORDER), new TreeSet<>(ORDER), new TreeSet<>());
        byOrigin.forEach((origin, prefixes) -> prefixes.forEach((prefix, good) -> {
            if (!good) {
                derived.mark(new OriginPair(prefix, origin), vrps.covering(prefix));
            }
        }));
        for (Vrp vrp : derived.removed) {
            derived.replace(vrp, byOrigin.getOrDefault(vrp.asn(), new TreeMap<>()));
        }
        return derived;
    }

    private void mark(OriginPair pair, List<Vrp> covering) {
        notValid.add(pair);
        if (covering.isEmpty()) {
            notExpressible.add(pair);
        }
        for (Vrp vrp : covering) {
            if (pair.isValidBy(vrp)) {
                removed.add(vrp);
            }
        }
    }

    private void replace(Vrp vrp, NavigableMap<Prefix, Boolean> prefixes) {
        added.add(new Vrp(vrp.prefix(), vrp.maxLength(), 0));
        // A prefix comes directly before the prefixes that it covers.
        for (Map.Entry<Prefix, Boolean> entry :
                prefixes.tailMap(vrp.prefix(), true).entrySet()) {
            Prefix prefix = entry.getKey();
            if (!vrp.prefix().covers(prefix)) {
                break;
            }
            if (entry.getValue() && prefix.length() <= vrp.maxLength()) {
                added.add(new Vrp(prefix, prefix.length(), vrp.asn()));
            }
        }
    }
}
