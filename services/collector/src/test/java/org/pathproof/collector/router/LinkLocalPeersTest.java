// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.StatisticsReport;
import org.pathproof.wire.bmp.Tlv;

/** Tests neighbors with the same link-local address: two peers, which do not change each other's routes. */
class LinkLocalPeersTest extends PlayedRouter {
    private static final Bytes LINK_LOCAL = Bytes.fromHex("fe800000000000000000000000000001");
    private static final PeerId FIRST = new PeerId(0, 0, LINK_LOCAL);

    @Test
    void neighborsWithDifferentAsAndIdentifierAreTwoPeers() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64498, 0x0a000002);
        assertStandBeside(one, two, FIRST.twin(64498, 0x0a000002));
        assertThat(out.session(session(FIRST.twin(64498, 0x0a000002))).getPeerName())
                .isEqualTo("fe80::1@AS64498-10.0.0.2");
    }

    @Test
    void neighborsWithOnlyDifferentIdentifiersAreTwoPeers() {
        assertStandBeside(header(64496, 0x0a000001), header(64496, 0x0a000002), FIRST.twin(64496, 0x0a000002));
    }

    @Test
    void neighborsWithOnlyDifferentAsAreTwoPeers() {
        assertStandBeside(header(64496, 0x0a000001), header(64498, 0x0a000001), FIRST.twin(64498, 0x0a000001));
    }

    @Test
    void neighborsWithOnlyDifferentDistinguishersAreTwoPeers() {
        PerPeerHeader inVrf = new PerPeerHeader(1, 0x80, 0x0000_fde8_0000_0001L, LINK_LOCAL, 64496, 0x0a000001, 1, 0);
        assertStandBeside(header(64496, 0x0a000001), inVrf, new PeerId(1, 0x0000_fde8_0000_0001L, LINK_LOCAL));
    }

    /** The keys of sessions must not depend on the order in which the neighbors come up. */
    @Test
    void eachNeighborHasTheSameSessionAfterARestart() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64498, 0x0a000002);
        play(up(one), up(two));
        router.disconnect("test", ++now);
        router = connect(TestRules.with(Sources.AUTO), false);

        play(up(two), announce(two, "198.51.100.0/24"), up(one), announce(one, "203.0.113.0/24"));
        assertThat(live(FIRST)).containsExactly("203.0.113.0/24");
        assertThat(live(FIRST.twin(64498, 0x0a000002))).containsExactly("198.51.100.0/24");
    }

    /** The one neighbor of an earlier release keeps the key of its session. */
    @Test
    void aSingleNeighborHasTheIdOfItsAddress() {
        play(up(header(64496, 0x0a000001)), announce(header(64496, 0x0a000001), "198.51.100.0/24"));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(out.session(session(FIRST)).getPeerName()).isEmpty();
    }

    /** FRR sends BGP Identifier 0 for a neighbor that did not come up, and the true one when a session ends. */
    @Test
    void aNeighborThatNeverCameUpTakesNoOtherNeighborDown() {
        PerPeerHeader up = header(64496, 0x0a000001);
        play(up(up), down(header(64496, 0)), announce(up, "198.51.100.0/24"));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(warning(FIRST)).isEmpty();

        play(down(header(64496, 0)), announce(up, "203.0.113.0/24"), down(header(64496, 0)));
        assertThat(live(FIRST)).hasSize(2);
        assertThat(warning(FIRST)).isEqualTo("peer-down-ambiguous");
    }

    /** The ambiguity is about the neighbors with the AS of the Peer Down. */
    @Test
    void aPeerDownWithoutIdentifierIsNotAboutANeighborWithAnotherAs() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64498, 0x0a000002);
        play(up(one), announce(one, "198.51.100.0/24"), up(two), announce(two, "203.0.113.0/24"));
        play(down(header(64498, 0)));
        PeerId twin = FIRST.twin(64498, 0x0a000002);
        assertThat(live(FIRST)).hasSize(1);
        assertThat(live(twin)).hasSize(1);
        assertThat(warning(FIRST)).isEmpty();
        assertThat(warning(twin)).isEqualTo("peer-down-ambiguous");
    }

    /** After a Peer Down, a router sends no routes and no statistics of the peer (FRR, RFC 7854 section 4.9). */
    @Test
    void aLaterMessageThatNamesTheNeighborEndsTheAmbiguity() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64496, 0x0a000002);
        PeerId twin = FIRST.twin(64496, 0x0a000002);
        play(up(one), announce(one, "198.51.100.0/24"), up(two), announce(two, "203.0.113.0/24"));
        play(down(header(64496, 0)), statistics(two));
        assertThat(warning(FIRST)).isEqualTo("peer-down-ambiguous");
        assertThat(warning(twin)).isEmpty();

        play(bmp.monitor(one, Bmp.withdrawal("198.51.100.0/24")));
        assertThat(warning(FIRST)).isEmpty();
        assertThat(live(FIRST)).isEmpty();
        assertThat(live(twin)).hasSize(1);
    }

    /** A router can clear the Identifier before a true Peer Down. The next Peer Up then begins a new session. */
    @Test
    void theNextPeerUpEndsTheAmbiguityAndTheOldRoutes() {
        PerPeerHeader one = header(64496, 0x0a000001);
        play(up(one), announce(one, "198.51.100.0/24"), down(header(64496, 0)), statistics(header(64496, 0)));
        assertThat(warning(FIRST)).isEqualTo("peer-down-ambiguous");
        play(up(one), announce(one, "203.0.113.0/24"));
        assertThat(live(FIRST)).containsExactly("203.0.113.0/24");
        assertThat(warning(FIRST)).isEmpty();
    }

    /** A neighbor without a known Identifier can be the one of a Peer Down without Identifier. */
    @Test
    void aPeerDownEndsANeighborWithoutIdentifier() {
        play(announce(header(64496, 0), "198.51.100.0/24"), down(header(64496, 0)));
        assertThat(live(FIRST)).isEmpty();
        assertThat(out.session(session(FIRST)).getState()).isEqualTo(State.DOWN);
        assertThat(out.rejects).isEmpty();
    }

    /** Of two neighbors that are up, the Identifier tells which one is down. */
    @Test
    void aPeerDownWithIdentifierEndsItsNeighborDuringAnAmbiguity() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64496, 0x0a000002);
        play(up(one), announce(one, "198.51.100.0/24"), up(two), announce(two, "203.0.113.0/24"));
        play(down(header(64496, 0)), down(two));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(live(FIRST.twin(64496, 0x0a000002))).isEmpty();
        assertThat(out.session(session(FIRST.twin(64496, 0x0a000002))).getState())
                .isEqualTo(State.DOWN);
    }

    @Test
    void anAmbiguousPeerDownRemovesNoRoutesAndIsReported() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64496, 0x0a000002);
        play(up(one), announce(one, "198.51.100.0/24"), up(two), announce(two, "203.0.113.0/24"));
        play(down(header(64496, 0)));
        PeerId twin = FIRST.twin(64496, 0x0a000002);
        assertThat(live(FIRST)).hasSize(1);
        assertThat(live(twin)).hasSize(1);
        for (PeerId peer : List.of(FIRST, twin)) {
            assertThat(warning(peer)).isEqualTo("peer-down-ambiguous");
        }
        assertThat(out.rejects).hasSize(1);

        play(up(one));
        assertThat(warning(FIRST)).isEmpty();
        assertThat(live(FIRST)).isEmpty();
    }

    /** FRR mirrors the OPEN of a new neighbor, and reports its first failures, with BGP Identifier 0. */
    @Test
    void messagesWithoutIdentifierBeforeThePeerUpIdentifyNoNeighbor() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64496, 0x0a000002);
        play(down(header(64496, 0)), mirroredOpen(header(64496, 0)), up(one), announce(one, "198.51.100.0/24"));
        play(down(header(64498, 0)), mirroredOpen(header(64496, 0)), up(two), announce(two, "198.51.100.0/24"));
        play(announce(two, "203.0.113.0/24"));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(live(FIRST.twin(64496, 0x0a000002))).containsExactly("198.51.100.0/24", "203.0.113.0/24");
    }

    /** A neighbor of a router that sends routes before the Peer Up, without BGP Identifier. */
    @Test
    void aPeerUpNamesTheNeighborOfEarlierRoutes() {
        PerPeerHeader one = header(64496, 0x0a000001);
        PerPeerHeader two = header(64496, 0x0a000002);
        play(announce(header(64496, 0), "198.51.100.0/24"), up(one), up(two), announce(two, "203.0.113.0/24"));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(live(FIRST.twin(64496, 0x0a000002))).containsExactly("203.0.113.0/24");
    }

    private void assertStandBeside(PerPeerHeader one, PerPeerHeader two, PeerId second) {
        play(up(one), announce(one, "198.51.100.0/24"), up(two), announce(two, "198.51.100.0/24", "203.0.113.0/24"));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(live(second)).hasSize(2);

        play(down(two));
        assertThat(live(FIRST)).containsExactly("198.51.100.0/24");
        assertThat(live(second)).isEmpty();
        Session first = out.session(session(FIRST));
        assertThat(first.getState()).isNotEqualTo(State.DOWN);
        assertThat(first.getPeerHash())
                .isNotEqualTo(out.session(session(second)).getPeerHash());
    }

    private List<String> live(PeerId peer) {
        return out.live(session(peer)).keySet().stream()
                .map(key -> key.prefix().toString())
                .toList();
    }

    private String warning(PeerId peer) {
        return out.session(session(peer)).getSessionWarning();
    }

    private static SessionId session(PeerId peer) {
        return peer.session(ROUTER, RibView.ADJ_RIB_IN_PRE);
    }

    private static PerPeerHeader header(long asn, int bgpId) {
        return new PerPeerHeader(0, PerPeerHeader.FLAG_IPV6, 0, LINK_LOCAL, asn, bgpId, 1, 0);
    }

    private Bytes up(PerPeerHeader header) {
        Open received = Bmp.open(header.asn(), List.of());
        return bmp.peerUp(header, Bmp.open(65000, List.of()), received);
    }

    private Bytes announce(PerPeerHeader header, String... prefixes) {
        return bmp.monitor(header, bmp.plain(prefixes));
    }

    private Bytes mirroredOpen(PerPeerHeader header) {
        return BmpCodec.encode(new RouteMirroring(
                header, List.of(new Tlv(RouteMirroring.TLV_BGP_MESSAGE, Bmp.bgp(Bmp.open(header.asn(), List.of()))))));
    }

    private static Bytes statistics(PerPeerHeader header) {
        return BmpCodec.encode(new StatisticsReport(header, List.of()));
    }

    private static Bytes down(PerPeerHeader header) {
        return BmpCodec.encode(new PeerDown(header, 4, Bytes.EMPTY));
    }
}
