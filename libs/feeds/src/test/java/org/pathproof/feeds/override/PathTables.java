// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.override;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.pathproof.bgpsec.PathState;
import org.pathproof.feeds.TestPath;
import org.pathproof.feeds.path.CandidatePath;

/** Generates paths of a router in every path state. Many of the paths tie. */
public final class PathTables extends DomainContextBase {
    @Provide
    public Arbitrary<List<CandidatePath>> tables() {
        return paths(Arbitraries.just("203.0.113.0/24")).list().ofMaxSize(6).uniqueElements(CandidatePath::key);
    }

    /** Generates one path, to one of the prefixes. */
    public static Arbitrary<CandidatePath> paths(Arbitrary<String> prefixes) {
        return Combinators.combine(
                        prefixes,
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.longs().between(100, 101),
                        Arbitraries.longs().between(1, 2),
                        Arbitraries.of(true, false),
                        Arbitraries.longs().between(0, 1),
                        Arbitraries.of(true, false),
                        Arbitraries.of(PathState.values()))
                .as((prefix, peer, preference, neighbor, longer, med, internal, state) -> {
                    TestPath path = TestPath.of(peer)
                            .prefix(prefix)
                            .localPreference(preference)
                            .multiExitDisc(med)
                            .state(state);
                    path = longer ? path.asPath(neighbor, 8, 9) : path.asPath(neighbor, 9);
                    return internal ? path.internal().path() : path.path();
                });
    }
}
