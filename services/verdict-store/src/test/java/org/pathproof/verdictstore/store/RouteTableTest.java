// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.ski;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.store.RouteTable.SigningKey;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

final class RouteTableTest {
    private final RouteTable table = new RouteTable();

    @BeforeEach
    void addTwoSessions() {
        put(1, session(1, 1, 1));
        put(2, session(2, 2, 2));
    }

    @Test
    void findsRoutesByPrefixForEachMatch() {
        put("10.0.0.0/8", 1, unsigned(65001, 1));
        put("10.1.0.0/16", 1, unsigned(65001, 2));
        put("10.1.1.0/24", 1, unsigned(65001, 3));
        put("10.1.1.0/24", 2, unsigned(65002, 3));
        put("10.2.0.0/16", 1, unsigned(65001, 4));
        put("2001:db8::/32", 1, unsigned(65001, 5));

        assertThat(find("10.1.1.0/24", Match.EXACT)).containsExactly("10.1.1.0/24@1", "10.1.1.0/24@2");
        assertThat(find("10.1.1.0/25", Match.EXACT)).isEmpty();
        assertThat(find("10.1.1.128/25", Match.LONGEST)).containsExactly("10.1.1.0/24@1", "10.1.1.0/24@2");
        assertThat(find("10.3.0.0/16", Match.LONGEST)).containsExactly("10.0.0.0/8@1");
        assertThat(find("11.0.0.0/8", Match.LONGEST)).isEmpty();
        assertThat(find("10.1.1.0/24", Match.COVERING))
                .containsExactly("10.0.0.0/8@1", "10.1.0.0/16@1", "10.1.1.0/24@1", "10.1.1.0/24@2");
        assertThat(find("10.1.0.0/16", Match.COVERED))
                .containsExactly("10.1.0.0/16@1", "10.1.1.0/24@1", "10.1.1.0/24@2");
        assertThat(find("0.0.0.0/0", Match.COVERED)).hasSize(5);
        assertThat(find("::/0", Match.COVERED)).containsExactly("2001:db8::/32@1");
    }

    @Test
    void theLongestMatchIsAmongTheMatchingRoutes() {
        put("10.0.0.0/8", 2, unsigned(65002, 1));
        put("10.1.0.0/16", 1, unsigned(65001, 2));
        RouteQuery ofRouter2 = query().router(new SessionSelector("r2"))
                .prefix(Prefix.parse("10.1.2.0/24"), Match.LONGEST)
                .build();
        assertThat(find(ofRouter2)).containsExactly("10.0.0.0/8@2");
    }

    @Test
    void aDerivedRouteIsNotCountedAgain() {
        Verdict own = notValid(2, 65001, 64500, 64497).build();
        put("10.0.0.0/24", 1, own.toBuilder());
        put(
                "10.0.0.0/24",
                2,
                own.toBuilder()
                        .setDerivedFrom(
                                ByteString.copyFrom(key("10.0.0.0/24", 1).toBytes())));
        Totals totals = table.totals();
        assertThat(totals.routes()).isEqualTo(2);
        assertThat(totals.of(PathState.NOT_VALID)).isEqualTo(1);
        assertThat(totals.of(Rule.SIGNATURE_MISMATCH)).isEqualTo(1);
        assertThat(totals.offenders().values()).containsExactly(1L);
        assertThat(totals.derived()).isEqualTo(1);
        assertThat(find(query().prefix(Prefix.parse("10.0.0.0/24"), Match.EXACT).build()))
                .containsExactly("10.0.0.0/24@1", "10.0.0.0/24@2");
        put("10.0.0.0/24", 2, own.toBuilder());
        assertThat(table.totals().derived()).isZero();
        assertThat(table.totals().of(PathState.NOT_VALID)).isEqualTo(2);
    }

    @Test
    void textOfOtherCollectorsIsBoundedAndEscaped() {
        put(1, session(1, 1, 1).setRouterName("r\n\u0000" + "x".repeat(60_000)).setDownReason("y".repeat(60_000)));
        assertThat(table.sessionViews().stream()
                        .flatMap(p -> p.session().stream())
                        .filter(s -> s.getRouterName().startsWith("r\\u000a\\u0000xx"))
                        .findAny())
                .hasValueSatisfying(s -> assertThat(s.getSerializedSize()).isLessThan(2000));
    }

