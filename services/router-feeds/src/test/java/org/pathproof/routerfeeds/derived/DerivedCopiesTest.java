// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.signed;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.feeds.policy.FeedNumbers;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.LargeCommunities;
import org.pathproof.wire.bgp.OriginatorId;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.route.RoutePathAttributes;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests that internal copies of a refused path cause no path of their own. Router 1 is a border with the external peer
 * 1, which is session 1. Router 2 has an internal session with router 1, which is session 2.
 */
final class DerivedCopiesTest {
    private static final long OWN_AS = 64999;
    private static final String PREFIX = "198.51.100.0/24";
    private static final Vrp VRP = new Vrp(Prefix.parse("198.51.0.0/16"), 24, 64500);
    private static final Vrp MARK = new Vrp(Prefix.parse("198.51.0.0/16"), 24, 0);
    private static final Integer[] PATH = {65001, 64500};
    private static final RouteKey REFUSED = key(PREFIX, 1);
    private static final RouteKey COPY = key(PREFIX, 2);

    private static final FeedNumbers NUMBERS = new FeedNumbers(OWN_AS, 33, Bytes.fromHex("01010101"));

    private final DerivedBench bench = new DerivedBench("", 100);

    private static int identifier(int router) {
        return 0x0a000000 + router;
    }

    /** Returns a session of a router with an external peer. */
    private static Session.Builder external(int number, int router, int peer) {
        return session(number, router, peer).setLocalBgpId(identifier(router));
    }

    /** Returns a session of a router with another router of the same AS. */
    private static Session.Builder internal(int number, int router, int other) {
        return external(number, router, 100 + other)
                .setPeerAs((int) OWN_AS)
                .setPeerBgpId(identifier(other))
                .setBgpsecSeen(false);
    }

    private static Verdict.Builder with(Verdict.Builder verdict, AsPath path, PathAttribute... more) {
        List<PathAttribute> attributes = new ArrayList<>(List.of(path));
        attributes.addAll(Arrays.asList(more));
        return verdict.setPathAttributes(
                ByteString.copyFrom(new RoutePathAttributes(attributes).encode().toArray()));
    }

    private static AsPath sequence(long... asns) {
        return new AsPath(PathAttribute.FLAG_TRANSITIVE, List.of(segment(AsPath.AS_SEQUENCE, asns)));
    }

    private static AsPath.Segment segment(int type, long... asns) {
        return new AsPath.Segment(type, Arrays.stream(asns).boxed().toList());
    }

    private static OriginatorId originator(int router) {
        return new OriginatorId(PathAttribute.FLAG_OPTIONAL, Bytes.wrap(new byte[] {10, 0, 0, (byte) router}));
    }

    @BeforeEach
    void twoRouters() {
        bench.rpki.replace(List.of(VRP));
        bench.put(1, external(1, 1, 1));
        bench.put(2, internal(2, 2, 1));
        bench.put(REFUSED, notValid(1, PATH));
        bench.put(COPY, unsigned(PATH));
    }

    private void assertMarked(boolean marked) {
        assertThat(bench.vrps()).containsExactly(marked ? MARK : VRP);
    }

    @Test
    void anInternalCopyOfARefusedPathIsNoPathOfItsOwn() {
        assertMarked(true);
        bench.put(REFUSED, valid(PATH));
        assertMarked(false);
        bench.put(REFUSED, notValid(1, PATH));
        assertMarked(true);
        bench.withdraw(REFUSED);
        assertMarked(false);
    }

    @ParameterizedTest
    @EnumSource(
            value = PathState.class,
            names = {"VALID", "UNVERIFIED"})
    void aSignedCopyCountsByItsOwnVerdict(PathState state) {
        bench.put(COPY, signed(state, "", PATH));
        assertMarked(false);
    }

    /** A router can send BGPsec_PATH beside AS_PATH to a neighbor from which this is not permitted. */
    @Test
    void aMalformedCopyIsNoPathOfItsOwn() {
        bench.put(COPY, signed(PathState.MALFORMED, "", PATH));
        assertMarked(true);
    }

    @Test
    void anotherPathOfTheSameOriginCounts() {
        bench.put(COPY, unsigned(65002, 64500));
        assertMarked(false);
    }

    @Test
    void aPathFromOutsideCountsAtEveryRouter() {
        bench.put(3, external(3, 2, 1));
        bench.put(key(PREFIX, 3), unsigned(PATH));
        assertMarked(false);
    }

    @Test
    void aSenderThatIsNotMonitoredMakesThePathCount() {
        bench.put(2, internal(2, 2, 3));
        assertMarked(false);
        bench.put(2, internal(2, 2, 1).setPeerBgpId(0));
        assertMarked(false);
        bench.put(2, internal(2, 2, 1));
        assertMarked(true);
        bench.put(1, external(1, 1, 1).setLocalBgpId(0));
        assertMarked(false);
    }

    @Test
    void anIdentifierInAnotherAsIsAnotherRouter() {
        bench.put(1, external(1, 1, 1).setLocalAs(64998));
        assertMarked(false);
    }

