// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.feeds.path.PeerKey;

class ReportedPeerTest {
    private static final int LOCAL_INSTANCE = 2;
    private static final Session PRE = session(1, RibView.ADJ_RIB_IN_PRE);
    private static final Session POST = session(2, RibView.ADJ_RIB_IN_POST);
    /** The same address in a session with another identity, such as an older one. */
    private static final Session OTHER_PRE = session(3, RibView.ADJ_RIB_IN_PRE).toBuilder()
            .setPeerHash(octets(9, 16))
            .build();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPostPolicyViewCountsBeforeAPrePolicyViewOfTheSameAddress(boolean reversed) {
        List<Session> sessions = List.of(PRE, POST, OTHER_PRE);

        Map<PeerKey, ReportedPeer> peers = ReportedPeer.of(reversed ? sessions.reversed() : sessions);

        assertThat(peers.values()).singleElement().satisfies(peer -> {
            assertThat(peer.postPolicy()).isTrue();
            assertThat(peer.source().bytes().toArray())
                    .isEqualTo(POST.getSessionId().toByteArray());
        });
    }

    @Test
    void anInternalPeerOfBirdCountsAndAPeerOfAVrfDoesNot() {
        Session bird = PRE.toBuilder().setPeerType(LOCAL_INSTANCE).build();
        Session vrf = bird.toBuilder().setPeerDistinguisher(1).build();

        assertThat(ReportedPeer.of(List.of(bird)).values())
                .singleElement()
                .satisfies(peer -> assertThat(peer.source().bytes().toArray())
                        .isEqualTo(bird.getSessionId().toByteArray()));
        assertThat(ReportedPeer.of(List.of(vrf))).isEmpty();
    }

    private static Session session(int id, RibView view) {
        return Session.newBuilder()
                .setSessionId(octets(id, SessionId.LENGTH))
                .setPeerHash(octets(7, 16))
                .setPeerIp("192.0.2.1")
                .setPeerAs(64_500)
                .setLocalAs(64_501)
                .setView(view)
                .setState(State.UP)
                .setRoutesSeen(true)
                .build();
    }

    private static ByteString octets(int value, int length) {
        byte[] bytes = new byte[length];
        java.util.Arrays.fill(bytes, (byte) value);
        return ByteString.copyFrom(bytes);
    }
}
