// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.keysync.settings.Combination;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

class SourceGroupsTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant EXPIRY = T0.plusSeconds(7200);
    private static final Vrp ONE = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496);
    private static final Vrp TWO = new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497);
    private static final Vrp THREE = new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64498);
    private static final Source.Reading NEW = new Source.Reading(null, null, null, "connecting");

    private static Source.Reading up(RpkiObject... objects) {
        return reading(null, objects);
    }

    private static Source.Reading down(RpkiObject... objects) {
        return reading("away", objects);
    }

    private static Source.Reading reading(@Nullable String problem, RpkiObject... objects) {
        return new Source.Reading(RpkiSnapshot.of(1, new Serial(1), List.of(objects)), T0, EXPIRY, problem);
    }

    private static SourceGroups union(Integer... groups) {
        return new SourceGroups(Combination.UNION, Duration.ofSeconds(30), List.of(groups));
    }

    private static List<Vrp> vrps(SourceGroups.Choice choice) {
        Source.Reading result = Objects.requireNonNull(choice.result());
        return Objects.requireNonNull(result.data()).allVrps();
    }

    @Test
    void firstUsesOneSourceOfTheMostPreferredGroupThatWorks() {
        SourceGroups groups = new SourceGroups(Combination.FIRST, Duration.ofSeconds(30), List.of(2, 1, 1));
        assertThat(groups.choose(List.of(NEW, NEW, NEW), T0).result()).isNull();
        assertThat(groups.choose(List.of(up(ONE), NEW, NEW), T0).used()).containsExactly(0);
        assertThat(groups.choose(List.of(up(ONE), NEW, up(THREE)), T0).used()).containsExactly(2);
        assertThat(groups.choose(List.of(up(ONE), up(TWO), up(THREE)), T0).used())
                .containsExactly(2);
        assertThat(groups.choose(List.of(up(ONE), up(TWO), down(THREE)), T0).used())
                .containsExactly(2);
        assertThat(groups.choose(List.of(up(ONE), up(TWO), down(THREE)), T0.plusSeconds(30))
                        .used())
                .containsExactly(1);
    }

    @Test
    void oneSourceThatWorksKeepsTheDataFromExpiring() {
        SourceGroups groups = new SourceGroups(Combination.FIRST, Duration.ofSeconds(30), List.of(1, 2));
        Source.Reading other = up(TWO);
        Instant later = EXPIRY.plusSeconds(3600);
        Source.Reading confirmed = new Source.Reading(other.data(), EXPIRY, later, null);
        assertThat(Objects.requireNonNull(
                                groups.choose(List.of(up(ONE), other), T0).result())
                        .expires())
                .isEqualTo(EXPIRY);
        groups.choose(List.of(down(ONE), confirmed), EXPIRY);
        Source.Reading result =
                Objects.requireNonNull(groups.choose(List.of(down(ONE), confirmed), EXPIRY.plusSeconds(30))
                        .result());
        assertThat(result.expires()).isEqualTo(later);
        assertThat(result.hasExpired(EXPIRY.plusSeconds(30))).isFalse();
    }

    @Test
    void aUnionHasTheObjectsOfAllSourcesOfTheGroup() {
        SourceGroups groups = union(1, 1, 2);
        SourceGroups.Choice choice = groups.choose(List.of(up(ONE, TWO), up(TWO), up(THREE)), T0);
        assertThat(choice.used()).containsExactly(0, 1);
        assertThat(vrps(choice)).containsExactly(ONE, TWO);
        assertThat(vrps(groups.choose(List.of(up(ONE), up(TWO, THREE), up(THREE)), T0)))
                .containsExactly(ONE, TWO, THREE);
    }

    @Test
    void aUnionAwaitsAllSourcesOfTheGroupForTheFailoverTime() {
        SourceGroups groups = union(1, 1);
        assertThat(groups.choose(List.of(up(ONE), NEW), T0).result()).isNull();
        assertThat(groups.choose(List.of(up(ONE), NEW), T0.plusSeconds(29)).result())
                .isNull();
        assertThat(vrps(groups.choose(List.of(up(ONE), NEW), T0.plusSeconds(30))))
                .containsExactly(ONE);
        assertThat(vrps(groups.choose(List.of(up(ONE), up(TWO)), T0.plusSeconds(31))))
                .containsExactly(ONE, TWO);
    }

    @Test
    void aFailedSourceStaysInTheUnionUntilItsDataExpire() {
        SourceGroups groups = union(1, 1);
        assertThat(vrps(groups.choose(List.of(up(ONE), up(TWO)), T0))).hasSize(2);
        Source.Reading lasting =
                new Source.Reading(RpkiSnapshot.of(1, new Serial(1), List.of(ONE)), T0, EXPIRY.plusSeconds(3600), null);
        SourceGroups.Choice both = groups.choose(List.of(lasting, down(TWO)), EXPIRY);
        assertThat(vrps(both)).containsExactly(ONE, TWO);
        assertThat(Objects.requireNonNull(both.result()).works()).isTrue();
        assertThat(vrps(groups.choose(List.of(lasting, down(TWO)), EXPIRY.plusSeconds(1))))
                .containsExactly(ONE);
    }

    @Test
    void theUnionStaysInForceWhenTheDataOfAllSourcesHaveExpired() {
        SourceGroups groups = union(1, 1);
        assertThat(vrps(groups.choose(List.of(up(ONE), up(TWO)), T0))).hasSize(2);
        SourceGroups.Choice expired = groups.choose(List.of(down(ONE), down(TWO)), EXPIRY.plusSeconds(60));
        assertThat(vrps(expired)).containsExactly(ONE, TWO);
        assertThat(Objects.requireNonNull(expired.result()).hasExpired(EXPIRY.plusSeconds(60)))
                .isTrue();
        assertThat(Objects.requireNonNull(expired.result()).problem()).isEqualTo("away");
    }

    @Test
    void theNextGroupIsUsedWhenNoSourceOfTheUnionWorks() {
        SourceGroups groups = union(1, 1, 2);
        List<Source.Reading> failing = List.of(down(ONE), down(TWO), up(THREE));
        assertThat(groups.choose(List.of(up(ONE), up(TWO), up(THREE)), T0).used())
                .containsExactly(0, 1);
        assertThat(groups.choose(failing, T0.plusSeconds(1)).used()).containsExactly(0, 1);
        assertThat(groups.choose(failing, T0.plusSeconds(31)).used()).containsExactly(2);
    }
}
