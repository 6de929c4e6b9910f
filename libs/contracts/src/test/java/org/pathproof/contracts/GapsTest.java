// SPDX-License-Identifier: Apache-2.0
package org.pathproof.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

class GapsTest {
    private final Gaps gaps = new Gaps();

    @Test
    void sessionsAreAffectedUntilTheirNextTableOrTheirEnd() {
        Session before = session("r1", State.UP, 0);
        assertThat(gaps.affected(List.of(before))).isEmpty();
        putGap(Topics.ROUTES, 3, 40);
        assertThat(gaps.affected(List.of(
                        before,
                        session("r2", State.UP, 40),
                        session("r3", State.DOWN, 0),
                        session("r4", State.LOST, 39))))
                .extracting(Session::getRouterName)
                .containsExactly("r1", "r4");
        putGap(Topics.ROUTES, 3, 50);
        assertThat(gaps.affected(List.of(session("r2", State.UP, 40)))).hasSize(1);
        assertThat(gaps.newestOfRoutes()).isEqualTo(50);
        gaps.clear();
        assertThat(gaps.affected(List.of(before))).isEmpty();
    }

    @Test
    void aGapInAnOpenBmpTopicAffectsRelayedSessionsOnly() {
        putGap(Topics.OPENBMP_RAW, 0, 8);
        Session relayed =
                session("relayed", State.UP, 0).toBuilder().setRelayed(true).build();
        assertThat(gaps.affected(List.of(session("r1", State.UP, 0), relayed))).containsExactly(relayed);
        assertThat(gaps.newestOfRoutes()).isZero();
        assertThat(gaps.newest()).isEqualTo(8);
    }

    @Test
    void theProblemNamesPartitionsRoutersAndRemedy() {
        putGap(Topics.ROUTES, 3, 40);
        Session relayed =
                session("edge9", State.UP, 0).toBuilder().setRelayed(true).build();
        assertThat(gaps.problem(List.of(session("edge1", State.UP, 0), relayed)))
                .isEqualTo(
                        "retention deleted records of pathproof.routes-3 before they were validated: routes of 2 sessions may be"
                                + " wrong or missing; the collectors request all tables again from edge1, which takes some minutes;"
                                + " edge9 sends through Kafka (OpenBMP), so that its BMP session must be restarted by hand");
        assertThat(gaps.problem(List.of(session("edge1", State.UP, 40)))).isEmpty();
    }

    @Test
    void theLossOfTheSessionsTopicRaisesEpochsAndRequestsTables() {
        assertThat(Gaps.isGap(Gaps.lostSessionsKey())).isTrue();
        assertThat(gaps.epochFloor()).isZero();
        gaps.put(
                Gaps.lostSessionsKey(),
                Gap.newBuilder()
                        .setNumber(1_800_000_000)
                        .setTopic(Topics.ROUTES)
                        .addLostTopics(Topics.SESSIONS)
                        .build()
                        .toByteArray());
        // A later gap, and an engine that is not trusted any more, have greater numbers and do not change the epochs.
        gaps.put(
                Gaps.lostKey(),
                Gap.newBuilder()
                        .setNumber(1_800_000_001)
                        .setTopic(Topics.ROUTES)
                        .addLostTopics(Topics.VERDICTS)
                        .build()
                        .toByteArray());
        gaps.put(
                Gaps.distrustKey(),
                Gap.newBuilder()
                        .setNumber(1_800_000_002)
                        .setEngine("faulty")
                        .build()
                        .toByteArray());
        assertThat(gaps.epochFloor()).isEqualTo(1_800_000_000);
        assertThat(gaps.newestNumber()).isEqualTo(1_800_000_002);
        assertThat(gaps.newestOfRoutes()).isEqualTo(1_800_000_001);
        assertThat(gaps.problem(List.of(session("edge1", State.UP, 0))))
                .startsWith("pathproof.sessions, pathproof.verdicts was deleted or lost records");
    }

    @Test
    void lostTopicsAreNamedAndTablesAreRequested() {
        assertThat(Gaps.isGap(Gaps.lostKey())).isTrue();
        gaps.put(
                Gaps.lostKey(),
                Gap.newBuilder()
                        .setNumber(40)
                        .setTopic(Topics.ROUTES)
                        .addLostTopics("changelog")
                        .build()
                        .toByteArray());
        assertThat(gaps.newestOfRoutes()).isEqualTo(40);
        assertThat(gaps.problem(List.of(session("edge1", State.UP, 0))))
                .startsWith("changelog was deleted or lost records: routes of 1 sessions may be wrong or missing;");
        assertThat(gaps.problem(List.of(session("edge1", State.UP, 40)))).isEmpty();
    }

    @Test
    void theReportOfAnEngineAffectsSessionsUntilATableIsRequestedAndSent() {
        Session before = session("edge1", State.UP, 0);
        gaps.put(
                Gaps.distrustKey(),
                Gap.newBuilder()
                        .setNumber(40)
                        .setEngine("ifma")
                        .setInstance("v1")
                        .setNoticedUs(1_700_000_000_000_000L)
                        .build()
                        .toByteArray());
        assertThat(gaps.newestDistrust()).isEqualTo(40);
        assertThat(gaps.newest()).as("the report requests no table").isZero();
        assertThat(gaps.newestOfRoutes()).as("no router is disconnected yet").isZero();
        assertThat(gaps.affected(List.of(before, session("r2", State.DOWN, 0)))).containsExactly(before);
        gaps.put(
                Gaps.untrustedProofsKey(),
                Gap.newBuilder()
                        .setNumber(45)
                        .setTopic(Topics.ROUTES)
                        .setEngine("ifma")
                        .build()
                        .toByteArray());
        assertThat(gaps.newestOfRoutes()).isEqualTo(45);
        assertThat(gaps.problem(List.of(before)))
                .isEqualTo(
                        "the signature engine ifma of validator v1 gave a wrong result or failed at 2023-11-14T22:13:20Z:"
                                + " routes of 1 sessions may be wrong or missing; the collectors request all tables again from"
                                + " edge1, which takes some minutes");
        assertThat(gaps.affected(List.of(session("edge1", State.UP, 45)))).isEmpty();
        assertThat(Gaps.isGap(Gaps.distrustKey())).isTrue();
        assertThat(Gaps.isGap(Gaps.untrustedProofsKey())).isTrue();
    }

    @Test
    void gapKeysAreNotSessionIds() {
        for (int partition : new int[] {0, 7, 11, 4711}) {
            byte[] key = Gaps.key(Topics.ROUTES, partition);
            assertThat(Gaps.isGap(key)).isTrue();
            assertThat(key.length).isNotEqualTo(SessionId.LENGTH);
        }
        assertThat(Gaps.isGap(new byte[SessionId.LENGTH])).isFalse();
        assertThat(Gaps.isGap(null)).isFalse();
        assertThatThrownBy(() -> gaps.put(Gaps.key("t", 1), new byte[] {1, 2, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a gap");
    }

    private void putGap(String topic, int partition, long number) {
        gaps.put(
                Gaps.key(topic, partition),
                Gap.newBuilder()
                        .setTopic(topic)
                        .setPartition(partition)
                        .setNumber(number)
                        .build()
                        .toByteArray());
    }

    private static Session session(String router, State state, long healed) {
        return Session.newBuilder()
                .setRouterName(router)
                .setState(state)
                .setGapsHealed(healed)
                .build();
    }
}
