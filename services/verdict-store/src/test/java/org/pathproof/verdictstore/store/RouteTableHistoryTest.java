// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.RouteLife;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Prefix;

/**
 * Compares the table with a plain map and with the table of release 0.1 over random histories: announcements, changes,
 * withdrawals, new epochs, ends of sessions and their return, sessions without a record.
 */
final class RouteTableHistoryTest {
    private final TreeMap<RouteKey, Verdict> model = new TreeMap<>(RouteOrder::compare);
    private final Map<SessionId, Session> sessions = new HashMap<>();
    private final org.pathproof.verdictstore.tree.RouteTable tree = new org.pathproof.verdictstore.tree.RouteTable();

    @ParameterizedTest
    @CsvSource({
        // seed, shards, prefixes, sessions, steps, ends of sessions in 10 changes
        "1, 1, 3, 5, 4000, 5",
        "2, 3, 60, 12, 12000, 3",
        "3, 4, 300, 40, 30000, 3",
        // Blocks that split: more than 255 rows of a prefix
        "4, 2, 3, 700, 20000, 1",
        // More than 16 epochs of a session
        "5, 1, 20, 4, 12000, 0",
        "6, 2, 40, 3, 12000, 1",
        "7, 1, 200, 1, 5000, 4",
        // Leaves that split and that join
        "8, 1, 1500, 6, 24000, 1",
    })
    void equalsAMapAndTheFormerTable(int seed, int shards, int prefixes, int count, int steps, int ends) {
        History history = new History(seed, prefixes, count);
        Random random = history.random();
        RouteTable table = new RouteTable(shards);
        for (int i = 0; i < count; i++) {
            change(table, i, history.session(i, 0));
        }
        int comparisons = 8;
        boolean open = false;
        for (int step = 1; step <= steps; step++) {
            if (!open && random.nextInt(4) == 0) {
                table.begin();
                open = true;
            }
            if (random.nextInt(200) == 0) {
                int number = random.nextInt(count);
                change(table, number, history.session(number, ends));
            } else {
                // Phases of growth and of withdrawal
                boolean withdrawn = random.nextInt(10) < (step / (steps / 6) % 3 == 2 ? 7 : 2);
                RouteKey key = history.key();
                change(table, key, withdrawn ? null : history.verdict(key));
            }
            if (open && random.nextInt(50) == 0) {
                table.commit();
                open = false;
            }
            if (step % (steps / comparisons) == 0) {
                if (open) {
                    table.commit();
                    open = false;
                }
                compare(table, history);
                table.upkeep(step % 2 == 0 ? 0 : Long.MAX_VALUE / 4);
                compare(table, history);
            }
        }
        for (RouteKey key : List.copyOf(model.keySet())) {
            change(table, key, null);
        }
        compare(table, history);
    }

    private void change(RouteTable table, int number, @Nullable Session session) {
        SessionId id = Records.sessionId(number);
        byte[] key = id.bytes().toArray();
        byte[] value = session == null ? null : session.toByteArray();
        SessionChange change = table.applySession(key, value);
        assertThat(change.before()).isEqualTo(sessions.get(id));
        assertThat(change.after()).isEqualTo(session);
        tree.applySession(key, value);
        if (session == null) {
            sessions.remove(id);
        } else {
            sessions.put(id, session);
        }
    }

    private void change(RouteTable table, RouteKey key, @Nullable Verdict verdict) {
        byte[] value = verdict == null ? null : verdict.toByteArray();
        RouteChange change = table.applyVerdict(key.toBytes(), value);
        tree.applyVerdict(key.toBytes(), value);
        Verdict before = verdict == null ? model.remove(key) : model.put(key, verdict);
        Route after = change.after();
        if (verdict == null) {
            assertThat(after).isNull();
        } else {
            assertThat(Objects.requireNonNull(after).verdict()).isEqualTo(verdict);
            assertThat(after.key()).isEqualTo(key);
        }
        assertThat(change.before() == null).isEqualTo(before == null);
        if (change.before() != null) {
            assertThat(text(change.before())).isEqualTo(text(key, Objects.requireNonNull(before)));
        }
    }

    private boolean isAlive(RouteKey key, Verdict verdict) {
        Session session = sessions.get(key.session());
        return session != null && !RouteLife.isDead(session, verdict.getEpoch());
    }

