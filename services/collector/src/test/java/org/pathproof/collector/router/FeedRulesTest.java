// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.FeedSpeakers;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterMatcher;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.metrics.CollectorMetricNames;
import org.pathproof.contracts.metrics.MetricLabels;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;
import org.pathproof.wire.bmp.RibView;

/**
 * Tests the collector's rules for the feeds: path attributes that feeds need, and sessions with Pathproof's own
 * speakers.
 */
final class FeedRulesTest {
    private static final RouterIdentity ROUTER = RouterIdentity.of("192.0.2.1", "r1");
    private static final String PREFIX = "198.51.100.0/24";

    private final RecordedOutput out = new RecordedOutput();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Bmp bmp = new Bmp(65000, 65536);

    @Test
    void publishesPathAttributesOfListedRoutersAndViewsOnly() {
        assertThat(attributes(List.of(), Bmp.POST)).isEmpty();
        assertThat(attributes(List.of("r2", "198.51.100.0/24"), Bmp.POST)).isEmpty();
        assertThat(attributes(List.of("r1"), 0)).isEmpty();
        for (String listed : List.of("R1", "192.0.2.1", "192.0.0.0/16")) {
            RoutePathAttributes attributes = RoutePathAttributes.decode(
                            Bytes.wrap(attributes(List.of(listed), Bmp.POST).toByteArray()))
                    .orElseThrow();
            assertThat(attributes.find(AsPath.class).orElseThrow().asns()).containsExactly(65536L, 64501L);
            assertThat(attributes.attributes())
                    .extracting(PathAttribute::typeCode)
                    .containsExactly(PathAttribute.AS_PATH, PathAttribute.ORIGIN);
        }
    }

    private ByteString attributes(List<String> routers, int flags) {
        RouterState router =
                connect(new FeedRules(RouterMatcher.of(routers), Set.of(RibView.ADJ_RIB_IN_POST), FeedSpeakers.NONE));
        play(router, bmp.peerUp(), bmp.monitor(flags, bmp.plain(PREFIX)));
        RouteEvent event = out.routes.getLast().event();
        assertThat(event.hasAnnouncement()).isTrue();
        return event.getPathAttributes();
    }

    @Test
    void leavesOutRoutesOfAFeedAndEndsItsTable() {
        RouterState router =
                connect(new FeedRules(RouterMatcher.NONE, Set.of(), FeedSpeakers.of(List.of("192.0.2.9@10.0.0.9"))));
        play(
                router,
                bmp.peerUp(),
                bmp.announce(PREFIX),
                bmp.monitor(Bmp.POST, bmp.plain(PREFIX)),
                bmp.withdraw(PREFIX),
                bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV4_UNICAST)),
                bmp.monitor(0, Bmp.endOfRib(AfiSafi.IPV6_UNICAST)));
        SessionId pre = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);
        assertThat(out.announced(pre)).isEmpty();
        assertThat(out.routes)
                .allSatisfy(route -> assertThat(route.event().hasMark()).isTrue());
        assertThat(out.session(pre).getFeed()).isTrue();
        assertThat(out.session(pre).getState()).isEqualTo(State.UP);
        assertThat(meters.get(CollectorMetricNames.BMP_IGNORED)
                        .tag(MetricLabels.REASON, "feed")
                        .counter()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void distinguishesSpeakersAtOneAddressByIdentifier() {
        RouterState router =
                connect(new FeedRules(RouterMatcher.NONE, Set.of(), FeedSpeakers.of(List.of("192.0.2.9@10.0.0.8"))));
        play(router, bmp.peerUp(), bmp.announce(PREFIX));
        SessionId pre = new PeerId(0, 0, Bmp.PEER).session(ROUTER, RibView.ADJ_RIB_IN_PRE);
        assertThat(out.announced(pre)).containsExactly(PREFIX);
        assertThat(out.session(pre).getFeed()).isFalse();
    }

    @Test
    void refusesTextsOfAnotherForm() {
        assertThatThrownBy(() -> FeedSpeakers.of(List.of("192.0.2.9@7"))).hasMessageContaining("192.0.2.9@7");
        assertThatThrownBy(() -> FeedSpeakers.of(List.of("AS65000"))).hasMessageContaining("AS65000");
        assertThatThrownBy(() -> FeedSpeakers.of(List.of("192.0.2.9@10.0.0.1@x")))
                .hasMessageContaining("192.0.2.9@10.0.0.1@x");
        assertThatThrownBy(() -> RouterMatcher.of(List.of(" "))).hasMessageContaining("name");
        assertThatThrownBy(() -> RouterMatcher.of(List.of("192.0.2.0/33"))).isInstanceOf(RuntimeException.class);
    }

    private RouterState connect(FeedRules rules) {
        return new RouterState(
                ROUTER, TestRules.with(Sources.AUTO, rules), out.sessions, out, new CollectorMetrics(meters), false);
    }

    private static void play(RouterState router, Bytes... messages) {
        long now = 1_000_000_000;
        for (Bytes message : messages) {
            router.handleMessage(message, ++now);
        }
    }
}
