// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.contracts.v1.UnreadableOpens;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;

/** Tests a Peer Up with one readable OPEN. FRR sends a BGP header in place of an OPEN that it has not kept. */
class UnreadableOpensTest extends PlayedRouter {
    /** A BGP header of type OPEN without an OPEN. */
    private static final Bytes HEADER_ONLY = Bytes.fromHex("ff".repeat(16) + "001301");

    private final Bytes sent = Bmp.bgp(Bmp.open(65000, Bmp.bgpsec()));
    private final Bytes received = Bmp.bgp(Bmp.open(65536, Bmp.bgpsec()));

    @Test
    void theSentOpenHasTheTargetAs() {
        for (Bytes unreadable : List.of(HEADER_ONLY, Bytes.EMPTY)) {
            play(up(bmp.header(0), sent, unreadable), bmp.announceSigned("198.51.100.0/24"));
            assertThat(last().getTargetAs()).isEqualTo(65000);
            assertThat(last().getFirstAs()).isEqualTo(65536);
            assertThat(last().getRelation()).isEqualTo(PeerRelation.EXTERNAL);
            assertThat(last().getUnreadableOpens()).isEqualTo(UnreadableOpens.OPENS_READ);
            assertThat(last().getFindingsList()).isEmpty();
            assertThat(out.session(PRE).getSessionWarning()).isEqualTo("received-open-unreadable");
            assertThat(out.session(PRE).getLocalAs()).isEqualTo(65000);
            assertThat(out.session(PRE).getPeerAs()).isEqualTo(65536);
        }
        assertThat(out.rejects).hasSize(2);
    }

    @Test
    void withoutTheSentOpenTheTargetAsIsUnknown() {
        play(up(bmp.header(0), HEADER_ONLY, received), bmp.announceSigned("198.51.100.0/24"));
        assertThat(last().hasTargetAs()).isFalse();
        assertThat(last().hasLoopAs()).isFalse();
        assertThat(last().getUnreadableOpens()).isEqualTo(UnreadableOpens.SENT_OPEN);
        assertThat(last().getFindingsList()).isEmpty();
        assertThat(out.session(PRE).getSessionWarning()).isEqualTo("sent-open-unreadable");
        assertThat(out.session(PRE).hasLocalAs()).isFalse();
    }

    @Test
    void withoutBothOpensEverythingIsUnknown() {
        play(up(bmp.header(0), HEADER_ONLY, HEADER_ONLY), bmp.announceSigned("198.51.100.0/24"));
        assertThat(last().hasTargetAs()).isFalse();
        assertThat(last().getUnreadableOpens()).isEqualTo(UnreadableOpens.BOTH_OPENS);
        assertThat(out.session(PRE).getSessionWarning()).isEqualTo("opens-unreadable");

        play(bmp.peerUp(), bmp.announceSigned("198.51.100.0/24"));
        assertThat(last().getTargetAs()).isEqualTo(65000);
        assertThat(out.session(PRE).getSessionWarning()).isEmpty();
    }

    /** Both OPENs of a Loc-RIB describe the router (RFC 9069 section 5.2), so that one is enough. */
    @Test
    void oneOpenOfALocRibIsEnough() {
        play(up(bmp.locRib(), HEADER_ONLY, sent), bmp.monitor(bmp.locRib(), bmp.plain("198.51.100.0/24")));
        SessionId locRib = new PeerId(3, 0, Bytes.wrap(new byte[4])).session(ROUTER, RibView.LOC_RIB);
        assertThat(last().getTargetAs()).isEqualTo(65000);
        assertThat(out.session(locRib).getSessionWarning()).isEmpty();
        play(
                bmp.monitor(bmp.locRib(), Bmp.endOfRib(AfiSafi.IPV4_UNICAST)),
                bmp.monitor(bmp.locRib(), Bmp.endOfRib(AfiSafi.IPV6_UNICAST)));
        assertThat(out.marks).containsExactly(locRib);
    }

    private static Bytes up(PerPeerHeader header, Bytes sent, Bytes received) {
        return BmpCodec.encode(new PeerUp(header, Bmp.PEER, 179, 50000, sent, received, List.of()));
    }
}
