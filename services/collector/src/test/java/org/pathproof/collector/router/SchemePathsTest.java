// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.scheme.ExperimentalIntake;
import org.pathproof.collector.scheme.SchemeIntake;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.RouteEvent;
import org.pathproof.schemes.SchemeAttribute;
import org.pathproof.schemes.SchemeId;
import org.pathproof.schemes.SecuredPath;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.RoutePathAttributes;
import org.pathproof.wire.bgp.UnknownAttribute;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.RibView;
import org.pathproof.wire.bmp.RouteMonitoring;

/** Tests the route events of UPDATEs with the path attribute of an experimental scheme. */
final class SchemePathsTest {
    private static final int CODE = 252;
    private static final SchemeAttribute VALUE = new SchemeAttribute(
            new SchemeId("KC-X", "p"),
            new SecuredPath(
                    List.of(new SecuredPath.Hop(65_536, 0, Bytes.EMPTY, Bytes.fromHex("01"))),
                    Bytes.EMPTY,
                    Bytes.fromHex("5ec3e7")));

    private final RecordedOutput out = new RecordedOutput();
    private final Bmp bmp = new Bmp(65_000, 65_536);

    @Test
    void theEventHasThePathWithoutPrivateValues() {
        Announcement announcement = play(new ExperimentalIntake(CODE), VALUE.encode(), "192.0.2.0/24")
                .getAnnouncement();
        assertThat(announcement.getFindingsList()).isEmpty();
        assertThat(announcement.getSchemePath().getDefect()).isEmpty();
        assertThat(SchemeAttribute.decode(Bytes.wrap(
                                announcement.getSchemePath().getAttribute().toByteArray()))
                        .orThrow())
                .isEqualTo(VALUE.withoutSecret());
        assertThat(out.rejects).isEmpty();
    }

    @Test
    void whileTheExperimentIsOffTheAttributeIsUnknown() {
        RouteEvent event = play(SchemeIntake.OFF, VALUE.encode(), "192.0.2.0/24");
        assertThat(event.getAnnouncement().hasSchemePath()).isFalse();
        assertThat(event.getAnnouncement().getFindingsList()).isEmpty();
        assertThat(codes(event)).contains(CODE);
    }

    @Test
    void attributesForFeedsLeaveOutTheScheme() {
        RouteEvent event = play(new ExperimentalIntake(CODE), VALUE.encode(), "192.0.2.0/24");
        assertThat(codes(event)).contains(PathAttribute.ORIGIN).doesNotContain(CODE);
    }

    @Test
    void anUnusableAttributeKeepsTheRouteAndIsRejectedWithoutBytes() {
        SchemeIntake schemes = new ExperimentalIntake(CODE);
        assertThat(defect(play(schemes, Bytes.fromHex("0102"), "192.0.2.0/24"))).contains("erased on receipt");
        assertThat(defect(play(schemes, VALUE.encode(), "192.0.2.0/24", "198.51.100.0/24")))
                .contains("announces 2 prefixes");
        assertThat(out.rejects).hasSize(2).allSatisfy(reject -> {
            assertThat(reject.getLayer()).isEqualTo("scheme");
            assertThat(reject.getOctets()).isEqualTo(ByteString.EMPTY);
        });
    }

    private static String defect(RouteEvent event) {
        assertThat(event.getAnnouncement().getSchemePath().getAttribute()).isEqualTo(ByteString.EMPTY);
        return event.getAnnouncement().getSchemePath().getDefect();
    }

    private static List<Integer> codes(RouteEvent event) {
        Bytes attributes = Bytes.wrap(event.getPathAttributes().toByteArray());
        return RoutePathAttributes.decode(attributes).orElseThrow().attributes().stream()
                .map(PathAttribute::typeCode)
                .toList();
    }

    /** Plays one UPDATE with the attribute, and returns the last route event. */
    private RouteEvent play(SchemeIntake schemes, Bytes value, String... prefixes) {
        RouterRules rules = TestRules.with(
                        Sources.AUTO,
                        new FeedRules(
                                RouterMatcher.of(List.of("0.0.0.0/0")),
                                Set.of(RibView.ADJ_RIB_IN_PRE),
                                FeedSpeakers.of(List.of())))
                .withSchemes(schemes);
        RouterState router = new RouterState(
                RouterIdentity.of("192.0.2.1", "r"),
                rules,
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
        router.message(bmp.peerUp(), 1);
        router.message(
                schemes.erased(BmpCodec.encode(
                        new RouteMonitoring(bmp.header(0), BgpCodec.encode(update, BgpSessionOptions.DEFAULT)))),
                2);
        return out.routes.getLast().event();
    }
}
