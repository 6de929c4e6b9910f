// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.keysync.source.Source;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.provenance.SourceProblem;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

class FollowedSourceTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");

    private final Given given = new Given();
    private final FollowedSource source = followed(false);

    private FollowedSource followed(boolean acceptsEmpty) {
        return new FollowedSource(given, 1, new LossHold(Duration.ofSeconds(5), 10), acceptsEmpty);
    }

    /** A source whose state the test sets. */
    private static final class Given implements Source {
        private @Nullable RpkiSnapshot data;
        private @Nullable String problem;
        private Instant confirmed = T0;

        @Override
        public String name() {
            return "cache.example:323";
        }

        @Override
        public String kind() {
            return "rtr";
        }

        @Override
        public Reading read() {
            return new Reading(data, confirmed, confirmed.plusSeconds(7200), problem);
        }

        @Override
        public void close() {
            data = null;
        }
    }

    private static Vrp vrp(int number) {
        return new Vrp(Prefix.parse("10.%d.%d.0/24".formatted(number >> 8, number & 0xff)), 24, 64496);
    }

    private static RpkiSnapshot vrps(int count) {
        return RpkiSnapshot.of(
                1,
                new Serial(1),
                IntStream.range(0, count).mapToObj(FollowedSourceTest::vrp).toList());
    }

    private int size(int seconds) {
        RpkiSnapshot data = source.observe(T0.plusSeconds(seconds)).reading().data();
        return data == null ? -1 : data.size();
    }

    @Test
    void aSourceThatLosesEverythingFailsAndItsEarlierDataExpire() {
        given.data = vrps(3);
        Source.Reading full = source.observe(T0).reading();
        given.data = vrps(0);
        given.confirmed = T0.plusSeconds(3600);
        Source.Reading empty = source.observe(T0.plusSeconds(3600)).reading();
        assertThat(empty.data()).isSameAs(full.data());
        assertThat(empty.works()).isFalse();
        assertThat(empty.problem()).contains("no data at all", "accept-empty");
        assertThat(empty.expires()).isEqualTo(T0.plusSeconds(7200));
        given.data = vrps(2);
        Source.Reading back = source.observe(T0.plusSeconds(3601)).reading();
        assertThat(back.works()).isTrue();
        assertThat(back.expires()).isEqualTo(T0.plusSeconds(10_800));
        assertThat(back.data()).isSameAs(given.data);
    }

    @Test
    void aSourceMayBeEmptyIfItHadNoDataOrTheSettingsSaySo() {
        given.data = vrps(0);
        assertThat(source.observe(T0).reading().works()).isTrue();
        FollowedSource other = followed(true);
        given.data = vrps(3);
        other.observe(T0);
        given.data = vrps(0);
        Source.Reading empty = other.observe(T0.plusSeconds(1)).reading();
        assertThat(empty.works()).isTrue();
        assertThat(empty.data()).isSameAs(given.data);
    }

    @Test
    void aSourceThatShrinksKeepsItsEarlierDataForTheHoldTime() {
        assertThat(size(0)).isEqualTo(-1);
        given.data = vrps(10_000);
        assertThat(size(1)).isEqualTo(10_000);
        given.data = vrps(5_000);
        assertThat(size(10)).isEqualTo(10_000);
        assertThat(source.observed().held()).contains("lost 5,000 of 10,000 VRPs");
        assertThat(source.observed().reading().works()).isTrue();
        assertThat(size(14)).isEqualTo(10_000);
        assertThat(size(15)).isEqualTo(5_000);
        assertThat(source.observed().held()).isNull();
        given.data = vrps(2_000);
        assertThat(size(100)).as("a second loss is delayed, too").isEqualTo(5_000);
        given.data = vrps(5_100);
        assertThat(size(102)).isEqualTo(5_100);
    }

    @Test
    void recordsTheTimeOfTheLastChangeOfAnObject() {
        given.data = vrps(10);
        source.observe(T0);
        given.data = (RpkiSnapshot)
                vrps(10).apply(new Serial(2), List.of(vrp(20)), List.of(vrp(3))).after();
        source.observe(T0.plusSeconds(60));
        assertThat(source.history().since(vrp(1))).isEqualTo(T0);
        assertThat(source.history().since(vrp(20))).isEqualTo(T0.plusSeconds(60));
        assertThat(source.history().since(vrp(3))).isEqualTo(T0.plusSeconds(60));
        assertThat(source.churn().withdrawn(SourceChurn.Type.VRP)).isEqualTo(1);
    }

    @Test
    void theHistoryIsBounded() {
        given.data = vrps(10);
        source.observe(T0);
        given.data = vrps(SourceHistory.MAX_OBJECTS + 10);
        source.observe(T0.plusSeconds(60));
        given.data = (RpkiSnapshot)
                given.data.apply(new Serial(2), List.of(), List.of(vrp(2))).after();
        source.observe(T0.plusSeconds(120));
        assertThat(source.history().since(vrp(10)))
                .as("evicted by the newest change")
                .isEqualTo(T0);
        assertThat(source.history().since(vrp(11))).isEqualTo(T0.plusSeconds(60));
        assertThat(source.history().since(vrp(2))).isEqualTo(T0.plusSeconds(120));
    }

    @Test
    void keepsTheNewestProblems() {
        for (int i = 0; i < 30; i++) {
            given.problem = "problem " + i;
            source.observe(T0.plusSeconds(2L * i));
            source.observe(T0.plusSeconds(2L * i + 1));
        }
        assertThat(source.problems())
                .hasSize(20)
                .endsWith(new SourceProblem(T0.plusSeconds(58), "problem 29"))
                .startsWith(new SourceProblem(T0.plusSeconds(20), "problem 10"));
    }
}
