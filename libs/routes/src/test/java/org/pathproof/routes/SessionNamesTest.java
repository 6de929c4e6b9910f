// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.UnreadableOpens;

class SessionNamesTest {
    private static final Session FIRST = Session.newBuilder()
            .setRouterName("r1")
            .setRouterIp("192.0.2.1")
            .setPeerIp("192.0.2.9")
            .setInstanceName("vrf red")
            .build();
    private static final Session SECOND = FIRST.toBuilder()
            .setRouterInstance(2)
            .setInstanceName("vrf blue")
            .setVrf("blue")
            .setPeerName("192.0.2.9@blue")
            .build();

    @Test
    void furtherInstancesHaveNumbers() {
        assertThat(SessionNames.router(FIRST)).isEqualTo("r1");
        assertThat(SessionNames.router(SECOND)).isEqualTo("r1#2");
        assertThat(SessionNames.router(SECOND.toBuilder().clearRouterName().build()))
                .isEqualTo("192.0.2.1#2");
    }

    @Test
    void anInstanceIsNamedByNumberOrText() {
        for (String text : List.of("r1#1", "R1#1", "r1#vrf red", "192.0.2.1#1")) {
            assertThat(SessionNames.isInstance(FIRST, text)).as(text).isTrue();
            assertThat(SessionNames.isInstance(SECOND, text)).as(text).isFalse();
        }
        for (String text : List.of("r1#2", "r1#VRF blue")) {
            assertThat(SessionNames.isInstance(FIRST, text)).as(text).isFalse();
            assertThat(SessionNames.isInstance(SECOND, text)).as(text).isTrue();
        }
        for (String text : List.of("r1", "r1#", "r2#1", "#1", "r1#3")) {
            assertThat(SessionNames.isInstance(FIRST, text)).as(text).isFalse();
        }
    }

    @Test
    void peersHaveTheNameOfTheRecordOrTheirAddress() {
        assertThat(SessionNames.peer(FIRST)).isEqualTo("192.0.2.9");
        assertThat(SessionNames.peer(SECOND)).isEqualTo("192.0.2.9@blue");
        assertThat(SessionNames.isVrf(SECOND, "@blue")).isTrue();
        assertThat(SessionNames.isVrf(FIRST, "@")).isFalse();
    }

    @Test
    void findingsNameTheOpenThatIsMissing() {
        List<Finding> findings = List.of(
                Finding.ofPath(Rule.TARGET_AS_UNKNOWN, "no Peer Up"),
                Finding.ofHop(Rule.KEY_NOT_FOUND, 1, 64500, Optional.empty(), "no key"));
        assertThat(TargetAsFindings.withCause(findings, Announcement.getDefaultInstance()))
                .isEqualTo(findings);
        List<Finding> caused = TargetAsFindings.withCause(
                findings,
                Announcement.newBuilder()
                        .setUnreadableOpens(UnreadableOpens.SENT_OPEN)
                        .build());
        assertThat(caused.getFirst().rule()).isEqualTo(Rule.TARGET_AS_UNKNOWN);
        assertThat(caused.getFirst().message())
                .contains("the OPEN that the router sent cannot be read", "AS of the router", "capabilities");
        assertThat(caused.getLast()).isEqualTo(findings.getLast());
        for (UnreadableOpens opens : List.of(UnreadableOpens.RECEIVED_OPEN, UnreadableOpens.BOTH_OPENS)) {
            Announcement announcement =
                    Announcement.newBuilder().setUnreadableOpens(opens).build();
            assertThat(TargetAsFindings.withCause(findings, announcement)).isNotEqualTo(findings);
        }
    }
}
