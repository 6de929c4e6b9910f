// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

final class PathContextsTest {
    private static final Prefix PREFIX = Prefix.parse("2001:db8::/32");
    private static final RouteKey ROUTE =
            new RouteKey(PREFIX, AfiSafi.SAFI_UNICAST, new SessionId(Bytes.wrap(new byte[SessionId.LENGTH])), 7);

    @Test
    void takesEveryFactFromTheAnnouncement() {
        Announcement announcement = Announcement.newBuilder()
                .setTargetAs((int) 4_200_000_001L)
                .setFirstAs((int) 4_200_000_002L)
                .setLoopAs(64_496)
                .setRelation(PeerRelation.CONFEDERATION_MEMBER)
                .setPcountZeroAllowed(true)
                .build();

        assertThat(PathContexts.of(ROUTE, announcement))
                .isEqualTo(new PathContext(
                        OptionalLong.of(4_200_000_001L),
                        OptionalLong.of(4_200_000_002L),
                        OptionalLong.of(64_496),
                        PathContext.PeerRelation.CONFEDERATION_MEMBER,
                        true,
                        AfiSafi.IPV6_UNICAST,
                        PREFIX));
    }

    @Test
    void distinguishesAnAbsentAsFromAs0() {
        PathContext absent = PathContexts.of(ROUTE, Announcement.getDefaultInstance());
        PathContext zero =
                PathContexts.of(ROUTE, Announcement.newBuilder().setTargetAs(0).build());

        assertThat(absent.targetAs()).isEmpty();
        assertThat(absent.firstAs()).isEmpty();
        assertThat(absent.loopAs()).isEmpty();
        assertThat(absent.relation()).isEqualTo(PathContext.PeerRelation.EXTERNAL);
        assertThat(zero.targetAs()).hasValue(0);
    }
}