    @Test
    void findsRoutesByStateFindingAsAndSession() {
        put("10.0.0.0/24", 1, valid(65001, 64500, 64496));
        put("10.0.1.0/24", 1, notValid(2, 65001, 64500, 64497));
        put("10.0.2.0/24", 2, unsigned(65002, 64500));

        assertThat(find(query().states(EnumSet.of(PathState.NOT_VALID)).build()))
                .containsExactly("10.0.1.0/24@1");
        assertThat(find(query().states(EnumSet.of(PathState.UNSIGNED)).build())).containsExactly("10.0.2.0/24@2");
        assertThat(find(query().states(EnumSet.of(PathState.UNSIGNED, PathState.VALID))
                        .build()))
                .containsExactly("10.0.0.0/24@1", "10.0.2.0/24@2");
        assertThat(find(with(Set.of(Rule.SIGNATURE_MISMATCH), OptionalLong.empty(), OptionalLong.empty())))
                .containsExactly("10.0.1.0/24@1");
        assertThat(find(with(Set.of(), OptionalLong.of(64500), OptionalLong.empty())))
                .containsExactly("10.0.0.0/24@1", "10.0.1.0/24@1", "10.0.2.0/24@2");
        assertThat(find(with(Set.of(), OptionalLong.empty(), OptionalLong.of(64500))))
                .containsExactly("10.0.2.0/24@2");
        assertThat(find(query().router(new SessionSelector("10.0.0.1")).build()))
                .containsExactly("10.0.0.0/24@1", "10.0.1.0/24@1");
        assertThat(find(query().peer(new SessionSelector("AS65002")).build())).containsExactly("10.0.2.0/24@2");
        assertThat(find(query().peer(SessionSelector.parse("192.0.2.1")).build()))
                .containsExactly("10.0.0.0/24@1", "10.0.1.0/24@1");
    }

    @Test
    void aReplacedRouteIsRemovedFromAllTrees() {
        put("10.0.0.0/24", 1, notValid(1, 65001, 64496));
        put("10.0.0.0/24", 1, valid(65001, 64496));
        assertThat(find(query().states(EnumSet.of(PathState.NOT_VALID)).build()))
                .isEmpty();
        assertThat(find(query().states(EnumSet.of(PathState.VALID)).build())).containsExactly("10.0.0.0/24@1");
        assertThat(find(with(Set.of(), OptionalLong.of(64496), OptionalLong.empty())))
                .containsExactly("10.0.0.0/24@1");
        put("10.0.0.0/24", 1, valid(65001, 64511));
        assertThat(find(with(Set.of(), OptionalLong.of(64496), OptionalLong.empty())))
                .isEmpty();
        Totals totals = table.totals();
        assertThat(totals.routes()).isEqualTo(1);
        assertThat(totals.of(PathState.NOT_VALID)).isZero();
        assertThat(totals.of(Rule.SIGNATURE_MISMATCH)).isZero();
        assertThat(totals.offenders()).isEmpty();
        Bytes ski = Bytes.wrap(ski(1).toByteArray());
        SigningKey now = new SigningKey(64511, ski);
        assertThat(table.routesSignedWith(Set.of(now, new SigningKey(64496, ski))))
                .containsExactly(Map.entry(now, 1));
    }

    @Test
    void aTombstoneWithdraws() {
        put("10.0.0.0/24", 1, valid(65001, 64496));
        RouteChange change = table.applyVerdict(key("10.0.0.0/24", 1).toBytes(), null);
        assertThat(change.before()).isNotNull();
        assertThat(change.after()).isNull();
        assertThat(find(RouteQuery.ALL)).isEmpty();
        assertThat(table.size()).isZero();
        assertThat(table.totals().routes()).isZero();
        assertThat(table.applyVerdict(key("10.0.0.0/24", 1).toBytes(), null).before())
                .isNull();
    }

