// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.routers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.routers.SimulatedRouter.Reporting;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability.Bgpsec.Direction;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.bmp.PeerDown;
import org.pathproof.wire.bmp.PeerUp;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Termination;

class SimulatedRouterTest {
    private static final long LOCAL_AS = 4_200_000_500L;
    private static final Bytes ROUTER = Bytes.fromHex("c0000201");
    private static final Bytes PEER = Bytes.fromHex("c0000265");
    private static final LabKeys KEYS = new LabKeys("router");
    private static final LabPeer SIGNING = LabPeer.signing(64510, PEER);
    private static final Update SIGNED = LabUpdates.signed(
            Nlri.of(Prefix.parse("198.18.0.0/24")),
            new PathSigner()
                    .sign(
                            Prefix.parse("198.18.0.0/24"),
                            List.of(
                                    new PathSigner.Signer(Hop.of(64496), KEYS.of(64496)),
                                    new PathSigner.Signer(Hop.of(64510), KEYS.of(64510))),
                            LOCAL_AS));

    private final SimulatedRouter router = router(Reporting.MONITORING);
    private BmpListener listener;

    @BeforeEach
    void listen() throws Exception {
        listener = new BmpListener();
    }

    @AfterEach
    void close() throws Exception {
        router.close();
        listener.close();
    }

    @Test
    void sendsItsNameNeighborsAndTables() throws Exception {
        router.add(SIGNING);
        router.announce(SIGNING, SIGNED);
        router.start(listener.address());

        assertThat(listener.next(Initiation.class).sysName()).contains("r1");
        PeerUp up = (PeerUp) listener.next();
        Open sent = open(up.sentOpen());
        Open received = open(up.receivedOpen());
        assertThat(sent.asn()).isEqualTo(LOCAL_AS);
        assertThat(sent.advertisesBgpsec(Direction.RECEIVE, AfiSafi.AFI_IPV6)).isTrue();
        assertThat(received.asn()).isEqualTo(64510);
        assertThat(received.advertisesBgpsec(Direction.SEND, AfiSafi.AFI_IPV4)).isTrue();
        assertThat(up.peer().asn()).isEqualTo(64510);
        assertThat(update(listener.next())).isEqualTo(SIGNED);
        assertThat(update(listener.next()).endOfRib()).contains(AfiSafi.IPV4_UNICAST);
        assertThat(update(listener.next()).endOfRib()).contains(AfiSafi.IPV6_UNICAST);
    }

    @Test
    void reportsChangesAtOnce() throws Exception {
        router.start(listener.address());
        router.awaitConnected(Duration.ofSeconds(20));
        router.add(SIGNING);
        listener.next(PeerUp.class);
        router.announce(SIGNING, SIGNED);
        assertThat(update(listener.next())).isEqualTo(SIGNED);
        router.withdraw(SIGNING, Nlri.of(Prefix.parse("198.18.0.0/24")));
        assertThat(update(listener.next())).isEqualTo(LabUpdates.withdrawal(SIGNED));
        router.takeDown(SIGNING);
        assertThat(listener.next(PeerDown.class).reason()).isEqualTo(3);
        router.announce(SIGNING, SIGNED);
        router.bringUp(SIGNING, true);
        listener.next(PeerUp.class);
        assertThat(update(listener.next())).isEqualTo(SIGNED);
        router.close();
        listener.next(Termination.class);
    }

    @Test
    void reconnectsAfterALostConnection() throws Exception {
        router.add(SIGNING);
        router.start(listener.address());
        router.awaitConnected(Duration.ofSeconds(20));
        listener.next(Initiation.class);
        router.loseConnection();
        listener.next(Initiation.class);
        listener.next(PeerUp.class);
    }

    @Test
    void mirrorsMessagesVerbatim() throws Exception {
        try (SimulatedRouter mirroring = router(Reporting.MIRRORING)) {
            mirroring.add(SIGNING);
            mirroring.announce(SIGNING, SIGNED);
            mirroring.start(listener.address());
            Bytes message = listener.next(RouteMirroring.class).bgpMessages().getFirst();
            assertThat(message).isEqualTo(BgpCodec.encode(SIGNED, BgpSessionOptions.DEFAULT));
        }
    }

    @Test
    void sendsPathIdsWhereAddPathIsNegotiated() throws Exception {
        LabPeer addPath = SIGNING.withAddPath();
        router.add(addPath);
        Update second = LabUpdates.plain(new Nlri(2, Prefix.parse("198.18.0.0/24")), List.of(64510L));
        router.announce(addPath, second);
        router.start(listener.address());
        RouteMonitoring monitoring = listener.next(RouteMonitoring.class);
        Update update = (Update) BgpCodec.decode(monitoring.bgpMessage(), addPath.options(LOCAL_AS, 1))
                .orThrow();
        assertThat(update.nlri()).isEqualTo(second.nlri());
        assertThat(addPath.options(LOCAL_AS, 1).addPath()).contains(AfiSafi.IPV4_UNICAST);
    }

    private static SimulatedRouter router(Reporting reporting) {
        return new SimulatedRouter("r1", ROUTER, LOCAL_AS, reporting, Clock.systemUTC());
    }

    private static Open open(Bytes message) {
        return (Open) BgpCodec.decode(message, BgpSessionOptions.DEFAULT).orThrow();
    }

    private static Update update(Object message) {
        return (Update) BgpCodec.decode(((RouteMonitoring) message).bgpMessage(), BgpSessionOptions.DEFAULT)
                .orThrow();
    }
}
