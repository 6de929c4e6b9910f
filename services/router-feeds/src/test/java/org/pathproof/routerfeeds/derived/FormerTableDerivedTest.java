// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.routerfeeds.FeedHistory;
import org.pathproof.routerfeeds.FeedHistory.Change;
import org.pathproof.verdictstore.FormerTable;
import org.pathproof.verdictstore.Records;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Compares the derived origins over the present table with those over the table of release 0.1. */
final class FormerTableDerivedTest {
    private static final int EVENTS = 250;

    private final RouteTable present = new RouteTable(3);
    private final FormerTable former = new FormerTable();

    private void apply(List<Change> changes, DerivedBench feed, DerivedBench expected) {
        List<Runnable> told = new ArrayList<>();
        present.begin();
        for (Change change : changes) {
            switch (change) {
                case Change.OfSession session -> {
                    byte[] value =
                            session.session() == null ? null : session.session().toByteArray();
                    var now = present.applySession(session.key(), value);
                    var then = former.applySession(session.key(), value);
                    told.add(() -> feed.feed.onChange(now, DerivedBench.origin()));
                    told.add(() -> expected.feed.onChange(then, DerivedBench.origin()));
                }
                case Change.OfRoute route -> {
                    byte[] key = route.key().toBytes();
                    byte[] value =
                            route.verdict() == null ? null : route.verdict().toByteArray();
                    var now = present.applyVerdict(key, value);
                    var then = former.applyVerdict(key, value);
                    told.add(() -> feed.feed.onChange(now, DerivedBench.origin()));
                    told.add(() -> expected.feed.onChange(then, DerivedBench.origin()));
                }
            }
        }
        present.commit();
        told.forEach(Runnable::run);
    }

    private static List<Vrp> vrps(Random random) {
        List<Vrp> vrps = new ArrayList<>();
        for (Prefix prefix : FeedHistory.PREFIXES) {
            if (random.nextInt(3) > 0) {
                int most = prefix.isIpv4() ? 25 : 48;
                vrps.add(new Vrp(prefix, Math.max(prefix.length(), most), 64496 + random.nextInt(3)));
            }
        }
        return vrps;
    }

    private static void disturb(Random random, List<DerivedBench> both) {
        switch (random.nextInt(30)) {
            case 0 -> {
                List<Vrp> vrps = vrps(random);
                both.forEach(bench -> bench.rpki.replace(vrps));
            }
            case 1 ->
                both.forEach(bench -> {
                    bench.feed.onRestart();
                    bench.feed.onComplete(DerivedBench.START);
                });
            case 2 ->
                both.forEach(bench -> bench.connected.remove(
                        Bytes.wrap(Records.session(1, 1, 1).getRouterHash().toByteArray())));
            case 3 -> both.forEach(DerivedBench::connectAll);
            case 4 -> both.forEach(bench -> bench.now = bench.now.plus(Duration.ofMinutes(6)));
            default -> {}
        }
    }

    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, r1", "4, r2"})
    void derivesAsOverTheTableOfRelease01(long seed, String router) {
        DerivedBench feed = new DerivedBench(router, 1000, present);
        DerivedBench expected = new DerivedBench(router, 1000, former);
        FeedHistory history = new FeedHistory(seed);
        Random random = new Random(seed);
        List<Vrp> vrps = vrps(random);
        List.of(feed, expected).forEach(bench -> bench.rpki.replace(vrps));
        apply(history.begin(), feed, expected);
        int differences = 0;
        for (int event = 0; event < EVENTS; event++) {
            List<Change> poll = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                poll.addAll(history.next());
            }
            apply(poll, feed, expected);
            disturb(random, List.of(feed, expected));
            assertThat(feed.vrps()).as("seed %s, event %s", seed, event).isEqualTo(expected.vrps());
            assertThat(feed.feed.status()).as("seed %s, event %s", seed, event).isEqualTo(expected.feed.status());
            differences += feed.feed.status().pairs();
        }
        // A history without differences would compare nothing.
        assertThat(differences).isGreaterThan(20);
    }
}
