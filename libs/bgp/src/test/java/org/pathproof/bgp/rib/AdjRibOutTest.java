// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** Tests the packing of routes into UPDATEs against a neighbor that decodes them. */
class AdjRibOutTest {
    private static final Prefix PREFIX = Prefix.parse("192.0.2.0/24");

    @Test
    void sendsTheTableThenEndOfRibThenChanges() {
        AdjRibOut rib = new AdjRibOut(PathIds.SINGLE);
        ReceivedRib neighbor = new ReceivedRib(ReceivedRib.session(BgpSessionOptions.DEFAULT, false));
        rib.announce(PREFIX, 0, TestRoutes.attributes(0, true));
        assertThat(rib.poll()).as("without a session").isEmpty();
        rib.onSessionEstablished(neighbor.session(), AdjRibOutTest::doNothing);
        assertThat(neighbor.poll(rib, 1)).isTrue();
        assertThat(neighbor.routes).containsOnlyKeys(Nlri.of(PREFIX));
        assertThat(neighbor.ended).isEmpty();
        neighbor.pollAll(rib);
        assertThat(neighbor.ended).containsExactlyInAnyOrder(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST);
        rib.withdraw(PREFIX, 0);
        neighbor.pollAll(rib);
        assertThat(neighbor.routes).isEmpty();
        assertThat(neighbor.messages).hasSize(4);
    }

    @Test
    void packsEqualAttributesIntoFullMessages() {
        AdjRibOut rib = new AdjRibOut(PathIds.SINGLE);
        for (int i = 0; i < 10_000; i++) {
            rib.announce(Prefix.ipv4(0x0a00_0000 + (i << 8), 24), 0, TestRoutes.attributes(0, true));
        }
        ReceivedRib neighbor =
                new ReceivedRib(ReceivedRib.session(new BgpSessionOptions(true, Set.of(), false), false));
        rib.onSessionEstablished(neighbor.session(), AdjRibOutTest::doNothing);
        neighbor.pollAll(rib);
        assertThat(neighbor.routes).hasSize(10_000);
        assertThat(neighbor.messages)
                .as("4 bytes a route, up to 4,096 a message")
                .hasSize(10 + 2);
        for (int i = 0; i < 10_000; i++) {
            rib.withdraw(Prefix.ipv4(0x0a00_0000 + (i << 8), 24), 0);
        }
        neighbor.pollAll(rib);
        assertThat(neighbor.messages).hasSize(12 + 10);
        assertThat(neighbor.routes).isEmpty();
    }

    @Test
    void sendsOnlyTheLastOfSeveralChanges() {
        AdjRibOut rib = new AdjRibOut(PathIds.SINGLE);
        ReceivedRib neighbor = new ReceivedRib(ReceivedRib.session(BgpSessionOptions.DEFAULT, false));
        AtomicInteger wakes = new AtomicInteger();
        rib.onSessionEstablished(neighbor.session(), wakes::incrementAndGet);
        neighbor.pollAll(rib);
        int before = neighbor.messages.size();
        rib.announce(PREFIX, 0, TestRoutes.attributes(0, true));
        rib.announce(PREFIX, 0, TestRoutes.attributes(1, true));
        rib.withdraw(PREFIX, 0);
        neighbor.pollAll(rib);
        assertThat(neighbor.messages).as("never announced").hasSize(before);
        rib.announce(PREFIX, 0, TestRoutes.attributes(1, true));
        neighbor.pollAll(rib);
        rib.withdraw(PREFIX, 0);
        rib.announce(PREFIX, 0, TestRoutes.attributes(1, true));
        neighbor.pollAll(rib);
        assertThat(neighbor.messages)
                .as("back to the attributes that were sent")
                .hasSize(before + 1);
        assertThat(wakes).hasValue(6);
        rib.announce(PREFIX, 0, TestRoutes.attributes(1, true));
        assertThat(wakes).as("no change").hasValue(6);
    }

