// SPDX-License-Identifier: Apache-2.0
package org.pathproof.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.pathproof.bgpsec.PathValidator;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.RouterOutput;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.router.ViewLabel;
import org.pathproof.collector.rules.FeedRules;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.PeerRoles;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.rules.Sources;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Reject;
import org.pathproof.validator.route.RouteRecord;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bmp.BmpFramer;

/**
 * Fuzzes the stream of a router to the collector. The validator must decode every record of the collector and validate
 * every path.
 */
class RouterFuzzTest {
    private static final int LONGEST = 1 << 20;

    private static final RouterRules RULES = new RouterRules(
            "fuzz",
            Sources.AUTO,
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            1 << 16,
            64,
            Set.of(),
            new PeerRules(PeerMatcher.NONE, PeerMatcher.NONE, PeerMatcher.of(List.of("AS64510")), PeerRoles.NONE),
            FeedRules.NONE);

    @FuzzTest(maxDuration = "10m")
    void streams(byte[] stream) {
        Reading out = new Reading();
        RouterState router = new RouterState(
                RouterIdentity.of("192.0.2.1", "fuzz"),
                RULES,
                new Sessions((id, session) -> assertThat(session.toByteArray()).isNotEmpty()),
                out,
                new CollectorMetrics(new SimpleMeterRegistry()),
                false);
        Bytes left = Bytes.wrap(stream);
        long now = 1_790_000_000_000_000L;
        while (BmpFramer.messageLength(left, LONGEST) instanceof Decoded.Ok<Integer>(Integer length)
                && length > 0
                && length <= left.length()) {
            router.handleMessage(left.slice(0, length), now);
            left = left.from(length);
            now += 1_000_000;
            router.tick(now);
        }
        router.disconnect("the end", now);
    }

    /** Reads records of the collector as the validator does. */
    private static final class Reading implements RouterOutput {
        @Override
        public void writeRoute(RouteKey key, byte[] event, ViewLabel from, long receivedMicros) {
            RouteRecord record = RouteRecord.decode(key.toBytes(), event);
            assertThat(record).isNotInstanceOf(RouteRecord.UndecodableRecord.class);
            if (record instanceof RouteRecord.Announced announced && announced.hasSignaturesToVerify()) {
                assertThat(PathValidator.validate(
                                announced.attribute(),
                                announced.context(),
                                (asn, ski) -> List.of(),
                                checks -> {
                                    throw new AssertionError("a signature without a key");
                                },
                                true))
                        .isNotNull();
            }
        }

        @Override
        public void mark(SessionId session, byte[] event) {
            assertThat(RouteRecord.decode(RouteKey.sessionMarker(session), event))
                    .isInstanceOf(RouteRecord.Marked.class);
        }

        @Override
        public void reject(Reject reject) {
            assertThat(reject.getMessage()).isNotEmpty();
        }
    }
}
