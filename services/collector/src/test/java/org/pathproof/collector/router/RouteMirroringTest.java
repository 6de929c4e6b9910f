// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Rule;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.RouteRefresh;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.Tlv;

/** Tests the parts of Route Mirroring that Route Monitoring has not (RFC 7854 section 4.7, RFC 8671 section 6.1). */
final class RouteMirroringTest extends PlayedRouter {
    private static final List<Capability> REFRESH =
            List.of(new Capability.RouteRefreshCapability(), new Capability.EnhancedRouteRefresh());

    @Test
    void aSentMessageIsNoReceivedRoute() {
        PerPeerHeader sent = bmp.header(Bmp.OUT);
        play(
                bmp.peerUp(),
                bmp.mirror(bmp.plain("192.0.2.64/28")),
                Bmp.mirror(sent, message(bmp.bgp(bmp.plain("192.0.2.80/28")))),
                Bmp.mirror(sent, message(bmp.bgp(Bmp.withdrawal("192.0.2.64/28")))));
        assertThat(prefixes()).containsExactly("192.0.2.64/28");
        assertThat(meters.get(CollectorMetricNames.BMP_IGNORED)
                        .tag("reason", "mirrored-sent")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void anErroredMessageIsTreatedAsWithdrawn() {
        play(
                bmp.peerUp(),
                bmp.mirror(bmp.signed("192.0.2.64/28")),
                Bmp.mirror(
                        bmp.header(0),
                        Bmp.information(RouteMirroring.INFORMATION_ERRORED_PDU),
                        message(bmp.bgp(bmp.signed("192.0.2.64/28")))));
        assertThat(out.live(PRE).values())
                .singleElement()
                .satisfies(route -> assertThat(route.getFindingsList())
                        .extracting(Finding::getRule)
                        .contains(Rule.ATTRIBUTE_MALFORMED.label()));
    }

    @Test
    void aRefreshRemovesTheRoutesOfItsFamilyThatAreNotSentAgain() {
        play(
                bmp.peerUp(REFRESH),
                bmp.mirror(bmp.plain("192.0.2.64/28")),
                bmp.mirror(bmp.plain("192.0.2.80/28")),
                bmp.mirror(ipv6("2001:db8::/32")));
        tickFor(11);
        play(refresh(RouteRefresh.BEGIN), bmp.mirror(bmp.plain("192.0.2.64/28")));
        assertThat(prefixes()).hasSize(3);
        play(refresh(RouteRefresh.END));
        assertThat(prefixes()).containsExactly("192.0.2.64/28", "2001:db8::/32");
        play(refresh(RouteRefresh.END));
        assertThat(out.marks).hasSize(1);
    }

    @Test
    void aRefreshRemovesNothingWithoutTheCapabilityOrFromAMonitoredTable() {
        play(bmp.peerUp(List.of()), bmp.mirror(bmp.plain("192.0.2.64/28")));
        play(refresh(RouteRefresh.BEGIN), refresh(RouteRefresh.END));
        assertThat(prefixes()).hasSize(1);

        play(bmp.peerUp(REFRESH), bmp.announce("192.0.2.64/28"));
        tickFor(11);
        play(refresh(RouteRefresh.BEGIN), refresh(RouteRefresh.END));
        assertThat(prefixes()).as("the router withdraws monitored routes").hasSize(1);
    }

    @Test
    void aRefreshBeforeTheEndOfRibOfANewSessionHasNoEffect() {
        List<Capability> restarting = List.of(
                new Capability.EnhancedRouteRefresh(),
                new Capability.GracefulRestart(
                        0, 120, List.of(new Capability.GracefulRestart.Family(AfiSafi.IPV4_UNICAST, 0))));
        play(bmp.peerUp(restarting), bmp.peerUp(restarting), bmp.mirror(bmp.plain("192.0.2.64/28")));
        play(refresh(RouteRefresh.BEGIN), refresh(RouteRefresh.END));
        assertThat(prefixes()).hasSize(1);
        play(bmp.mirror(Bmp.endOfRib(AfiSafi.IPV4_UNICAST)), refresh(RouteRefresh.BEGIN), refresh(RouteRefresh.END));
        assertThat(prefixes()).isEmpty();
    }

    @Test
    void aLossIsAWarningUntilEachFamilyIsRefreshed() {
        play(bmp.peerUp(REFRESH), bmp.mirror(bmp.plain("192.0.2.64/28")), bmp.mirror(ipv6("2001:db8::/32")));
        play(refresh(RouteRefresh.BEGIN), lost(bmp.header(0)));
        assertThat(warning()).isEqualTo("messages-lost");
        play(refresh(RouteRefresh.END));
        assertThat(warning()).as("the loss was within the refresh").isEqualTo("messages-lost");
        assertThat(prefixes()).hasSize(2);

        play(refresh(RouteRefresh.BEGIN), bmp.mirror(bmp.plain("192.0.2.80/28")), refresh(RouteRefresh.END));
        assertThat(prefixes()).containsExactly("192.0.2.80/28", "2001:db8::/32");
        assertThat(warning()).isEqualTo("messages-lost");
        play(refresh(AfiSafi.IPV6_UNICAST, RouteRefresh.BEGIN), bmp.mirror(ipv6("2001:db8::/32")));
        play(refresh(AfiSafi.IPV6_UNICAST, RouteRefresh.END));
        assertThat(warning()).isEmpty();
    }

    @Test
    void aLossStaysOverANewBmpConnectionAndEndsWithANewBgpSession() {
        play(bmp.peerUp(), bmp.mirror(bmp.plain("192.0.2.64/28")), lost(bmp.header(0)));
        router.disconnect("cable", now);
        router = connect(TestRules.with(Sources.AUTO), false);
        play(bmp.peerUp());
        assertThat(warning()).isEqualTo("messages-lost");
        tickFor(70);
        play(bmp.mirror(bmp.plain("192.0.2.80/28")));
        assertThat(warning()).isEqualTo("messages-lost");
        play(bmp.peerUp());
        assertThat(warning()).isEmpty();
        assertThat(out.session(PRE).getState()).isEqualTo(State.SYNCING);
    }

    @Test
    void aLossUnderAnUnknownHeaderBelongsToAllPeers() {
        // FRR reports the loss of its buffer with its own data.
        PerPeerHeader own = new PerPeerHeader(0, 0, 0, Bytes.wrap(new byte[4]), 65000, 0x0a000001, 1, 0);
        play(bmp.peerUp(), bmp.mirror(bmp.plain("192.0.2.64/28")), lost(own));
        assertThat(warning()).isEqualTo("messages-lost");
        assertThat(out.sessionRecords)
                .allSatisfy(record -> assertThat(record.getPeerIp()).isEqualTo("192.0.2.9"));

        router = connect(TestRules.with(Sources.MONITORING), false);
        play(bmp.peerUp(), bmp.peerUp(), bmp.announce("192.0.2.64/28"), lost(own));
        assertThat(warning()).as("mirrored messages are not used").isEmpty();
    }

    @Test
    void monitoredRoutesReplaceSignedOnesAfterALoss() {
        play(
                bmp.peerUp(),
                bmp.announce("198.51.100.0/24"),
                bmp.mirror(bmp.signed("192.0.2.64/28")),
                bmp.announce("192.0.2.64/28"));
        assertThat(signed()).isEqualTo(1);
        play(lost(bmp.header(0)), bmp.announce("192.0.2.64/28"));
        assertThat(signed()).isZero();
        assertThat(warning()).isEqualTo("messages-lost");
    }

    @Test
    void aMonitoredPrefixWithoutPathIdentifierStandsForAllMirroredPaths() {
        Bmp withIds = bmp.addPath();
        List<Capability> addPath =
                List.of(new Capability.AddPath(List.of(new Capability.AddPath.Entry(AfiSafi.IPV4_UNICAST, 3))));
        play(bmp.peerUp(addPath), withIds.mirror(withIds.plain(path(1, "10.1.0.0/16"))));
        assertThat(paths()).containsExactly("10.1.0.0/16 1");
        play(bmp.announce("10.1.0.0/16"));
        assertThat(paths()).as("the monitored copy replaces it").containsExactly("10.1.0.0/16 0");

        for (int id = 1; id <= 2; id++) {
            play(withIds.mirror(signed(path(id, "10.2.0.0/16"))), bmp.announce("10.2.0.0/16"));
        }
        assertThat(paths()).containsExactly("10.1.0.0/16 0", "10.2.0.0/16 1", "10.2.0.0/16 2");
        play(withIds.mirror(withIds.plain(path(2, "10.2.0.0/16"))), bmp.announce("10.2.0.0/16"));
        assertThat(paths()).as("one signed path is left").containsExactly("10.1.0.0/16 0", "10.2.0.0/16 1");
        play(bmp.withdraw("10.2.0.0/16"));
        assertThat(paths()).as("the peer has no path any more").containsExactly("10.1.0.0/16 0");
    }

    private static List<Nlri> path(int id, String prefix) {
        return List.of(new Nlri(id, Prefix.parse(prefix)));
    }

    private Update signed(List<Nlri> prefixes) {
        Update update = bmp.signed("10.0.0.0/8");
        List<PathAttribute> attributes = update.attributes().stream()
                .map(a -> a instanceof MpReach reach
                        ? new MpReach(reach.flags(), reach.family(), reach.nextHop(), prefixes, Bytes.EMPTY)
                        : a)
                .toList();
        return new Update(List.of(), attributes, List.of(), List.of());
    }

    private Set<String> paths() {
        return out.live(PRE).keySet().stream()
                .map(key -> key.prefix() + " " + key.pathId())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private long signed() {
        return out.live(PRE).values().stream()
                .filter(Announcement::hasBgpsecPath)
                .count();
    }

    private static Tlv message(Bytes bgp) {
        return new Tlv(RouteMirroring.TLV_BGP_MESSAGE, bgp);
    }

    private static Bytes lost(PerPeerHeader header) {
        return Bmp.mirror(header, Bmp.information(RouteMirroring.INFORMATION_MESSAGES_LOST));
    }

    private Bytes refresh(int subtype) {
        return refresh(AfiSafi.IPV4_UNICAST, subtype);
    }

    private Bytes refresh(AfiSafi family, int subtype) {
        return bmp.mirror(BgpCodec.encode(new RouteRefresh(family, subtype), BgpSessionOptions.DEFAULT));
    }

    private Update ipv6(String prefix) {
        return new Update(
                List.of(),
                List.of(
                        new Origin(0x40, 0),
                        bmp.plain("10.0.0.0/8").attributes().get(1),
                        new MpReach(
                                0x90, AfiSafi.IPV6_UNICAST, Bytes.wrap(new byte[16]), Bmp.nlri(prefix), Bytes.EMPTY)),
                List.of(),
                List.of());
    }

    private String warning() {
        return out.session(PRE).getTableWarning();
    }

    private Set<String> prefixes() {
        return out.live(PRE).keySet().stream()
                .map(key -> key.prefix().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
