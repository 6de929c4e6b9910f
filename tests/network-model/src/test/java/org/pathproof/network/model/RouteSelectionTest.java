// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests each step of RFC 4271 section 9.1.2.2, RFC 4456 section 9 and RFC 5065 section 5.3, in their order. */
class RouteSelectionTest {
    private static final RouteSelection SELECTION = new RouteSelection(false, false);

    /** A candidate. The paths that lose are better in all later steps, so that a test finds steps in a wrong order. */
    private record Path(
            boolean ranked,
            int localPref,
            int neighborAs,
            int length,
            int origin,
            int med,
            PeerKind kind,
            int cost,
            int originator,
            int identifier,
            int clusters,
            int address) {
        static final Path BASE = new Path(false, 100, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 0, 5, 1, 5);

        Candidate candidate() {
            return new Candidate(
                    new Route(
                            new UpstreamAnnouncement(0, neighborAs, length, origin, med, false),
                            localPref,
                            1_000,
                            originator,
                            Collections.nCopies(clusters, 9),
                            List.of(),
                            true,
                            Mark.NONE,
                            -1,
                            ranked),
                    0,
                    address,
                    kind,
                    identifier,
                    address,
                    cost);
        }
    }

    private static void prefers(Path better, Path other) {
        assertThat(SELECTION.best(List.of(other.candidate(), better.candidate())))
                .isEqualTo(better.candidate());
        assertThat(SELECTION.best(List.of(better.candidate(), other.candidate())))
                .isEqualTo(better.candidate());
    }

    @Test
    void prefersTheLocalRank() {
        prefers(
                new Path(true, 50, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 0, 5, 1, 5),
                new Path(false, 100, 65_001, 1, 0, 0, PeerKind.EXTERNAL, 0, 0, 1, 0, 1));
    }

    @Test
    void prefersTheHigherLocalPreference() {
        prefers(
                new Path(false, 101, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 0, 5, 1, 5),
                new Path(false, 100, 65_001, 1, 0, 0, PeerKind.EXTERNAL, 0, 0, 1, 0, 1));
    }

    @Test
    void prefersTheShorterPath() {
        prefers(Path.BASE, new Path(false, 100, 65_001, 3, 0, 0, PeerKind.EXTERNAL, 0, 0, 1, 0, 1));
    }

    @Test
    void prefersTheLowerOrigin() {
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 2, 0, PeerKind.EXTERNAL, 0, 0, 1, 0, 1));
    }

    @Test
    void prefersTheLowerMedOfTheSameNeighborAs() {
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 1, 6, PeerKind.EXTERNAL, 0, 0, 1, 0, 1));
        prefers(
                new Path(false, 100, 65_002, 2, 1, 6, PeerKind.EXTERNAL, 5, 0, 5, 1, 5),
                Path.BASE); // another neighbor AS: the next step decides
    }

    /** MED removes a path although the path that removes it loses later. */
    @Test
    void comparesMedBeforeTheNextSteps() {
        Path lowMed = new Path(false, 100, 65_001, 2, 1, 1, PeerKind.INTERNAL, 9, 0, 9, 1, 9);
        Path highMed = new Path(false, 100, 65_001, 2, 1, 2, PeerKind.EXTERNAL, 0, 0, 1, 0, 1);
        Path otherAs = new Path(false, 100, 65_002, 2, 1, 9, PeerKind.INTERNAL, 5, 0, 5, 0, 5);
        assertThat(SELECTION.best(List.of(lowMed.candidate(), highMed.candidate(), otherAs.candidate())))
                .isEqualTo(otherAs.candidate());
    }

    @Test
    void readsAMissingMedAsBestOrWorst() {
        Path missing = new Path(false, 100, 65_001, 2, 1, -1, PeerKind.INTERNAL, 5, 0, 5, 1, 5);
        prefers(missing, new Path(false, 100, 65_001, 2, 1, 1, PeerKind.EXTERNAL, 0, 0, 1, 0, 1));
        assertThat(new RouteSelection(true, false).best(List.of(missing.candidate(), Path.BASE.candidate())))
                .isEqualTo(Path.BASE.candidate());
    }

    /** RFC 5065 section 5.3: a path of another member AS counts as internal. */
    @Test
    void prefersExternalPaths() {
        Path external = new Path(false, 100, 65_001, 2, 1, 5, PeerKind.EXTERNAL, 9, 0, 9, 1, 9);
        prefers(external, Path.BASE);
        prefers(external, new Path(false, 100, 65_001, 2, 1, 5, PeerKind.CONFEDERATION, 0, 0, 1, 0, 1));
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 1, 5, PeerKind.CONFEDERATION, 6, 0, 1, 0, 1));
    }

    @Test
    void prefersTheNearerNextHop() {
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 1, 5, PeerKind.INTERNAL, 6, 0, 1, 0, 1));
    }

    /** RFC 4456 section 9: ORIGINATOR_ID replaces the identifier of the peer. */
    @Test
    void prefersTheLowerIdentifierOrOriginator() {
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 0, 6, 0, 1));
        prefers(new Path(false, 100, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 4, 9, 2, 9), Path.BASE);
    }

    @Test
    void prefersTheShorterClusterListThenTheLowerAddress() {
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 0, 5, 2, 1));
        prefers(Path.BASE, new Path(false, 100, 65_001, 2, 1, 5, PeerKind.INTERNAL, 5, 0, 5, 1, 6));
    }

    @Test
    void ranksAcceptedPathsFirstWhereRoutersValidate() {
        Candidate accepted = Path.BASE.candidate();
        Route refused = Route.ofUpstream(new UpstreamAnnouncement(1, 65_001, 1, 0, -1, true), 200);
        Candidate other = new Candidate(refused, 1, 0, PeerKind.EXTERNAL, 1, 1, 0);
        assertThat(new RouteSelection(false, true).best(List.of(other, accepted)))
                .isEqualTo(accepted);
        assertThat(SELECTION.best(List.of(other, accepted))).isEqualTo(other);
    }

    @Test
    void selectsNothingWithoutCandidates() {
        assertThat(SELECTION.best(List.of())).isNull();
    }
}
