// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.bgp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.routerfeeds.FeedHistory;
import org.pathproof.routerfeeds.FeedHistory.Change;
import org.pathproof.verdictstore.FormerTable;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Prefix;

/**
 * Compares the decisions of the feeds over the present table with those over the table of release 0.1, in random
 * histories of a network: overrides, tagged paths, states of the routers, explanations, and checks.
 */
final class FormerTableFeedsTest {
    private static final int EVENTS = 250;
    private static final List<String> POLICIES = List.of(
            FeedBench.POLICY,
            FeedBench.POLICY.replace("reject-not-valid", "tag"),
            FeedBench.POLICY.replace("reject-not-valid", "prefer-valid"),
            FeedBench.POLICY.replace("[r1, r2]", "[r1]"));

    private final RouteTable present = new RouteTable(3);
    private final FormerTable former = new FormerTable();
    private List<String> fed = List.of();
    private FeedBench feeds = new FeedBench(fed, present);
    private FeedBench expected = new FeedBench(fed, former);
    private int overrides;
    private int tags;

    /** Applies records as one poll: the feeds hear of the changes when all of them are in the table. */
    private void apply(List<Change> changes) {
        List<Runnable> told = new ArrayList<>();
        present.begin();
        for (Change change : changes) {
            switch (change) {
                case Change.OfSession session -> {
                    byte[] value =
                            session.session() == null ? null : session.session().toByteArray();
                    var now = present.applySession(session.key(), value);
                    var then = former.applySession(session.key(), value);
                    told.add(() -> feeds.feeds.onChange(now, feeds.origin()));
                    told.add(() -> expected.feeds.onChange(then, expected.origin()));
                }
                case Change.OfRoute route -> {
                    byte[] key = route.key().toBytes();
                    byte[] value =
                            route.verdict() == null ? null : route.verdict().toByteArray();
                    var now = present.applyVerdict(key, value);
                    var then = former.applyVerdict(key, value);
                    told.add(() -> feeds.feeds.onChange(now, feeds.origin()));
                    told.add(() -> expected.feeds.onChange(then, expected.origin()));
                }
            }
        }
        present.commit();
        told.forEach(Runnable::run);
    }

    private String policyOf(String policy) {
        return policy.replace("[r1, r2]", fed.toString());
    }

    private void disturb(Random random) {
        List<FeedBench> both = List.of(feeds, expected);
        switch (random.nextInt(30)) {
            case 0 -> {
                String policy = policyOf(POLICIES.get(random.nextInt(POLICIES.size())));
                boolean off = random.nextInt(6) == 0;
                both.forEach(bench -> bench.policy = FeedBench.state(policy, off));
            }
            case 1 -> {
                int router = 1 + random.nextInt(2);
                boolean connected = random.nextBoolean();
                both.forEach(bench -> {
                    bench.connected.remove(FeedBench.hash(router));
                    if (connected) {
                        bench.connected.add(FeedBench.hash(router));
                    }
                });
            }
            case 2 -> {
                both.forEach(bench -> bench.feeds.onRestart());
                both.forEach(bench -> bench.feeds.onComplete(FeedBench.START));
            }
            case 3 -> both.forEach(bench -> bench.pass(Duration.ofMinutes(10)));
            case 4 -> present.upkeep(Long.MAX_VALUE / 4);
            default -> {
                Duration passed = Duration.ofSeconds(random.nextInt(5));
                both.forEach(bench -> bench.pass(passed));
            }
        }
    }

    private void compare(long seed, int event, Random random) {
        String when = "seed " + seed + ", event " + event;
        feeds.decide();
        expected.decide();
        assertThat(feeds.changesOfRouters).as(when).isEqualTo(expected.changesOfRouters);
        assertThat(feeds.tagged).as(when).isEqualTo(expected.tagged);
        assertThat(Set.copyOf(feeds.caused)).as(when).isEqualTo(Set.copyOf(expected.caused));
        overrides += feeds.changes.size();
        tags += feeds.tagged.size();
        if (random.nextInt(4) > 0) {
            return;
        }
        assertThat(feeds.feeds.status(100)).as(when).isEqualTo(expected.feeds.status(100));
        for (String router : fed) {
            assertThat(feeds.feeds.check(router)).as(when).isEqualTo(expected.feeds.check(router));
            for (Prefix prefix : FeedHistory.PREFIXES) {
                assertThat(feeds.feeds.explain(router, prefix))
                        .as("%s: %s at %s", when, prefix, router)
                        .isEqualTo(expected.feeds.explain(router, prefix));
                assertThat(feeds.feeds.absence(router, prefix))
                        .as("%s: %s at %s", when, prefix, router)
                        .isEqualTo(expected.feeds.absence(router, prefix));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        // seed, routers with a feed, least number of changed overrides and tagged paths
        "1, 3, 100",
        "2, 3, 100",
        "3, 3, 100",
        "4, 2, 1",
        "5, 2, 1",
        "6, 1, 1",
    })
    void decidesAsOverTheTableOfRelease01(long seed, int routers, int leastChanges) {
        fed = List.of("r1", "r2", "r3").subList(0, routers);
        feeds = new FeedBench(fed, present);
        expected = new FeedBench(fed, former);
        List.of(feeds, expected).forEach(bench -> bench.policy = FeedBench.state(policyOf(FeedBench.POLICY), false));
        FeedHistory history = new FeedHistory(seed);
        Random random = new Random(seed);
        apply(history.begin());
        for (int event = 0; event < EVENTS; event++) {
            List<Change> poll = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                poll.addAll(history.next());
            }
            apply(poll);
            disturb(random);
            compare(seed, event, random);
        }
        // A history without decisions would compare nothing.
        assertThat(overrides + tags)
                .as("%s overrides, %s tagged paths", overrides, tags)
                .isGreaterThanOrEqualTo(leastChanges);
    }
}
