// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.RouteLife;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bmp.PerPeerHeader;
import org.pathproof.wire.bmp.RibView;
import tools.jackson.databind.JsonNode;

/** Compares the routes from captures of real routers with those that an independent reader and tshark found. */
final class CaptureTest {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");

    private final RecordedOutput out = new RecordedOutput();
    private long now = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"frr-8.4.4", "gobgp-3.10.0"})
    void publishesEachMonitoredPrefixOfEachView(String capture) {
        play(capture, Sources.MONITORING, Integer.MAX_VALUE);

        JsonNode monitored = Captures.expected(capture).get("monitored");
        assertThat(monitored.size()).isPositive();
        for (Map.Entry<String, JsonNode> view : monitored.properties()) {
            SessionId session = session(view.getKey());
            assertThat(out.announced(session))
                    .as("announced by " + view.getKey())
                    .isEqualTo(texts(view.getValue().get("announced")));
            assertThat(texts(view.getValue().get("withdrawn")))
                    .as("withdrawn by " + view.getKey())
                    .containsAll(out.withdrawn(session));
        }
        assertThat(out.rejects).isEmpty();
    }

    /** GoBGP sends its version alone, unless its settings have another text. */
    @ParameterizedTest
    @CsvSource({"frr-8.4.4, FRRouting 8.4.4, frr", "gobgp-3.10.0, 3.10.0, GoBGP"})
    void sessionsHaveTheTextsOfTheInitiation(String capture, String sysDescr, String sysName) {
        play(capture, Sources.MONITORING, Integer.MAX_VALUE);
        for (Map.Entry<String, JsonNode> view :
                Captures.expected(capture).get("monitored").properties()) {
            Session record = out.session(session(view.getKey()));
            assertThat(record.getSysDescr()).isEqualTo(sysDescr);
            assertThat(record.getSysName()).isEqualTo(sysName);
            assertThat(record.getRouterName()).as("name in the settings").isEqualTo(ROUTER.name());
        }
    }

    @Test
    void mirroredAndMonitoredRoutesOfFrrAgree() {
        play("frr-8.4.4", Sources.AUTO, Integer.MAX_VALUE);
        for (Map.Entry<String, JsonNode> view :
                Captures.expected("frr-8.4.4").get("monitored").properties()) {
            assertThat(out.announced(session(view.getKey())))
                    .as("announced by " + view.getKey())
                    .containsAll(texts(view.getValue().get("announced")));
        }
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void eventsOfGoBgpCarryTheirTargetAs() {
        play("gobgp-3.10.0", Sources.AUTO, Integer.MAX_VALUE);
        assertThat(out.routes)
                .filteredOn(r -> r.event().hasAnnouncement())
                .isNotEmpty()
                .allSatisfy(r -> {
                    assertThat(r.event().getAnnouncement().getTargetAs()).isEqualTo(65002);
                    assertThat(r.event().getAnnouncement().getFindingsList()).isEmpty();
                    assertThat(r.event().getAnnouncement().hasOriginAs()).isTrue();
                });
    }

    @Test
    void mirroredBgpsecUpdatesCarryTheTargetAsOfTheirPeerUp() {
        play("bgpsec-frrbgpsec-mirror-k1", Sources.AUTO, 4490);

        SessionId session = session("10.66.0.9 AS65536 type0 flags0x00");
        Map<?, Announcement> live = out.live(session);
        assertThat(live).hasSize(expectedSigned().size());
        assertThat(live.values()).allSatisfy(a -> {
            assertThat(a.getTargetAs()).isEqualTo(65000);
            assertThat(a.getFirstAs()).isEqualTo(65536);
            assertThat(a.getLoopAs()).isEqualTo(65000);
            assertThat(a.hasBgpsecPath()).isTrue();
            assertThat(a.getSource()).isEqualTo(Source.MIRRORING);
            assertThat(a.getFindingsList()).isEmpty();
        });
        Session record = out.session(session);
        assertThat(record.getLocalAs()).isEqualTo(65000);
        assertThat(record.getFacts().getBgpsecReceiveIpv4()).isTrue();
        assertThat(record.getBgpsecSeen()).isTrue();
        assertThat(record.getState()).isEqualTo(State.SYNCING);
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void updatesMirroredBeforeThePeerUpGetItsTargetAs() {
        List<Bytes> messages = Captures.messages("bgpsec-frrbgpsec-mirror-k1");
        RouterState router = router(Sources.AUTO);
        // In this order, the seven mirrored UPDATEs precede the two Peer Ups (messages 5 and 6).
        int[] order = {0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 5, 6};
        for (int i : order) {
            router.handleMessage(messages.get(i), ++now);
        }
        SessionId session = session("10.66.0.9 AS65536 type0 flags0x00");
        assertThat(out.live(session)).hasSize(expectedSigned().size());
        assertThat(out.live(session).values())
                .allSatisfy(a -> assertThat(a.getTargetAs()).isEqualTo(65000));
        assertThat(out.session(session).getEpoch()).isEqualTo(1);
        assertThat(out.routes.getFirst().event().getAnnouncement().hasTargetAs())
                .isFalse();
    }

    @Test
    void peerDownAtTheEndOfTheCaptureLeavesNoRoute() {
        play("bgpsec-frrbgpsec-mirror-k1", Sources.AUTO, Integer.MAX_VALUE);
        SessionId session = session("10.66.0.9 AS65536 type0 flags0x00");
        assertThat(out.live(session)).isEmpty();
        Session record = out.session(session);
        assertThat(record.getState()).isEqualTo(State.DOWN);
        assertThat(RouteLife.deadBefore(record)).isEqualTo(record.getEpoch()).isEqualTo(2);
        assertThat(record.getDownReason()).contains("NOTIFICATION");
    }

    private Set<String> expectedSigned() {
        Set<String> prefixes = new TreeSet<>();
        for (JsonNode update : Captures.expected("bgpsec-frrbgpsec-mirror-k1").get("attr33")) {
            prefixes.addAll(texts(update.get("prefixes")));
        }
        return prefixes;
    }

    private void play(String capture, Sources sources, int bytes) {
        RouterState router = router(sources);
        int at = 0;
        for (Bytes message : Captures.messages(capture)) {
            at += message.length();
            if (at <= bytes) {
                router.handleMessage(message, ++now);
            }
        }
    }

    private RouterState router(Sources sources) {
        return new RouterState(
                ROUTER,
                TestRules.with(sources),
                out.sessions,
                out,
                new CollectorMetrics(new SimpleMeterRegistry()),
                false);
    }

    /** Parses a peer of expected.json: "10.66.0.3 AS65003 type0 flags0x40". */
    private static SessionId session(String words) {
        String[] w = words.split(" ");
        int type = Integer.parseInt(w[2].substring(4));
        int flags = Integer.decode(w[3].substring(5));
        Bytes address = type == PerPeerHeader.TYPE_LOC_RIB
                ? Bytes.wrap(new byte[4])
                : Bytes.wrap(Prefix.parse(w[0]).addressBytes());
        RibView view = type == PerPeerHeader.TYPE_LOC_RIB
                ? RibView.LOC_RIB
                : (flags & 0x40) != 0 ? RibView.ADJ_RIB_IN_POST : RibView.ADJ_RIB_IN_PRE;
        return new PeerId(type, 0, address).session(ROUTER, view);
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        for (JsonNode text : array) {
            texts.add(text.asString());
        }
        return texts;
    }
}
