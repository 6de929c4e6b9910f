// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.feeds.policy.PolicyDocument;
import org.pathproof.feeds.policy.PolicyReader;
import org.pathproof.policyapi.refusals.RememberedRoutes;
import org.pathproof.policyapi.rest.NotFoundException;
import org.pathproof.routerfeeds.FeedHistory;
import org.pathproof.routerfeeds.FeedHistory.Change;
import org.pathproof.routerfeeds.bgp.FeedBench;
import org.pathproof.verdictstore.FormerTable;
import org.pathproof.verdictstore.store.Route;
import org.pathproof.verdictstore.store.RouteLookup;
import org.pathproof.verdictstore.store.RouteTable;
import org.pathproof.verdictstore.store.SessionSelector;

/** Compares the prefix sets of exports over the present table with those over the table of release 0.1. */
final class FormerTableExportsTest {
    private static final int EVENTS = 150;
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-22T09:00:00Z"), ZoneOffset.UTC);
    private static final PolicyDocument POLICY =
            PolicyReader.read(FeedBench.POLICY, "policy").document().orElseThrow();

    private final RouteTable present = new RouteTable(3);
    private final FormerTable former = new FormerTable();
    private int listed;

    /** No route is remembered. */
    private record Nothing(RouteLookup table) implements RememberedRoutes {
        @Override
        public void requireReady() {}

        @Override
        public boolean isShadow(Route route) {
            return false;
        }
    }

    private void apply(List<Change> changes) {
        present.begin();
        for (Change change : changes) {
            switch (change) {
                case Change.OfSession session -> {
                    byte[] value =
                            session.session() == null ? null : session.session().toByteArray();
                    present.applySession(session.key(), value);
                    former.applySession(session.key(), value);
                }
                case Change.OfRoute route -> {
                    byte[] value =
                            route.verdict() == null ? null : route.verdict().toByteArray();
                    present.applyVerdict(route.key().toBytes(), value);
                    former.applyVerdict(route.key().toBytes(), value);
                }
            }
        }
        present.commit();
    }

    private static @Nullable SessionSelector any(Random random, String... names) {
        int i = random.nextInt(names.length + 1);
        return i == names.length ? null : SessionSelector.parse(names[i]);
    }

    /** An export: its sets and the keys of the listed routes, or the reason for which there is none. */
    private record Result(String sets, List<RouteKey> routes) {
        static Result of(RouteLookup table, Selection selection) {
            PrefixSets sets = new PrefixSets(table, () -> POLICY, new Nothing(new RouteTable()), 10_000, CLOCK);
            List<RouteKey> routes = new ArrayList<>();
            try {
                ExportContent content =
                        sets.of(selection, (name, address) -> name + '_' + address, route -> routes.add(route.key()));
                StringBuilder text = new StringBuilder(content.serial());
                for (PrefixSet set : content.sets()) {
                    text.append(' ').append(set.name()).append(" ambiguous ").append(set.ambiguous());
                }
                return new Result(text.toString(), routes);
            } catch (NotFoundException e) {
                return new Result(String.valueOf(e.getMessage()), routes);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void listsAsOverTheTableOfRelease01(long seed) {
        FeedHistory history = new FeedHistory(seed);
        Random random = new Random(seed);
        apply(history.begin());
        for (int event = 0; event < EVENTS; event++) {
            List<Change> poll = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                poll.addAll(history.next());
            }
            apply(poll);
            Selection selection = new Selection(
                    "frr",
                    any(random, "r1", "r2", "r3"),
                    any(random, "192.0.2.1", "192.0.2.2"),
                    random.nextInt(3) == 0 ? "border" : null,
                    "pathproof",
                    random.nextBoolean());
            Result result = Result.of(present, selection);
            assertThat(result)
                    .as("seed %s, event %s, %s", seed, event, selection)
                    .isEqualTo(Result.of(former, selection));
            listed += result.routes().size();
        }
        // A history without listed prefixes would compare nothing.
        assertThat(listed).isGreaterThan(100);
    }
}