    private void compare(RouteTable table, History history) {
        List<String> alive = new ArrayList<>();
        model.forEach((key, verdict) -> {
            if (isAlive(key, verdict)) {
                alive.add(text(key, verdict));
            }
        });
        assertThat(texts(table.find(RouteQuery.ALL, null))).isEqualTo(alive);
        compareTotals(table);
        Random random = history.random();
        for (int i = 0; i < 10; i++) {
            RouteKey key = history.key();
            Verdict expected = model.get(key);
            assertThat(table.get(key).map(RouteTableHistoryTest::text).orElse("none"))
                    .isEqualTo(expected != null && isAlive(key, expected) ? text(key, expected) : "none");
            compareQuery(table, key, random);
            List<String> ofPrefix = new ArrayList<>();
            model.forEach((each, verdict) -> {
                if (each.prefix().equals(key.prefix())
                        && each.session().equals(key.session())
                        && isAlive(each, verdict)) {
                    ofPrefix.add(text(each, verdict));
                }
            });
            assertThat(texts(table.routesOf(key.session(), key.prefix()))).isEqualTo(ofPrefix);
        }
        SessionId session = Records.sessionId(random.nextInt(history.sessions()));
        assertThat(texts(table.routesOf(session))).isEqualTo(treeTexts(tree.routesOf(session)));
        assertThat(table.sessionViews().stream().map(SessionView::id).toList()).containsAll(sessions.keySet());
    }

    private void compareQuery(RouteTable table, RouteKey key, Random random) {
        @Nullable Prefix prefix = random.nextInt(4) == 0 ? null : key.prefix();
        Match match = any(random, Match.values());
        Set<PathState> states = random.nextBoolean() ? Set.of() : EnumSet.of(any(random, PathState.values()));
        Set<Rule> rules = random.nextInt(3) > 0 ? Set.of() : EnumSet.of(Rule.SIGNATURE_MISMATCH);
        OptionalLong asn = random.nextInt(3) > 0 ? OptionalLong.empty() : OptionalLong.of(64500 + random.nextInt(6));
        OptionalLong origin = random.nextInt(3) > 0 ? OptionalLong.empty() : OptionalLong.of(64496 + random.nextInt(4));
        SessionSelector router = random.nextInt(3) > 0 ? null : new SessionSelector("r" + random.nextInt(7));
        RibView view = random.nextInt(3) > 0 ? null : RibView.ADJ_RIB_IN_POST;
        RouteKey after = random.nextInt(3) > 0 ? null : key;
        Iterator<Route> found = table.find(
                RouteQuery.builder()
                        .prefix(prefix, match)
                        .states(states)
                        .rules(rules)
                        .asn(asn)
                        .originAs(origin)
                        .router(router)
                        .view(view)
                        .build(),
                after);
        var expected = tree.find(
                org.pathproof.verdictstore.tree.RouteQuery.builder()
                        .prefix(prefix, org.pathproof.verdictstore.tree.Match.valueOf(match.name()))
                        .states(states)
                        .rules(rules)
                        .asn(asn)
                        .originAs(origin)
                        .router(router)
                        .view(view)
                        .build(),
                after);
        assertThat(texts(found)).isEqualTo(treeTexts(expected));
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private void compareTotals(RouteTable table) {
        Totals totals = table.totals();
        var expected = tree.totals();
        assertThat(totals.routes()).isEqualTo(expected.routes());
        assertThat(totals.signed()).isEqualTo(expected.signed());
        assertThat(totals.derived()).isEqualTo(expected.derived());
        for (PathState state : PathState.values()) {
            assertThat(totals.of(state)).as("%s", state).isEqualTo(expected.of(state));
        }
        for (Rule rule : Rule.values()) {
            assertThat(totals.of(rule)).as("%s", rule).isEqualTo(expected.of(rule));
        }
        assertThat(totals.offenders()).isEqualTo(expected.offenders());
        assertThat(table.size()).isEqualTo(tree.size());
    }

    private static List<String> texts(Iterator<Route> routes) {
        List<String> texts = new ArrayList<>();
        routes.forEachRemaining(route -> texts.add(text(route)));
        return texts;
    }

    private static List<String> treeTexts(Iterator<org.pathproof.verdictstore.tree.Route> routes) {
        List<String> texts = new ArrayList<>();
        routes.forEachRemaining(route -> texts.add(text(route.key(), route.verdict())));
        return texts;
    }

    private static String text(Route route) {
        assertThat(route.epoch()).isEqualTo(route.verdict().getEpoch());
        assertThat(route.rules())
                .isEqualTo(
                        route.derived()
                                ? Set.of()
                                : route.verdict().getFindingsList().stream()
                                        .flatMap(f -> org.pathproof.routes.ContractTypes.rule(f).stream())
                                        .collect(Collectors.toSet()));
        return text(route.key(), route.verdict());
    }

    /** Returns a text of all that the table keeps exactly. */
    private static String text(RouteKey key, Verdict verdict) {
        return key + " "
                + verdict.toBuilder()
                        .clearReceivedUs()
                        .clearValidatedUs()
                        .clearEpoch()
                        .build();
    }
}