    @Test
    void leavesOutARouteThatIsTooLongForTheSession() {
        AdjRibOut rib = new AdjRibOut(PathIds.SINGLE);
        ReceivedRib neighbor =
                new ReceivedRib(ReceivedRib.session(new BgpSessionOptions(true, Set.of(), false), false));
        rib.announce(PREFIX, 0, TestRoutes.attributes(0, true));
        rib.onSessionEstablished(neighbor.session(), AdjRibOutTest::doNothing);
        neighbor.pollAll(rib);
        rib.announce(PREFIX, 0, TestRoutes.attributes(TestRoutes.BIG, true));
        neighbor.pollAll(rib);
        assertThat(neighbor.routes).as("the older route is withdrawn").isEmpty();
        assertThat(rib.oversized()).isEqualTo(1);
        rib.onSessionClosed();
        ReceivedRib extended = new ReceivedRib(ReceivedRib.session(BgpSessionOptions.DEFAULT, false));
        rib.onSessionEstablished(extended.session(), AdjRibOutTest::doNothing);
        extended.pollAll(rib);
        assertThat(extended.routes).containsOnlyKeys(Nlri.of(PREFIX));
    }

    @Test
    void refusesAttributesThatNoSessionCanSend() {
        AdjRibOut rib = new AdjRibOut(PathIds.SINGLE);
        assertThatThrownBy(() -> rib.announce(PREFIX, 1, TestRoutes.attributes(0, true)))
                .hasMessage("path id 1 of 192.0.2.0/24 is not possible here");
        assertThatThrownBy(() -> rib.announce(
                        PREFIX,
                        0,
                        List.of(
                                TestRoutes.communities(16_380),
                                TestRoutes.attributes(0, true).getFirst())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(rib.size()).isZero();
    }

    @Test
    void sendsTheBestPathOnlyWithoutAddPath() {
        AdjRibOut rib = new AdjRibOut(PathIds.MULTIPLE);
        rib.announce(PREFIX, 0, TestRoutes.attributes(0, true));
        rib.announce(PREFIX, 7, TestRoutes.attributes(0, true));
        rib.announce(PREFIX, 9, TestRoutes.attributes(1, true));
        ReceivedRib single = new ReceivedRib(ReceivedRib.session(BgpSessionOptions.DEFAULT, false));
        rib.onSessionEstablished(single.session(), AdjRibOutTest::doNothing);
        single.pollAll(rib);
        assertThat(single.routes).containsOnlyKeys(Nlri.of(PREFIX));
        ReceivedRib all = new ReceivedRib(
                ReceivedRib.session(new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST), true), false));
        rib.onSessionEstablished(all.session(), AdjRibOutTest::doNothing);
        all.pollAll(rib);
        assertThat(all.routes).containsOnlyKeys(new Nlri(7, PREFIX), new Nlri(9, PREFIX));
    }

    /** A change of the desired table, or an event of the session. */
    record Step(Kind kind, int prefix, long pathId, int attributes, int polls) {
        enum Kind {
            ANNOUNCE,
            WITHDRAW,
            POLL,
            REFRESH,
            RECONNECT,
            CLEAR,
            /** Announces a route in another Adj-RIB-Out that shares prefixes and attributes. */
            OTHER,
            CLEAR_OTHER
        }
    }

