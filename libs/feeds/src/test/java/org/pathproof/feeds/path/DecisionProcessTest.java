// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext.PeerRelation;
import org.pathproof.feeds.TestPath;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.ClusterList;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;

/** Tests route selection (RFC 4271 section 9.1.2.2, RFC 4456 section 9, RFC 5065 section 5.3). */
class DecisionProcessTest {
    private static final DecisionProcess PROCESS = new DecisionProcess(100);

    @Test
    void prefersTheHigherLocalPreference() {
        decides(TestPath.of(2).localPreference(101), TestPath.of(1).asPath(64510), DecisionStep.LOCAL_PREF);
        decides(TestPath.of(2), TestPath.of(1).localPreference(99), DecisionStep.LOCAL_PREF);
        assertThat(PROCESS.compare(
                        TestPath.of(1).localPreference(100).path(),
                        TestPath.of(2).path()))
                .as("a path without LOCAL_PREF has the default")
                .isEmpty();
    }

    @Test
    void prefersTheShorterPath() {
        decides(TestPath.of(2).asPath(1, 2).origin(2), TestPath.of(1).asPath(1, 2, 3), DecisionStep.AS_PATH_LENGTH);
    }

    /** RFC 4271 section 9.1.2.2 a: an AS_SET counts 1. RFC 5065 section 5.3: a confederation segment counts 0. */
    @Test
    void countsSetsAndConfederationSegments() {
        TestPath set = TestPath.of(2)
                .with(asPath(
                        new AsPath.Segment(AsPath.AS_CONFED_SEQUENCE, List.of(65001L, 65002L)),
                        new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(1L)),
                        new AsPath.Segment(AsPath.AS_SET, List.of(2L, 3L, 4L))));
        decides(set, TestPath.of(1).asPath(1, 2, 3), DecisionStep.AS_PATH_LENGTH);
        assertThat(PROCESS.compare(set.path(), TestPath.of(1).asPath(1, 2).path()))
                .isEmpty();
    }

    @Test
    void prefersTheLowerOrigin() {
        decides(TestPath.of(2).origin(1), TestPath.of(1).origin(2), DecisionStep.ORIGIN);
    }

    @Test
    void comparesMultiExitDiscOfTheSameNeighborAsOnly() {
        decides(
                TestPath.of(2).asPath(1, 3).multiExitDisc(10),
                TestPath.of(1).asPath(1, 4).multiExitDisc(20),
                DecisionStep.MULTI_EXIT_DISC);
        decides(
                TestPath.of(2).asPath(1, 3),
                TestPath.of(1).asPath(1, 4).multiExitDisc(1),
                DecisionStep.MULTI_EXIT_DISC);
        assertThat(PROCESS.compare(
                        TestPath.of(2).asPath(1, 3).multiExitDisc(10).path(),
                        TestPath.of(1).asPath(2, 3).multiExitDisc(20).path()))
                .isEmpty();
    }

    /** RFC 5065 section 5.3, rules 1 and 2: confederation segments do not name the neighbor AS. */
    @Test
    void takesTheNeighborAsBehindConfederationSegments() {
        TestPath throughMember = TestPath.of(2)
                .with(asPath(
                        new AsPath.Segment(AsPath.AS_CONFED_SEQUENCE, List.of(65001L)),
                        new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(1L, 3L))))
                .multiExitDisc(10);
        decides(throughMember, TestPath.of(1).asPath(1, 4).multiExitDisc(20), DecisionStep.MULTI_EXIT_DISC);
        assertThat(TestPath.of(1).asPath().path().attributes().neighborAs()).isEmpty();
    }

    @Test
    void prefersExternalPeersAndCountsConfederationMembersAsInternal() {
        decides(TestPath.of(2), TestPath.of(1).internal(), DecisionStep.EXTERNAL);
        decides(TestPath.of(2), TestPath.of(1).relation(PeerRelation.CONFEDERATION_MEMBER), DecisionStep.EXTERNAL);
        assertThat(PROCESS.compare(
                        TestPath.of(1).internal().path(),
                        TestPath.of(2)
                                .relation(PeerRelation.CONFEDERATION_MEMBER)
                                .path()))
                .isEmpty();
    }

    @Test
    void breaksTiesByIdentifierClusterListAndAddress() {
        Bytes nine = Bytes.wrap(new byte[] {0, 0, 0, 9});
        assertThat(PROCESS.best(List.of(TestPath.of(8).path(), TestPath.of(7).path())))
                .contains(TestPath.of(7).path());
        CandidatePath reflected = TestPath.of(1)
                .internal()
                .with(new OriginatorId(PathAttribute.FLAG_OPTIONAL, nine))
                .path();
        assertThat(PROCESS.compareFully(TestPath.of(8).internal().path(), reflected))
                .contains(new Comparison(true, DecisionStep.IDENTIFIER));
        CandidatePath twice = TestPath.of(2)
                .internal()
                .with(new OriginatorId(PathAttribute.FLAG_OPTIONAL, nine))
                .with(new ClusterList(PathAttribute.FLAG_OPTIONAL, List.of(nine)))
                .path();
        assertThat(PROCESS.compareFully(reflected, twice))
                .contains(new Comparison(true, DecisionStep.CLUSTER_LIST_LENGTH));
        assertThat(PROCESS.compareFully(
                        reflected,
                        TestPath.of(3)
                                .internal()
                                .with(new OriginatorId(PathAttribute.FLAG_OPTIONAL, nine))
                                .path()))
                .contains(new Comparison(true, DecisionStep.PEER_ADDRESS));
        assertThat(PROCESS.compareFully(
                        TestPath.of(1).pathId(0xffff_ffffL).path(),
                        TestPath.of(1).pathId(1).path()))
                .contains(new Comparison(false, DecisionStep.PATH_ID));
    }

    /**
     * On a router without deterministic MED, the order of arrival can decide. In {@code DecisionProcess} the order has
     * no effect (RFC 4271 section 9.1.2.2 c).
     */
    @Property
    void doesNotDependOnTheOrder(@ForAll("tables") List<CandidatePath> paths, @ForAll long seed) {
        List<CandidatePath> shuffled = new ArrayList<>(paths);
        java.util.Collections.shuffle(shuffled, new Random(seed));
        assertThat(PROCESS.leaders(shuffled)).isEqualTo(PROCESS.leaders(paths));
        assertThat(PROCESS.best(shuffled)).isEqualTo(PROCESS.best(paths));
    }

    /** Compares with the pseudo-code of RFC 4271 section 9.1.2.2, translated step by step. */
    @Property
    void leadersAreThoseOfThePseudoCode(@ForAll("tables") List<CandidatePath> paths) {
        List<CandidatePath> rest = new ArrayList<>(paths);
        rest.removeIf(m -> paths.stream().anyMatch(n -> PROCESS.localPreference(n) > PROCESS.localPreference(m)));
        List<CandidatePath> b = List.copyOf(rest);
        rest.removeIf(m -> b.stream()
                .anyMatch(n -> n.attributes().asPathLength() < m.attributes().asPathLength()));
        List<CandidatePath> c = List.copyOf(rest);
        rest.removeIf(m -> c.stream()
                .anyMatch(n -> n.attributes().origin() < m.attributes().origin()));
        List<CandidatePath> d = List.copyOf(rest);
        rest.removeIf(m -> d.stream()
                .anyMatch(n -> n.attributes().neighborAs().equals(m.attributes().neighborAs())
                        && n.attributes().multiExitDisc() < m.attributes().multiExitDisc()));
        if (rest.stream().anyMatch(n -> n.peer().isExternal())) {
            rest.removeIf(n -> !n.peer().isExternal());
        }
        assertThat(PROCESS.leaders(paths)).containsExactlyInAnyOrderElementsOf(rest);
        assertThat(PROCESS.best(paths).isPresent()).isEqualTo(!paths.isEmpty());
    }

    @Property
    void comparisonsAreAntisymmetric(@ForAll("tables") List<CandidatePath> paths) {
        for (CandidatePath a : paths) {
            for (CandidatePath b : paths) {
                assertThat(PROCESS.compareFully(a, b))
                        .isEqualTo(PROCESS.compareFully(b, a).map(c -> new Comparison(!c.firstWins(), c.step())));
                assertThat(PROCESS.compareFully(a, b).isEmpty())
                        .isEqualTo(a.key().equals(b.key()));
            }
        }
    }

    @Provide
    Arbitrary<List<CandidatePath>> tables() {
        Arbitrary<CandidatePath> path = Combinators.combine(
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.longs().between(0, 1),
                        Arbitraries.longs().between(99, 101),
                        Arbitraries.longs().between(1, 3),
                        Arbitraries.integers().between(0, 1),
                        Arbitraries.integers().between(0, 1),
                        Arbitraries.longs().between(0, 2),
                        Arbitraries.of(true, false))
                .as((peer, id, preference, neighbor, longer, origin, med, internal) -> {
                    TestPath built = TestPath.of(peer).pathId(id).localPreference(preference);
                    built = longer == 0 ? built.asPath(neighbor, 9) : built.asPath(neighbor, 8, 9);
                    built = built.origin(origin).multiExitDisc(med);
                    return internal ? built.internal().path() : built.path();
                });
        return path.list().ofMaxSize(7).uniqueElements(CandidatePath::key);
    }

    private static AsPath asPath(AsPath.Segment... segments) {
        return new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(segments));
    }

    private static void decides(TestPath better, TestPath worse, DecisionStep step) {
        CandidatePath a = better.path();
        CandidatePath b = worse.path();
        assertThat(PROCESS.compare(a, b)).contains(new Comparison(true, step));
        assertThat(PROCESS.compare(b, a)).contains(new Comparison(false, step));
        assertThat(PROCESS.leaders(List.of(a, b))).containsExactly(a);
    }
}
