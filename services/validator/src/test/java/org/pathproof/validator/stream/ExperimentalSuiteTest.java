// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.validator.stream.Events.TARGET;
import static org.pathproof.validator.stream.Events.announcement;
import static org.pathproof.validator.stream.Events.route;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;
import org.pathproof.wire.bgp.SecurePath;

/**
 * Tests ECDSA P-384 under an experimental suite number (RFC 8608 section 2.1) through the whole topology: disabled, and
 * enabled beside suite 1.
 */
class ExperimentalSuiteTest {
    private static final int SUITE = 247;
    private static final Prefix NET = Prefix.parse("198.51.100.0/24");
    private static final RouteKey ROUTE = route("198.51.100.0/24", 1);

    private final Signer wide = Signer.onP384(SUITE);

    private static Verdict validated(Bench bench, Bytes path) {
        List<Bench.Published> published = bench.announce(ROUTE, announcement(path, 64501, 64502), 1);
        assertThat(published).hasSize(1);
        return Objects.requireNonNull(published.getFirst().verdict());
    }

    @Test
    void skipsTheSuiteWhenDisabled() {
        try (Bench bench = new Bench(true)) {
            bench.rpki.begin(wide.keys(64501, 64502));
            Verdict verdict = validated(bench, wide.path(NET, TARGET, 64501, 64502));
            assertThat(verdict.getState()).isEqualTo(PathState.UNSIGNED);
            assertThat(bench.computed).hasValue(0);
        }
    }

    @Test
    void verifiesTheSuiteWhenEnabled() {
        try (Bench bench = new Bench(true, AlgorithmSuites.withP384(SUITE))) {
            bench.rpki.begin(wide.keys(64501, 64502));
            Verdict verdict = validated(bench, wide.path(NET, TARGET, 64501, 64502));
            assertThat(verdict.getState()).isEqualTo(PathState.VALID);
            assertThat(verdict.getHopsList()).extracting(Hop::getResult).containsOnly("");
            assertThat(bench.computed).hasValue(2);
            assertThat(bench.counted(EngineMetricNames.AHEAD_MISSES)).isZero();
            Verdict forged = validated(bench, Signer.forged(wide.signed(NET, TARGET, 64501, 64502), 1));
            assertThat(forged.getState()).isEqualTo(PathState.NOT_VALID);
        }
    }

    /** The keys of the block of suite 1 are missing: the other block verifies the path if its suite is enabled. */
    @Test
    void verifiesTheSuiteBesideSuiteOne() {
        for (boolean on : new boolean[] {true, false}) {
            int suite = on ? SUITE : AlgorithmSuites.NO_P384;
            try (Bench bench = new Bench(true, AlgorithmSuites.withP384(suite))) {
                bench.rpki.begin(wide.keys(64501, 64502));
                SecurePath standard = bench.signer.signed(NET, TARGET, 64501, 64502);
                SecurePath experiment = wide.signed(NET, TARGET, 64501, 64502);
                SecurePath both = new SecurePath(
                        standard.segments(),
                        List.of(
                                standard.blocks().getFirst(),
                                experiment.blocks().getFirst()));
                assertThat(validated(bench, BgpsecPathCodec.encode(both)).getState())
                        .isEqualTo(on ? PathState.VALID : PathState.NOT_VALID);
            }
        }
    }
}
