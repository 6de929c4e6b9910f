// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.Vrp;

/** Tests that a large loss is delayed for the hold time, and that a small or lasting loss is accepted. */
class LossHoldTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final RpkiSnapshot ALL = vrps(20_000);

    private static final Set<Vrp> FIRST_HALF = Set.copyOf(vrps(10_000).allVrps());

    private final LossHold hold = new LossHold(Duration.ofSeconds(5), 10);

    private static RpkiSnapshot vrps(int count) {
        List<Vrp> vrps = IntStream.range(0, count)
                .mapToObj(i -> new Vrp(Prefix.parse("10.%d.%d.0/24".formatted(i >> 8, i & 0xff)), 24, 64496))
                .toList();
        return RpkiSnapshot.of(1, new Serial(1), vrps);
    }

    private boolean isHeld(RpkiSnapshot wanted, int seconds) {
        return hold.reasonToDelay(ALL, wanted, START.plusSeconds(seconds)).isPresent();
    }

    @Test
    void delaysTheLossOfATenthAndThenAcceptsIt() {
        assertThat(hold.reasonToDelay(ALL, vrps(18_000), START))
                .hasValueSatisfying(words ->
                        assertThat(words).contains("lost 2,000 of 20,000 VRPs").contains("2026-11-20T12:00:05Z"));
        assertThat(isHeld(vrps(17_000), 4)).isTrue();
        assertThat(isHeld(vrps(17_000), 5)).isFalse();
        assertThat(isHeld(vrps(17_000), 6)).isFalse();
    }

    @Test
    void theReturnOfTheDataEndsTheDelay() {
        assertThat(isHeld(vrps(0), 0)).isTrue();
        assertThat(isHeld(ALL, 3)).isFalse();
        assertThat(isHeld(vrps(0), 6)).isTrue();
        assertThat(isHeld(vrps(0), 10)).isTrue();
        assertThat(isHeld(vrps(0), 11)).isFalse();
    }

    @Test
    void acceptsASmallLossAtOnce() {
        assertThat(isHeld(vrps(18_001), 0)).isFalse();
        assertThat(isHeld(vrps(20_500), 0)).isFalse();
        assertThat(hold.reasonToDelay(vrps(2_001), vrps(1_002), START)).isEmpty();
        assertThat(hold.reasonToDelay(vrps(2_002), vrps(1_001), START)).isPresent();
    }

    @Test
    void delaysTheLossOfHalfOfFewObjects() {
        assertThat(hold.reasonToDelay(vrps(9), vrps(0), START)).isEmpty();
        assertThat(hold.reasonToDelay(vrps(10), vrps(0), START))
                .hasValueSatisfying(words -> assertThat(words).contains("lost 10 of 10 VRPs"));
        assertThat(hold.reasonToDelay(vrps(40), vrps(21), START)).isEmpty();
        assertThat(hold.reasonToDelay(vrps(40), vrps(20), START)).isPresent();
    }

    @Test
    void delaysAnEqualNumberOfOtherObjects() {
        RpkiSnapshot others = ALL.filtered(FIRST_HALF::contains, moved());

        assertThat(others.allVrps()).hasSameSizeAs(ALL.allVrps());
        assertThat(hold.reasonToDelay(ALL, others, START))
                .hasValueSatisfying(words -> assertThat(words).contains("lost 10,000 of 20,000 VRPs"));
    }

    private static List<Vrp> moved() {
        return IntStream.range(10_000, 20_000)
                .mapToObj(i -> new Vrp(Prefix.parse("10.%d.%d.0/24".formatted(i >> 8, i & 0xff)), 24, 64497))
                .toList();
    }

    @Test
    void anAspaWithOtherProvidersIsNotLost() {
        assertThat(hold.reasonToDelay(aspas(64500), aspas(64501), START)).isEmpty();
        assertThat(hold.reasonToDelay(aspas(64500), vrps(1), START))
                .hasValueSatisfying(words -> assertThat(words).contains("lost 20 of 20 ASPAs"));
    }

    private static RpkiSnapshot aspas(long provider) {
        return RpkiSnapshot.of(
                1,
                new Serial(1),
                IntStream.range(0, 20)
                        .mapToObj(i -> new Aspa(65000L + i, List.of(provider)))
                        .toList());
    }

    @Test
    void delaysNothingWithoutASetInForceOrWithAHoldTimeOfZero() {
        assertThat(hold.reasonToDelay(null, vrps(1), START)).isEmpty();
        assertThat(new LossHold(Duration.ZERO, 10).reasonToDelay(ALL, vrps(0), START))
                .isEmpty();
    }
}