    @Test
    void anAcceptedPathWithTheSameAsPathAtTheSenderMakesTheCopyCount() {
        bench.put(3, external(3, 1, 3));
        bench.put(key(PREFIX, 3), notValid(1, PATH));
        assertMarked(true);
        bench.put(key(PREFIX, 3), signed(PathState.UNVERIFIED, "", PATH));
        assertMarked(false);
    }

    /** With ADD-PATH, each path counts alone. */
    @Test
    void onePathOfSeveralFromTheSameNeighborCountsAlone() {
        bench.put(key(PREFIX, 1, 1), notValid(1, PATH));
        bench.put(key(PREFIX, 2, 1), unsigned(PATH));
        assertMarked(true);
        bench.put(key(PREFIX, 2, 2), unsigned(65002, 64500));
        assertMarked(false);
        bench.withdraw(key(PREFIX, 2, 2));
        assertMarked(true);
    }

    @Test
    void twoBordersWithTheSameRefusedPathExchangeCopies() {
        bench.put(3, external(3, 2, 1));
        bench.put(4, internal(4, 1, 2));
        bench.put(key(PREFIX, 3), notValid(1, PATH));
        bench.put(key(PREFIX, 4), unsigned(PATH));
        assertMarked(true);
    }

    @Test
    void prependedAsesBelongToTheSamePath() {
        bench.put(COPY, unsigned((int) OWN_AS, (int) OWN_AS, 65001, 64500));
        assertMarked(true);
        bench.put(COPY, unsigned(65001, 65001, 65001, 64500));
        assertMarked(true);
        bench.put(COPY, unsigned(65009, 65001, 64500));
        assertMarked(false);
        bench.put(COPY, unsigned(65001, 64500, 64500));
        assertMarked(false);
    }

    @Test
    void nextHopDoesNotMatter() {
        bench.put(COPY, unsigned(PATH).setNextHop(ByteString.copyFrom(new byte[] {10, 0, 0, 1})));
        assertMarked(true);
    }

    @Test
    void theOriginatorOfAReflectedPathIsItsSender() {
        bench.put(2, internal(2, 2, 9)); // the reflector is not monitored
        assertMarked(false);
        bench.put(COPY, with(unsigned(PATH), sequence(65001, 64500), originator(1)));
        assertMarked(true);
        bench.put(COPY, with(unsigned(PATH), sequence(65001, 64500), originator(3)));
        assertMarked(false);
    }

    @Test
    void pathAttributesOfTheViewAfterPolicyNameTheOriginator() {
        bench.put(2, internal(2, 2, 9));
        bench.put(3, internal(3, 2, 9).setView(RibView.ADJ_RIB_IN_POST));
        bench.put(key(PREFIX, 3), with(unsigned(65002, 64500), sequence(65002, 64500), originator(1)));
        assertMarked(false);
        bench.put(key(PREFIX, 3), with(unsigned(PATH), sequence(65001, 64500), originator(1)));
        assertMarked(true);
    }

    /** Without path attributes, the paths of a monitored reflector tell what it reflects. */
    @Test
    void copiesOfCopiesAreFollowed() {
        bench.put(3, internal(3, 3, 2));
        bench.put(key(PREFIX, 3), unsigned(PATH));
        assertMarked(true);
        bench.put(4, internal(4, 2, 8)); // router 8 is not monitored
        bench.put(key(PREFIX, 4), unsigned(PATH));
        assertMarked(false);
        bench.withdraw(key(PREFIX, 4));
        assertMarked(true);
    }

    @Test
    void copiesOfOneAnotherWithoutASourceCount() {
        bench.put(REFUSED, notValid(1, 65003, 64501));
        bench.put(3, internal(3, 3, 2));
        bench.put(4, internal(4, 2, 3));
        bench.withdraw(COPY);
        bench.put(key(PREFIX, 3), unsigned(PATH));
        bench.put(key(PREFIX, 4), unsigned(PATH));
        bench.vrps();
        assertThat(bench.feed.status().differences().notValid())
                .extracting(pair -> pair.originAs())
                .containsExactly(64501L);
    }

    @Test
    void membersOfAConfederationPassOnCopies() {
        bench.put(1, external(1, 1, 1).setLocalAs(64999));
        bench.put(5, internal(5, 1, 7).setLocalAs(65101).setPeerAs(65101));
        bench.put(
                2,
                internal(2, 2, 1)
                        .setLocalAs(65102)
                        .setPeerAs(65101)
                        .setFacts(PeerFacts.newBuilder().setConfederationMember(true)));
        AsPath path = new AsPath(
                PathAttribute.FLAG_TRANSITIVE,
                List.of(segment(AsPath.AS_CONFED_SEQUENCE, 65101), segment(AsPath.AS_SEQUENCE, 65001, 64500)));
        bench.put(COPY, with(unsigned(65101, 65001, 64500), path));
        assertMarked(true);
        bench.put(2, internal(2, 2, 1).setLocalAs(65102).setPeerAs(65101));
        assertThat(bench.vrps()).as("an external peer").containsExactly(VRP);
    }

