// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.contracts.v1.SchemeResult;
import org.pathproof.contracts.v1.SchemeState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.experimental.Decisions;
import org.pathproof.validator.experimental.ExperimentalRoutes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests verdicts on routes with the experimental path attribute: a result beside the state, on which the state does not
 * depend. The research tests have the same with the schemes.
 */
final class ExperimentalVerdictsTest {
    private static final long TARGET = 65_000;
    private static final List<Integer> PATH = List.of(65_003, 65_002, 65_001);
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");
    private static final RouteKey ROUTE = Events.route(PREFIX.toString(), 1);

    private final Bench bench = new Bench(true);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aRouteHasTheResultOfItsPath() {
        enable();
        for (String path : List.of(Decisions.HONEST, "forged")) {
            assertThat(announce(path)).hasSize(1);
            Verdict verdict = verdict();
            assertThat(verdict.getState()).isEqualTo(PathState.UNSIGNED);
            assertThat(verdict.getFindingsList()).isEmpty();
            assertThat(verdict.hasAnnouncement()).isFalse();
            SchemeResult result = verdict.getSchemeResult();
            assertThat(result.getScheme()).isEqualTo(Decisions.SCHEME);
            boolean verifies = path.equals(Decisions.HONEST);
            assertThat(result.getState())
                    .isEqualTo(verifies ? SchemeState.SCHEME_PATH_VERIFIES : SchemeState.SCHEME_PATH_FAILS);
            assertThat(result.getFinding().isEmpty()).isEqualTo(verifies);
            assertThat(announce(path)).as("the same announcement again").isEmpty();
        }
    }

    @Test
    void theResultStaysWhenTheRpkiChanges() {
        enable();
        announce(Decisions.HONEST);
        SchemeResult before = verdict().getSchemeResult();
        bench.rpki.change(List.of(new Vrp(PREFIX, 24, PATH.getLast())), List.of());
        bench.settle();
        assertThat(verdict().getOrigin()).isEqualTo(OriginState.ORIGIN_VALID);
        assertThat(verdict().getSchemeResult()).isEqualTo(before);
        assertThat(verdict().getState()).isEqualTo(PathState.UNSIGNED);
    }

    @Test
    void aRouteFollowsItsNewestAnnouncement() {
        enable();
        announce(Decisions.HONEST);
        Announcement without = announcement(Decisions.HONEST).clearSchemePath().build();
        assertThat(bench.announce(ROUTE, without.toBuilder(), 1)).hasSize(1);
        assertThat(verdict().hasSchemeResult()).isFalse();
        announce(Decisions.HONEST);
        bench.experimental = ExperimentalRoutes.OFF;
        assertThat(announce(Decisions.HONEST)).hasSize(1);
        assertThat(verdict().hasSchemeResult()).isFalse();
    }

    @Test
    void whileTheExperimentIsOffRoutesAreUnsigned() {
        bench.rpki.begin(List.of());
        for (String path : List.of(Decisions.HONEST, "forged")) {
            announce(path);
            assertThat(verdict().getState()).isEqualTo(PathState.UNSIGNED);
            assertThat(verdict().hasSchemeResult()).isFalse();
        }
    }

    private void enable() {
        bench.experimental = Decisions.honestOnly();
        bench.rpki.begin(List.of());
    }

    private List<Bench.Published> announce(String path) {
        return bench.announce(ROUTE, announcement(path), 1);
    }

    private Verdict verdict() {
        return Objects.requireNonNull(bench.verdict(ROUTE));
    }

    private static Announcement.Builder announcement(String path) {
        return Announcement.newBuilder()
                .setTargetAs((int) TARGET)
                .setPeerAs(PATH.getFirst())
                .setOriginAs(PATH.getLast())
                .addAllAsPath(PATH)
                .setSchemePath(SchemePath.newBuilder().setAttribute(ByteString.copyFromUtf8(path)));
    }
}
