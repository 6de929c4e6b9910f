// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.sessionId;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.feeds.override.FeedSpeakers;
import org.pathproof.routerfeeds.bgp.ChangedRoutes.OfSession;
import org.pathproof.verdictstore.input.VerdictTime;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;
import org.pathproof.wire.Bytes;

final class ChangedRoutesTest {
    private static final RouteKey ONE = key("198.51.100.0/24", 1);
    private static final RouteKey OTHER = key("203.0.113.0/24", 1);
    private static final RouteKey OF_SECOND_SESSION = key("198.51.100.0/24", 2);

    private static final VerdictTime VERDICT = new VerdictTime(1_000, null);

    private final RouterFeed feed = feed("r1");
    private final ChangedRoutes changed = new ChangedRoutes();

    private static RouterFeed feed(String router) {
        return new RouterFeed(
                router,
                SessionSelector.parse(router),
                FeedParts.of(new RouteTable(), new FeedSpeakers(Set.of(), Set.of(), Bytes.EMPTY)),
                new RouterConnection(Duration.ofMinutes(1), Duration.ofSeconds(10), true),
                OverrideOutput.NONE);
    }

    @Test
    void returnsEachChangedRouteOnce() {
        changed.watch(Map.of(sessionId(1), List.of(feed)));
        assertThat(changed.isEmpty()).isTrue();
        changed.add(ONE, VERDICT);
        changed.add(OTHER, VERDICT);
        changed.add(ONE, VERDICT);
        assertThat(changed.isEmpty()).isFalse();
        assertThat(changed.take())
                .isEqualTo(Map.of(feed, List.of(new OfSession(sessionId(1), Map.of(ONE, VERDICT, OTHER, VERDICT)))));
        assertThat(changed.isEmpty()).isTrue();
        assertThat(changed.take()).isEmpty();
        changed.add(ONE, VERDICT);
        assertThat(changed.take()).isEqualTo(Map.of(feed, List.of(new OfSession(sessionId(1), Map.of(ONE, VERDICT)))));
    }

    @Test
    void aRouteHasItsOldestVerdict() {
        changed.watch(Map.of(sessionId(1), List.of(feed)));
        changed.add(ONE, new VerdictTime(2_000, null));
        changed.add(ONE, VERDICT);
        changed.add(ONE, new VerdictTime(3_000, null));
        assertThat(changed.take()).isEqualTo(Map.of(feed, List.of(new OfSession(sessionId(1), Map.of(ONE, VERDICT)))));
    }

    @Test
    void returnsTheRoutesOfASessionToAllItsFeeds() {
        RouterFeed second = feed("r2");
        changed.watch(Map.of(sessionId(1), List.of(feed, second), sessionId(2), List.of(second)));
        changed.add(ONE, VERDICT);
        changed.add(OF_SECOND_SESSION, VERDICT);
        Map<RouterFeed, List<OfSession>> taken = changed.take();
        assertThat(taken.get(feed)).containsExactly(new OfSession(sessionId(1), Map.of(ONE, VERDICT)));
        assertThat(taken.get(second))
                .containsExactly(
                        new OfSession(sessionId(1), Map.of(ONE, VERDICT)),
                        new OfSession(sessionId(2), Map.of(OF_SECOND_SESSION, VERDICT)));
    }

    @Test
    void keepsTheRoutesOfSessionsThatStay() {
        changed.watch(Map.of(sessionId(1), List.of(feed), sessionId(2), List.of(feed)));
        changed.add(ONE, VERDICT);
        changed.add(OF_SECOND_SESSION, VERDICT);
        changed.watch(Map.of(sessionId(1), List.of(feed)));
        changed.add(OF_SECOND_SESSION, VERDICT);
        changed.add(OTHER, VERDICT);
        assertThat(changed.take())
                .isEqualTo(Map.of(feed, List.of(new OfSession(sessionId(1), Map.of(ONE, VERDICT, OTHER, VERDICT)))));
    }
}
