// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.path.CandidatePath;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/** Generates paths of a router in every path state. Many of the paths tie. */
public final class PathTables extends DomainContextBase {
    /** ORIGINATOR_ID of a route that Pathproof announced to another router. */
    private static final OriginatorId PATHPROOF =
            new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.fromHex("000000fb"));

    @Provide
    public Arbitrary<List<CandidatePath>> tables() {
        return externalPaths(Arbitraries.just("203.0.113.0/24"))
                .list()
                .ofMaxSize(6)
                .uniqueElements(CandidatePath::key);
    }

    /** Generates one path of an external or internal neighbor, to one of the prefixes. */
    public static Arbitrary<CandidatePath> paths(Arbitrary<String> prefixes) {
        return paths(prefixes, TestPath::internal);
    }

    /**
     * Generates one path to one of the prefixes, of an external neighbor, or a route of Pathproof that another router
     * sent on.
     */
    public static Arbitrary<CandidatePath> externalPaths(Arbitrary<String> prefixes) {
        return paths(prefixes, path -> path.internal().with(PATHPROOF));
    }

    private static Arbitrary<CandidatePath> paths(Arbitrary<String> prefixes, UnaryOperator<TestPath> internal) {
        return Combinators.combine(
                        prefixes,
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.longs().between(100, 101),
                        Arbitraries.longs().between(1, 2),
                        Arbitraries.of(true, false, false, false),
                        Arbitraries.longs().between(0, 1),
                        Arbitraries.frequency(Tuple.of(4, false), Tuple.of(1, true)),
                        Arbitraries.of(PathState.values()))
                .as((prefix, peer, preference, neighbor, longer, med, isInternal, state) -> {
                    TestPath path = TestPath.of(peer)
                            .prefix(prefix)
                            .localPreference(preference)
                            .multiExitDisc(med)
                            .state(state);
                    path = longer ? path.asPath(neighbor, 8, 9) : path.asPath(neighbor, 9);
                    return (isInternal ? internal.apply(path) : path).path();
                });
    }
}