    @Test
    void withdrawalsOfUnknownSessionsCreateNoSession() {
        for (int unknown = 3; unknown < 1000; unknown++) {
            RouteChange change = table.applyVerdict(key("10.0.0.0/24", unknown).toBytes(), null);
            assertThat(change.before()).isNull();
            assertThat(change.sessionView().id()).isEqualTo(sessionId(unknown));
        }
        assertThat(table.sessionViews()).hasSize(2);
    }

    @Test
    void removesASessionWithoutARecordWhenItsLastRouteIsWithdrawn() {
        put("10.0.0.0/24", 1, valid(65001, 64496));
        table.applySession(sessionId(1).bytes().toArray(), null);
        assertThat(table.sessionViews()).hasSize(2);

        table.applyVerdict(key("10.0.0.0/24", 1).toBytes(), null);
        assertThat(table.sessionViews()).hasSize(1);
        assertThat(table.size()).isZero();
    }

    @Test
    void aSessionThatGoesDownHidesItsRoutesAtOnceAndCountsOnlyNewOnes() {
        put("10.0.0.0/24", 1, valid(65001, 64496));
        put("10.0.1.0/24", 2, valid(65002, 64496));
        put(1, session(1, 1, 1).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
        assertThat(find(RouteQuery.ALL)).containsExactly("10.0.1.0/24@2");
        assertThat(table.get(key("10.0.0.0/24", 1))).isEmpty();
        assertThat(table.totals().routes()).isEqualTo(1);

        put(1, session(1, 1, 1).setState(State.SYNCING).setEpoch(3).setDeadBefore(2));
        assertThat(find(RouteQuery.ALL)).containsExactly("10.0.1.0/24@2");
        put("10.0.0.0/24", 1, valid(65001, 64496).setEpoch(3));
        assertThat(find(RouteQuery.ALL)).containsExactly("10.0.0.0/24@1", "10.0.1.0/24@2");
        assertThat(table.totals().of(PathState.VALID)).isEqualTo(2);
    }

    @Test
    void aLostConnectionKeepsRoutes() {
        put("10.0.0.0/24", 1, valid(65001, 64496));
        put(1, session(1, 1, 1).setState(State.LOST));
        assertThat(find(RouteQuery.ALL)).containsExactly("10.0.0.0/24@1");
        put(1, session(1, 1, 1).setState(State.UP).setEpoch(2).setSyncedEpoch(2));
        assertThat(find(RouteQuery.ALL))
                .as("an unchanged route keeps its old verdict")
                .containsExactly("10.0.0.0/24@1");
    }

    @Test
    void adjRibOutIsStrippedOnlyIfTheRouterNegotiatedToSendBgpsec() {
        Session.Builder out = session(1, 1, 1).setView(RibView.ADJ_RIB_OUT_PRE).setBgpsecSeen(false);
        put(1, out); // BGPsec is negotiated only for routes that the router receives
        assertThat(sessionView(1).negotiatedBgpsec()).isFalse();
        assertThat(sessionView(1).stripsBgpsec()).isFalse();
        put(1, out.setFacts(PeerFacts.newBuilder().setBgpsecSendIpv6(true)));
        assertThat(sessionView(1).stripsBgpsec()).isTrue();
    }

    @Test
    void anIncompleteTableIsNotStripped() {
        Session.Builder received = session(1, 1, 1).setBgpsecSeen(false).setState(State.SYNCING);
        put(1, received);
        assertThat(sessionView(1).stripsBgpsec()).isFalse();
        put(1, received.setState(State.UP));
        assertThat(sessionView(1).stripsBgpsec()).isTrue();
    }

    @Test
    void aRouteBeforeItsSessionIsVisibleWithTheSession() {
        put("10.0.0.0/24", 3, valid(65003, 64496));
        assertThat(find(RouteQuery.ALL)).isEmpty();
        put(3, session(3, 3, 3));
        assertThat(find(RouteQuery.ALL)).containsExactly("10.0.0.0/24@3");
        table.applySession(sessionId(3).bytes().toArray(), null);
        assertThat(find(RouteQuery.ALL)).isEmpty();
    }

    @Test
    void pagesContinueAfterTheLastRoute() {
        for (int i = 0; i < 10; i++) {
            put("10.0." + i + ".0/24", 1 + i % 2, notValid(1, 65001 + i % 2, 64496));
        }
        List<RouteQuery> queries = List.of(
                RouteQuery.ALL,
                query().states(EnumSet.of(PathState.NOT_VALID)).build(),
                with(Set.of(), OptionalLong.of(64496), OptionalLong.empty()),
                query().prefix(Prefix.parse("10.0.0.0/8"), Match.COVERED).build());
        for (RouteQuery query : queries) {
            List<String> paged = new ArrayList<>();
            RouteKey after = null;
            for (Iterator<Route> page = table.find(query, after); page.hasNext(); page = table.find(query, after)) {
                Route first = page.next();
                paged.add(text(first));
                after = first.key();
            }
            assertThat(paged).hasSize(10).isEqualTo(find(query));
        }
    }

    /** Ended sessions can be many more than those with routes. */
    @Test
    void findsTheRoutesOfARouterWhoseOtherSessionsHaveNone() {
        for (int i = 0; i < 20; i++) {
            put("10.0." + i + ".0/24", 1, unsigned(65001, 1));
        }
        for (int number = 3; number < 100; number++) {
            put(number, session(number, 3, number).setState(State.DOWN));
        }
        put(100, session(100, 3, 100));
        put("10.1.0.0/16", 100, unsigned(65003, 1));
        put("10.2.0.0/16", 99, unsigned(65003, 1));
        table.applyVerdict(key("10.2.0.0/16", 99).toBytes(), null);
        RouteQuery ofRouter3 = query().router(new SessionSelector("r3")).build();
        assertThat(find(ofRouter3)).containsExactly("10.1.0.0/16@100");

        table.applyVerdict(key("10.1.0.0/16", 100).toBytes(), null);
        assertThat(find(ofRouter3)).isEmpty();
        put(98, session(98, 3, 98));
        put("10.3.0.0/16", 98, unsigned(65003, 1));
        assertThat(find(ofRouter3)).containsExactly("10.3.0.0/16@98");
        assertThat(find(query().router(new SessionSelector("r1")).build())).hasSize(20);
    }

    @Test
    void refusesBytesThatAreNotRecords() {
        byte[] key = key("10.0.0.0/24", 1).toBytes();
        assertThatIllegalArgumentException().isThrownBy(() -> table.applyVerdict(new byte[] {1, 2}, null));
        assertThatIllegalArgumentException().isThrownBy(() -> table.applyVerdict(key, new byte[] {1, 2, 3}));
        assertThatIllegalArgumentException().isThrownBy(() -> table.applySession(new byte[3], null));
        assertThatIllegalArgumentException().isThrownBy(() -> table.applySession(new byte[16], new byte[] {1, 2, 3}));
        assertThat(table.size()).isZero();
    }

    private static RouteQuery.Builder query() {
        return RouteQuery.builder();
    }

    private static RouteQuery with(Set<Rule> rules, OptionalLong asn, OptionalLong originAs) {
        return RouteQuery.builder()
                .rules(rules)
                .asn(asn)
                .originAs(originAs)
                .view(RibView.ADJ_RIB_IN_PRE)
                .build();
    }

    private List<String> find(String prefix, Match match) {
        return find(query().prefix(Prefix.parse(prefix), match).build());
    }

    private List<String> find(RouteQuery query) {
        List<String> found = new ArrayList<>();
        table.find(query, null).forEachRemaining(route -> found.add(text(route)));
        return found;
    }

    private static String text(Route route) {
        return route.key().prefix() + "@" + route.key().session().bytes().u8(15);
    }

    private void put(String prefix, int session, Verdict.Builder verdict) {
        table.applyVerdict(key(prefix, session).toBytes(), verdict.build().toByteArray());
    }

    private SessionView sessionView(int number) {
        return table.sessionViews().stream()
                .filter(p -> p.id().equals(sessionId(number)))
                .findAny()
                .orElseThrow();
    }

    private void put(int number, Session.Builder session) {
        table.applySession(sessionId(number).bytes().toArray(), session.build().toByteArray());
    }
}
