// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;

final class SessionStatusTest {
    private static final PeerFacts RECEIVES =
            PeerFacts.newBuilder().setBgpsecReceiveIpv6(true).build();
    private static final PeerFacts SENDS =
            PeerFacts.newBuilder().setBgpsecSendIpv4(true).build();

    @ParameterizedTest
    @CsvSource({
        "SYNCING, true,  false",
        "UP,      true,  true",
        "LOST,    false, true",
        "DOWN,    false, false",
    })
    void aSessionIsStrippedOnlyWithAKnownTable(State state, boolean up, boolean stripped) {
        Session session =
                negotiated().setState(state).setEpoch(7).setSyncedEpoch(7).build();

        assertThat(SessionStatus.isUp(session)).isEqualTo(up);
        assertThat(SessionStatus.isBgpsecStripped(session)).isEqualTo(stripped);
        assertThat(SessionStatus.isBgpsecNegotiated(session)).isTrue();
    }

    @Test
    void aSessionThatWasLostBeforeItsTableWasCompleteIsNotStripped() {
        Session session =
                negotiated().setState(State.LOST).setEpoch(7).setSyncedEpoch(6).build();

        assertThat(SessionStatus.isBgpsecStripped(session)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "1, 7, false",
        "2, 7, false",
        "2, 0, true", // an internal peer of BIRD
        "3, 0, false",
    })
    void aPeerOfTheGlobalInstanceHasNoDistinguisher(int type, long distinguisher, boolean global) {
        Session session = Session.newBuilder()
                .setPeerType(type)
                .setPeerDistinguisher(distinguisher)
                .build();

        assertThat(SessionStatus.isGlobalInstance(session)).isEqualTo(global);
    }

    @ParameterizedTest
    @CsvSource({
        "ADJ_RIB_IN_PRE,   true,  false",
        "ADJ_RIB_IN_POST,  true,  false",
        "ADJ_RIB_OUT_PRE,  false, true",
        "ADJ_RIB_OUT_POST, false, true",
        "LOC_RIB,          true,  false",
    })
    void negotiationCountsInTheDirectionOfTheView(RibView view, boolean whereReceived, boolean whereSent) {
        assertThat(SessionStatus.isBgpsecNegotiated(
                        negotiated().setView(view).setFacts(RECEIVES).build()))
                .isEqualTo(whereReceived);
        assertThat(SessionStatus.isBgpsecNegotiated(
                        negotiated().setView(view).setFacts(SENDS).build()))
                .isEqualTo(whereSent);
    }

    @ParameterizedTest
    @CsvSource({
        "true,  true,  false, true",
        "false, true,  false, false",
        "true,  false, false, false",
        "true,  true,  true,  false",
    })
    void strippedRequiresNegotiationAndRoutesWithoutBgpsecPath(
            boolean negotiated, boolean routesSeen, boolean bgpsecSeen, boolean stripped) {
        Session session = negotiated()
                .setFacts(negotiated ? RECEIVES : PeerFacts.getDefaultInstance())
                .setRoutesSeen(routesSeen)
                .setBgpsecSeen(bgpsecSeen)
                .build();

        assertThat(SessionStatus.isBgpsecStripped(session)).isEqualTo(stripped);
    }

    private static Session.Builder negotiated() {
        return Session.newBuilder()
                .setState(State.UP)
                .setView(RibView.ADJ_RIB_IN_PRE)
                .setFacts(RECEIVES)
                .setRoutesSeen(true);
    }
}
