// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Gap;
import org.pathproof.wire.Bytes;

/** Tests that routers are disconnected once for each gap, spread over time, with a minimum pause. */
final class GapHealingTest {
    private static final long SECOND = 1_000_000_000L;

    private final Gaps gaps = new Gaps();
    private final GapHealing healing =
            new GapHealing(gaps, new GapPace(Duration.ofSeconds(30), Duration.ofMinutes(5)), new SplittableRandom(1));
    private final Set<Bytes> routers = IntStream.range(0, 100)
            .mapToObj(i -> Bytes.copyOf(new byte[] {(byte) i}))
            .collect(Collectors.toSet());

    @Test
    void disconnectsNoRouterWithoutAGap() {
        assertThat(healing.due(connectedAt(0), 0)).isEmpty();
    }

    @Test
    void disconnectsEachRouterOnceWithinTheSpread() {
        writeGap(Topics.ROUTES, 7);
        Set<Bytes> asked = new HashSet<>();
        int most = 0;
        for (int second = 0; second <= 31; second++) {
            Map<Bytes, Long> connected = connectedAt(0);
            connected.keySet().removeAll(asked); // disconnected routers reconnect after the gap is known
            Set<Bytes> now = healing.due(connected, second * SECOND);
            assertThat(Collections.disjoint(asked, now)).isTrue();
            asked.addAll(now);
            most = Math.max(most, now.size());
        }
        assertThat(asked).isEqualTo(routers);
        assertThat(most).isLessThan(20);
        assertThat(healing.due(connectedAt(7), 40 * SECOND)).isEmpty();
    }

    @Test
    void laterGapsWaitForThePause() {
        writeGap(Topics.ROUTES, 7);
        assertThat(healing.due(connectedAt(0), 0)).hasSizeLessThan(20);
        assertThat(healing.due(connectedAt(0), 31 * SECOND)).isNotEmpty();
        writeGap(Topics.ROUTES, 9);
        for (int second = 32; second < 300; second += 10) {
            assertThat(healing.due(connectedAt(7), second * SECOND)).isEmpty();
        }
        Set<Bytes> again = new HashSet<>();
        for (int second = 300; second < 400; second += 10) {
            again.addAll(healing.due(connectedAt(7), second * SECOND));
        }
        assertThat(again).isEqualTo(routers);
    }

    @Test
    void gapsOfOpenBmpTopicsDisconnectNoRouter() {
        writeGap(Topics.OPENBMP_RAW, 7);
        assertThat(healing.due(connectedAt(0), 0)).isEmpty();
        assertThat(healing.due(connectedAt(0), 60 * SECOND)).isEmpty();
    }

    private void writeGap(String topic, long number) {
        gaps.put(
                Gaps.key(topic, 3),
                Gap.newBuilder()
                        .setTopic(topic)
                        .setPartition(3)
                        .setNumber(number)
                        .build()
                        .toByteArray());
    }

    private Map<Bytes, Long> connectedAt(long knownGap) {
        return routers.stream().collect(Collectors.toMap(router -> router, router -> knownGap));
    }
}
