// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.PerPeerHeader;

/** Tests the origin of paths whose origin is the own AS of the router (RFC 6811 section 2). */
class OwnAsOriginTest extends PlayedRouter {
    private static final AsPath.Segment CONFEDERATION =
            new AsPath.Segment(AsPath.AS_CONFED_SEQUENCE, List.of(65101L, 65102L));
    private static final AsPath.Segment CONFEDERATION_SET =
            new AsPath.Segment(AsPath.AS_CONFED_SET, List.of(65101L, 65102L));

    private final Bmp internal = new Bmp(65000, 65000);

    @Test
    void anEmptyPathOfAnInternalPeerOriginatesInTheOwnAs() {
        play(internal.peerUp(), internal.monitor(0, update()));
        assertOrigin(65000, true);
    }

    /** The router's Adj-RIB-Out before policy has the own routes without the own AS. */
    @Test
    void anEmptyPathInTheAdjRibOutOriginatesInTheOwnAs() {
        play(bmp.peerUp(), bmp.monitor(Bmp.OUT, update()));
        assertOrigin(65000, true);
    }

    @Test
    void thePerPeerHeaderOfALocRibHasTheOwnAs() {
        play(bmp.monitor(bmp.locRib(), update()));
        assertOrigin(65000, true);
    }

    /** GoBGP sends its own routes without AS_PATH. */
    @Test
    void aMissingPathInTheOwnTableIsEmpty() {
        Update own = new Update(
                List.of(),
                List.of(new Origin(0x40, 0), new NextHop(0x40, Bytes.fromHex("c0000201"))),
                Bmp.nlri("192.0.2.64/28"),
                List.of());
        play(bmp.monitor(bmp.locRib(), own));
        assertOrigin(65000, true);
        assertThat(last().getFindingsList()).isEmpty();
        PerPeerHeader ofRouter = new PerPeerHeader(0, 0x80 | 0x40, 0, Bytes.wrap(new byte[16]), 65000, 0, 1, 0);
        play(bmp.monitor(ofRouter, own));
        assertOrigin(65000, false);
        assertThat(last().getFindingsList()).isEmpty();
        play(bmp.peerUp(), bmp.monitor(0, own));
        assertThat(last().getFindingsList()).isNotEmpty();
        assertThat(last().hasOriginAs()).isFalse();
    }

    @Test
    void aFinalConfederationSegmentIsOfTheOwnAs() {
        router = connect(
                TestRules.with(Sources.AUTO, Set.of(65000L, 65101L), PeerMatcher.NONE, PeerMatcher.NONE), false);
        for (AsPath.Segment last : List.of(CONFEDERATION, CONFEDERATION_SET)) {
            play(internal.peerUp(), internal.monitor(0, update(last)));
            assertOrigin(65000, false);
        }
        play(internal.monitor(internal.locRib(), update(CONFEDERATION)));
        assertOrigin(65000, false);
    }

    /** VRPs have the AS Confederation Identifier, which the router sends to outer peers. */
    @Test
    void theOpensToOuterPeersHaveTheConfederationIdentifier() {
        router = connect(
                TestRules.with(Sources.AUTO, Set.of(65000L, 65101L), PeerMatcher.NONE, PeerMatcher.NONE), false);
        Bmp outer = new Bmp(64500, 64510);
        PerPeerHeader header = new PerPeerHeader(0, 0, 0, Bytes.fromHex("c000020a"), 64510, 0x0a00000a, 1, 0);
        play(outer.peerUp(header, Bmp.open(64500, List.of()), Bmp.open(64510, List.of())));
        play(internal.peerUp(), internal.monitor(0, update(CONFEDERATION)));
        assertOrigin(64500, false);
    }

    @Test
    void theSettingsHaveTheConfederationIdentifier() {
        router = connect(
                TestRules.with(Sources.AUTO, Set.of(65000L, 65101L), PeerMatcher.NONE, PeerMatcher.NONE)
                        .withOwnAs(64500),
                false);
        play(internal.peerUp(), internal.monitor(0, update(CONFEDERATION)));
        assertOrigin(64500, true);
    }

    /** GoBGP reports its own routes under the address 0.0.0.0 without a Peer Up. */
    @Test
    void thePeersOfTheRouterSuggestTheAsOfItsOwnRoutes() {
        PerPeerHeader own = new PerPeerHeader(0, Bmp.POST, 0, Bytes.wrap(new byte[4]), 0, 0, 1, 0);
        play(bmp.monitor(own, update()));
        assertThat(last().hasOriginAs()).isFalse();
        assertThat(last().getOriginUncertain()).isTrue();

        play(bmp.peerUp(), bmp.monitor(own, update()));
        assertOrigin(65000, false);
    }

    @Test
    void aPeerWithoutAddressHasTheOwnAsInItsHeader() {
        PerPeerHeader own = new PerPeerHeader(0, Bmp.POST, 0, Bytes.wrap(new byte[4]), 64999, 0, 1, 0);
        play(bmp.monitor(own, update()));
        assertOrigin(64999, false);
    }

    /** A router with local-as (RFC 7705) sends different AS numbers, and one of them is its own. */
    @Test
    void severalSentAsesMakeTheOwnAsUncertain() {
        PerPeerHeader header = new PerPeerHeader(0, 0, 0, Bytes.fromHex("c000020a"), 64510, 0x0a00000a, 1, 0);
        play(bmp.peerUp(header, Bmp.open(64999, List.of()), Bmp.open(64510, List.of())));
        play(bmp.peerUp(), bmp.monitor(Bmp.OUT, update()));
        assertOrigin(65000, false);
    }

    /** Before the Peer Up, nothing shows the AS of the router. */
    @Test
    void theOwnAsIsUnknownBeforeThePeerUp() {
        play(internal.monitor(0, update()));
        assertThat(last().hasOriginAs()).isFalse();
        assertThat(last().getOriginUncertain()).isTrue();
    }

    /** The origin of such a path is NONE, which is certain. */
    @Test
    void aFinalAsSetHasNoOrigin() {
        play(bmp.peerUp(), bmp.monitor(0, update(new AsPath.Segment(AsPath.AS_SET, List.of(1L, 2L)))));
        assertThat(last().hasOriginAs()).isFalse();
        assertThat(last().getOriginUncertain()).isFalse();
    }

    private void assertOrigin(long asn, boolean certain) {
        Announcement last = last();
        assertThat(last.getOriginAs()).isEqualTo((int) asn);
        assertThat(last.getOriginUncertain()).isEqualTo(!certain);
    }

    private static Update update(AsPath.Segment... segments) {
        List<PathAttribute> attributes = new ArrayList<>(
                List.of(new Origin(0x40, 0), new AsPath(0x40, List.of(segments)), new NextHop(0x40, Bmp.PEER)));
        return new Update(List.of(), attributes, Bmp.nlri("198.51.100.0/24"), List.of());
    }
}
