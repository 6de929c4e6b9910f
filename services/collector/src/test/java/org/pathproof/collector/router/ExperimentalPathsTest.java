// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.FeedSpeakers;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterMatcher;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.contracts.v1.SchemePath;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bgp.route.RoutePathAttributes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMonitoring;

/** Tests the route events of UPDATEs with the experimental path attribute, without an implementation of it. */
final class ExperimentalPathsTest {
    private static final int CODE = 252;
    private static final Bytes VALUE = Bytes.fromHex("0102");

    private final RecordedOutput out = new RecordedOutput();
    private final Bmp bmp = new Bmp(65_000, 65_536);

    /** Passes on every value. An UPDATE with several prefixes has a defect. */
    private static final class OpaqueAttribute implements AttributeIntake {
        @Override
        public int typeCode() {
            return CODE;
        }

        @Override
        public Bytes withoutPrivateValues(Bytes messages) {
            return messages;
        }

        @Override
        public SchemePath path(Bytes value, int prefixes) {
            return prefixes > 1
                    ? SchemePath.newBuilder()
                            .setDefect("announces " + prefixes + " prefixes")
                            .build()
                    : SchemePath.newBuilder()
                            .setAttribute(ByteString.copyFrom(value.toArray()))
                            .build();
        }
    }

    @Test
    void theEventHasThePath() {
        Announcement announcement =
                play(new OpaqueAttribute(), VALUE, "192.0.2.0/24").getAnnouncement();
        assertThat(announcement.getFindingsList()).isEmpty();
        assertThat(announcement.getSchemePath().getDefect()).isEmpty();
        assertThat(announcement.getSchemePath().getAttribute()).isEqualTo(ByteString.copyFrom(VALUE.toArray()));
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void whileTheExperimentIsOffTheAttributeIsUnknown() {
        RouteEvent event = play(null, VALUE, "192.0.2.0/24");
        assertThat(event.getAnnouncement().hasSchemePath()).isFalse();
        assertThat(event.getAnnouncement().getFindingsList()).isEmpty();
        assertThat(codes(event)).contains(CODE);
    }

    @Test
    void attributesForFeedsLeaveOutTheAttribute() {
        RouteEvent event = play(new OpaqueAttribute(), VALUE, "192.0.2.0/24");
        assertThat(codes(event)).contains(PathAttribute.ORIGIN).doesNotContain(CODE);
    }

    @Test
    void anUnusableAttributeKeepsTheRouteAndIsRejectedWithoutBytes() {
        RouteEvent event = play(new OpaqueAttribute(), VALUE, "192.0.2.0/24", "198.51.100.0/24");
        assertThat(event.getAnnouncement().getSchemePath().getAttribute()).isEqualTo(ByteString.EMPTY);
        assertThat(event.getAnnouncement().getSchemePath().getDefect()).contains("announces 2 prefixes");
        assertThat(out.rejects).singleElement().satisfies(reject -> {
            assertThat(reject.getLayer()).isEqualTo("scheme");
            assertThat(reject.getMessage()).contains("announces 2 prefixes");
            assertThat(reject.getOctets()).isEqualTo(ByteString.EMPTY);
        });
    }

    private static List<Integer> codes(RouteEvent event) {
        Bytes attributes = Bytes.wrap(event.getPathAttributes().toByteArray());
        return RoutePathAttributes.decode(attributes).orElseThrow().attributes().stream()
                .map(PathAttribute::typeCode)
                .toList();
    }

    /** Plays one UPDATE with the attribute, and returns the last route event. */
    private RouteEvent play(@Nullable AttributeIntake experimental, Bytes value, String... prefixes) {
        RouterRules rules = TestRules.with(
                Sources.AUTO,
                new FeedRules(
                        RouterMatcher.of(List.of("0.0.0.0/0")),
                        Set.of(RibView.ADJ_RIB_IN_PRE),
                        FeedSpeakers.of(List.of())));
        RouterState router = new RouterState(
                RouterIdentity.of("192.0.2.1", "r"),
                experimental == null ? rules : rules.withExperimental(experimental),
                out.sessions,
                out,
                new CollectorMetrics(new SimpleMeterRegistry()),
                false);
        List<PathAttribute> attributes = new ArrayList<>(List.of(
                new Origin(PathAttribute.FLAG_TRANSITIVE, 0),
                new AsPath(
                        PathAttribute.FLAG_TRANSITIVE,
                        List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, List.of(65_536L)))),
                new NextHop(PathAttribute.FLAG_TRANSITIVE, Bmp.PEER),
                new UnknownAttribute(PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE, CODE, value)));
        Update update = new Update(
                List.of(),
                attributes,
                List.of(prefixes).stream()
                        .map(prefix -> Nlri.of(Prefix.parse(prefix)))
                        .toList(),
                List.of());
        router.handleMessage(bmp.peerUp(), 1);
        router.handleMessage(
                BmpCodec.encode(new RouteMonitoring(bmp.header(0), BgpCodec.encode(update, BgpSessionOptions.DEFAULT))),
                2);
        return out.routes.getLast().event();
    }
}
