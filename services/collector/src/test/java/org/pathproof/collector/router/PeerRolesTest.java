// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.contracts.v1.AspaProcedure.ASPA_DOWNSTREAM;
import static org.pathproof.contracts.v1.AspaProcedure.ASPA_PROCEDURE_NONE;
import static org.pathproof.contracts.v1.AspaProcedure.ASPA_UNACCEPTABLE_PATH;
import static org.pathproof.contracts.v1.AspaProcedure.ASPA_UPSTREAM;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.PeerRoles;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.NeighborRole;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.RibView;

/** Tests the roles of peers (RFC 9234), and the ASPA procedures of their paths. */
class PeerRolesTest {
    private static final long PEER_AS = 64500;
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    private static final SessionId PRE = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);

    private final Bmp bmp = new Bmp(65000, PEER_AS);
    private final RecordedOutput out = new RecordedOutput();
    private long now;

    /** The role of the router in its OPEN counts first, then that of the peer. -1 is an OPEN without a role. */
    @ParameterizedTest
    @CsvSource({
        "0, 3, ROLE_CUSTOMER, ASPA_UPSTREAM",
        "3, 0, ROLE_PROVIDER, ASPA_DOWNSTREAM",
        "4, 4, ROLE_PEER, ASPA_UPSTREAM",
        "1, 2, ROLE_ROUTE_SERVER_CLIENT, ASPA_UPSTREAM",
        "2, 1, ROLE_ROUTE_SERVER, ASPA_UPSTREAM",
        "3, -1, ROLE_PROVIDER, ASPA_DOWNSTREAM",
        "-1, 0, ROLE_PROVIDER, ASPA_DOWNSTREAM",
        "-1, 3, ROLE_CUSTOMER, ASPA_UPSTREAM",
        "200, 3, ROLE_CUSTOMER, ASPA_UPSTREAM",
        "-1, -1, ROLE_UNKNOWN, ASPA_PROCEDURE_NONE"
    })
    void theOpensDetermineTheRoleAndTheProcedure(int sent, int received, NeighborRole role, AspaProcedure procedure) {
        play(
                roles(Map.of()),
                bmp.peerUp(bmp.header(0), Bmp.open(65000, role(sent)), Bmp.open(PEER_AS, role(received))),
                bmp.announce("192.0.2.0/24"));
        assertThat(out.session(PRE).getFacts().getRole()).isEqualTo(role);
        assertThat(procedure()).isEqualTo(procedure);
    }

    @Test
    void theSettingsApplyToSessionsWithoutARole() {
        RouterRules provider = roles(Map.of(org.pathproof.bgpsec.NeighborRole.PROVIDER, List.of("AS64500")));
        play(provider, bmp.peerUp(), bmp.announceSigned("192.0.2.0/24"));
        assertThat(procedure()).isEqualTo(ASPA_DOWNSTREAM);
        play(
                provider,
                bmp.peerUp(bmp.header(0), Bmp.open(65000, role(0)), Bmp.open(PEER_AS, List.of())),
                bmp.announce("192.0.2.0/24"));
        assertThat(procedure()).as("the role in the OPEN").isEqualTo(ASPA_UPSTREAM);
        play(
                roles(Map.of(org.pathproof.bgpsec.NeighborRole.CUSTOMER, List.of("192.0.2.9"))),
                bmp.peerUp(),
                bmp.announce("192.0.2.0/24"));
        assertThat(procedure()).as("matched by its address").isEqualTo(ASPA_UPSTREAM);
    }

    @Test
    void pathsThatNoAspaCanMakeValidAreMarked() {
        RouterRules customer = roles(Map.of(org.pathproof.bgpsec.NeighborRole.CUSTOMER, List.of("AS64500")));
        play(customer, bmp.peerUp(), bmp.monitor(0, path(sequence(64501, 64500))));
        assertThat(procedure()).as("the first AS is not the peer's").isEqualTo(ASPA_UNACCEPTABLE_PATH);
        play(
                customer,
                bmp.peerUp(),
                bmp.monitor(0, path(sequence(64500), new AsPath.Segment(AsPath.AS_SET, List.of(64501L, 64502L)))));
        assertThat(procedure()).as("AS_SET").isEqualTo(ASPA_UNACCEPTABLE_PATH);
        play(customer, bmp.peerUp(), bmp.monitor(0, path()));
        assertThat(procedure()).as("empty path").isEqualTo(ASPA_UNACCEPTABLE_PATH);
        play(customer, bmp.peerUp(), bmp.monitor(0, path(sequence(65000, 65000, 64500))));
        assertThat(procedure()).as("the router added its own AS").isEqualTo(ASPA_UPSTREAM);
        play(
                roles(Map.of(org.pathproof.bgpsec.NeighborRole.ROUTE_SERVER, List.of("AS64500"))),
                bmp.peerUp(),
                bmp.monitor(0, path(sequence(64501, 64502))));
        assertThat(procedure()).as("a route server may leave out its AS").isEqualTo(ASPA_UPSTREAM);
    }

    @Test
    void onlyRoutesFromTheExternalPeerAreVerified() {
        RouterRules customer = roles(Map.of(org.pathproof.bgpsec.NeighborRole.CUSTOMER, List.of("0.0.0.0/0")));
        play(customer, bmp.peerUp(), bmp.monitor(Bmp.POST, path(sequence(64500))));
        assertThat(procedure()).as("post-policy").isEqualTo(ASPA_UPSTREAM);
        play(customer, bmp.peerUp(), bmp.monitor(Bmp.OUT, path(sequence(64500))));
        assertThat(procedure()).as("Adj-RIB-Out").isEqualTo(ASPA_PROCEDURE_NONE);
        play(customer, bmp.peerUp(), bmp.monitor(bmp.locRib(), path(sequence(64500))));
        assertThat(procedure()).as("Loc-RIB").isEqualTo(ASPA_PROCEDURE_NONE);
        Bmp internal = new Bmp(65000, 65000);
        play(customer, internal.peerUp(), internal.monitor(0, path(sequence(64500))));
        assertThat(procedure()).as("internal peer").isEqualTo(ASPA_PROCEDURE_NONE);
    }

    private static List<Capability> role(int role) {
        List<Capability> capabilities = new ArrayList<>();
        if (role >= 0) {
            capabilities.add(new Capability.Role(role));
        }
        return capabilities;
    }

    private static RouterRules roles(Map<org.pathproof.bgpsec.NeighborRole, List<String>> roles) {
        return TestRules.withRoles(PeerRoles.of(roles));
    }

    private static AsPath.Segment sequence(long... asns) {
        return new AsPath.Segment(
                AsPath.AS_SEQUENCE, LongStream.of(asns).boxed().toList());
    }

    private static Update path(AsPath.Segment... segments) {
        return new Update(
                List.of(),
                List.of(new Origin(0x40, 0), new AsPath(0x40, List.of(segments)), new NextHop(0x40, Bmp.PEER)),
                Bmp.nlri("192.0.2.0/24"),
                List.of());
    }

    /** Plays messages to a router of its own, whose records follow those of earlier calls. */
    private void play(RouterRules rules, Bytes... messages) {
        RouterState router = new RouterState(
                ROUTER, rules, out.sessions, out, new CollectorMetrics(new SimpleMeterRegistry()), false);
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }

    private AspaProcedure procedure() {
        return out.routes.getLast().event().getAnnouncement().getAspaProcedure();
    }
}