    @Property
    void theNeighborHasTheDesiredRoutes(
            @ForAll("steps") List<Step> steps,
            @ForAll boolean fourOctets,
            @ForAll boolean extended,
            @ForAll boolean addPath,
            @ForAll boolean enhancedRefresh) {
        BgpSessionOptions options = new BgpSessionOptions(
                fourOctets, addPath ? Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST) : Set.of(), extended);
        SharedRoutes shared = new SharedRoutes();
        AdjRibOut rib = new AdjRibOut(PathIds.MULTIPLE, shared);
        AdjRibOut other = new AdjRibOut(PathIds.MULTIPLE, shared);
        Map<Nlri, Integer> desired = new HashMap<>();
        ReceivedRib neighbor = new ReceivedRib(ReceivedRib.session(options, enhancedRefresh));
        rib.onSessionEstablished(neighbor.session(), AdjRibOutTest::doNothing);
        for (Step step : steps) {
            Nlri nlri = new Nlri(step.pathId(), TestRoutes.prefix(step.prefix()));
            switch (step.kind()) {
                case ANNOUNCE -> {
                    rib.announce(
                            nlri.prefix(),
                            nlri.pathId(),
                            TestRoutes.attributes(
                                    step.attributes(), nlri.prefix().isIpv4()));
                    desired.put(nlri, step.attributes());
                }
                case WITHDRAW -> {
                    rib.withdraw(nlri.prefix(), nlri.pathId());
                    desired.remove(nlri);
                }
                case POLL -> neighbor.poll(rib, step.polls());
                case REFRESH -> rib.refresh(step.prefix() % 2 == 0 ? AfiSafi.IPV4_UNICAST : AfiSafi.IPV6_UNICAST);
                case RECONNECT -> {
                    rib.onSessionClosed();
                    neighbor = new ReceivedRib(ReceivedRib.session(options, enhancedRefresh));
                    rib.onSessionEstablished(neighbor.session(), AdjRibOutTest::doNothing);
                }
                case CLEAR -> {
                    rib.clear();
                    desired.clear();
                }
                case OTHER ->
                    other.announce(
                            nlri.prefix(),
                            nlri.pathId(),
                            TestRoutes.attributes(
                                    step.attributes(), nlri.prefix().isIpv4()));
                case CLEAR_OTHER -> other.clear();
            }
        }
        neighbor.pollAll(rib);
        Map<Nlri, List<PathAttribute>> expected = new HashMap<>();
        desired.forEach((nlri, attributes) -> {
            if (addPath == (nlri.pathId() != 0) && (extended || attributes != TestRoutes.BIG)) {
                expected.put(
                        nlri,
                        normal(TestRoutes.attributes(attributes, nlri.prefix().isIpv4())));
            }
        });
        assertThat(neighbor.routes).isEqualTo(expected);
        assertThat(neighbor.ended).hasSize(2);
        assertThat(rib.size()).isEqualTo(desired.size());
        other.clear();
        Set<List<PathAttribute>> sets = new HashSet<>();
        desired.forEach((nlri, attributes) ->
                sets.add(TestRoutes.attributes(attributes, nlri.prefix().isIpv4())));
        assertThat(shared.prefixes()).isEqualTo(desired.size());
        assertThat(shared.attributeSets()).isEqualTo(sets.size());
        rib.clear();
        neighbor.pollAll(rib);
        assertThat(neighbor.routes).isEmpty();
        assertThat(shared.prefixes()).isZero();
        assertThat(shared.attributeSets()).isZero();
    }

    @Property(tries = 200)
    void equalRoutesGiveEqualBytes(@ForAll("steps") List<Step> steps, @ForAll long seed) {
        Map<Nlri, Integer> desired = new HashMap<>();
        AdjRibOut one = new AdjRibOut(PathIds.MULTIPLE);
        for (Step step : steps) {
            Nlri nlri = new Nlri(step.pathId(), TestRoutes.prefix(step.prefix()));
            if (step.kind() == Step.Kind.WITHDRAW) {
                one.withdraw(nlri.prefix(), nlri.pathId());
                desired.remove(nlri);
            } else {
                one.announce(
                        nlri.prefix(),
                        nlri.pathId(),
                        TestRoutes.attributes(step.attributes(), nlri.prefix().isIpv4()));
                desired.put(nlri, step.attributes());
            }
        }
        AdjRibOut other = new AdjRibOut(PathIds.MULTIPLE);
        List<Nlri> shuffled = new ArrayList<>(desired.keySet());
        Collections.shuffle(shuffled, new Random(seed));
        shuffled.forEach(nlri -> other.announce(
                nlri.prefix(),
                nlri.pathId(),
                TestRoutes.attributes(
                        desired.getOrDefault(nlri, 0), nlri.prefix().isIpv4())));
        assertThat(table(one)).isEqualTo(table(other));
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(10, Step.Kind.ANNOUNCE),
                                Tuple.of(5, Step.Kind.WITHDRAW),
                                Tuple.of(5, Step.Kind.POLL),
                                Tuple.of(2, Step.Kind.REFRESH),
                                Tuple.of(1, Step.Kind.RECONNECT),
                                Tuple.of(1, Step.Kind.CLEAR),
                                Tuple.of(3, Step.Kind.OTHER),
                                Tuple.of(1, Step.Kind.CLEAR_OTHER)),
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.of(0L, 1L, 0xffff_ffffL),
                        Arbitraries.integers().between(0, TestRoutes.BIG),
                        Arbitraries.integers().between(1, 4))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    private static void doNothing() {}

    private static List<Bytes> table(AdjRibOut rib) {
        ReceivedRib neighbor = new ReceivedRib(ReceivedRib.session(BgpSessionOptions.DEFAULT, false));
        rib.onSessionEstablished(neighbor.session(), AdjRibOutTest::doNothing);
        neighbor.pollAll(rib);
        return neighbor.messages;
    }

    private static List<PathAttribute> normal(List<PathAttribute> attributes) {
        return ReceivedRib.normal(new Update(List.of(), attributes, List.of(), List.of()), BgpSessionOptions.DEFAULT);
    }
}