    @Test
    void aReflectedOverrideIsNoPath() {
        bench.numbers = Optional.of(NUMBERS);
        PathAttribute mark = new LargeCommunities(
                PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE,
                List.of(new LargeCommunities.LargeCommunity(OWN_AS, 36, 1)));
        bench.put(3, internal(3, 3, 1));
        bench.put(key(PREFIX, 3), with(unsigned(65002, 64500), sequence(65002, 64500), mark));
        assertMarked(true);
        bench.numbers = Optional.empty();
        assertMarked(false);
        bench.numbers = Optional.of(NUMBERS);
        assertMarked(true);
        bench.put(key(PREFIX, 3), with(unsigned(65002, 64500), sequence(65002, 64500)));
        assertMarked(false);
    }

    @Test
    void aNeighborInAnotherAsCannotHideItsPathAsAnOverride() {
        bench.numbers = Optional.of(NUMBERS);
        bench.put(3, external(3, 2, 2));
        bench.put(
                key(PREFIX, 3),
                with(
                        unsigned(65002, 64500),
                        sequence(65002, 64500),
                        new LargeCommunities(
                                PathAttribute.FLAG_OPTIONAL | PathAttribute.FLAG_TRANSITIVE,
                                List.of(new LargeCommunities.LargeCommunity(OWN_AS, 36, 1)))));
        assertMarked(false);
    }

    @Test
    void theViewAfterPolicyOfTheReceiverHasCopiesToo() {
        bench.put(2, internal(2, 2, 1).setView(RibView.ADJ_RIB_IN_POST));
        assertMarked(true);
    }

    @Test
    void theRouterThatDecidesCanHaveCopiesOnly() {
        DerivedBench inner = new DerivedBench("r2", 100);
        inner.rpki.replace(List.of(VRP));
        inner.put(1, external(1, 1, 1));
        inner.put(2, internal(2, 2, 1));
        inner.put(REFUSED, notValid(1, PATH));
        inner.put(COPY, unsigned(PATH));
        assertThat(inner.vrps()).containsExactly(MARK);
        inner.put(REFUSED, valid(PATH));
        assertThat(inner.vrps()).containsExactly(VRP);
    }

    @Test
    void aLostSenderMakesTheCopyCountAfterTheHoldTime() {
        assertMarked(true);
        bench.connected.remove(Bytes.wrap(session(1, 1, 1).getRouterHash().toByteArray()));
        assertMarked(true);
        bench.now = bench.now.plus(DerivedBench.HOLD);
        assertMarked(false);
    }

    @Test
    void theEndOfTheSendersSessionMakesTheCopyCount() {
        bench.put(3, external(3, 1, 4));
        bench.put(key(PREFIX, 3), notValid(1, 65004, 64500));
        assertMarked(true);
        bench.put(1, external(1, 1, 1).setState(State.DOWN).setEpoch(2).setDeadBefore(2));
        assertMarked(false);
    }

    @Test
    void serialsAreFurtherApartThanTheirInterval() {
        assertMarked(true);
        long serial = bench.serial();
        for (int i = 0; i < 20; i++) {
            bench.put(REFUSED, i % 2 == 0 ? valid(PATH) : notValid(1, PATH));
            bench.now = bench.now.plusMillis(10);
            bench.feed.deriveOrPass(bench.now);
        }
        assertThat(bench.serial()).isEqualTo(serial);
        bench.withdraw(COPY);
        bench.put(REFUSED, valid(PATH));
        assertMarked(false);
        assertThat(bench.serial()).isEqualTo(serial + 1);
    }

    /** A full mesh of 100 routers, each with a copy from each border that has the refused path. */
    @Test
    void aHundredRoutersAreReadInOnePass() {
        int routers = 100;
        int borders = 10;
        for (int router = 1; router <= routers; router++) {
            for (int border = 1; border <= borders; border++) {
                int number = router * borders + border;
                boolean own = router == border;
                apply(number, own ? external(number, router, 1) : internal(number, router, border), own);
            }
        }
        long begun = System.nanoTime();
        assertMarked(true);
        for (int i = 0; i < 20; i++) {
            bench.put(many(1 + borders * 2), i % 2 == 0 ? unsigned(65002, 64500) : unsigned(PATH));
            assertMarked(i % 2 != 0);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }

    private void apply(int number, Session.Builder session, boolean own) {
        RouteKey key = many(number);
        bench.feed.onChange(
                bench.table.applySession(
                        key.session().bytes().toArray(),
                        session.setSessionId(ByteString.copyFrom(
                                        key.session().bytes().toArray()))
                                .build()
                                .toByteArray()),
                DerivedBench.origin());
        bench.put(key, own ? notValid(1, PATH) : unsigned(PATH));
    }

    /** Returns a key of a session whose number has two bytes. */
    private static RouteKey many(int number) {
        byte[] id = sessionId(number & 0xff).bytes().toArray();
        id[id.length - 2] = (byte) (0x80 | number >> 8);
        return new RouteKey(Prefix.parse(PREFIX), 1, new SessionId(Bytes.wrap(id)), 0);
    }
}
