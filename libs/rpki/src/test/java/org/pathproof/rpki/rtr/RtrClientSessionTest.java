// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RouterKeyPdu;
import org.pathproof.wire.rtr.RtrError;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialNotify;
import org.pathproof.wire.rtr.SerialQuery;

class RtrClientSessionTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");
    private static final Vrp VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64496);
    private static final EndOfData.Intervals TIMES = new EndOfData.Intervals(100, 10, 1000);

    private static final RpkiBounds BOUNDS = new RpkiBounds(100, 20, 10, 12);

    private final RtrClientSession session = new RtrClientSession(1, 2, Duration.ofSeconds(30), BOUNDS);

    private List<RtrClientAction> feed(RtrPdu... pdus) {
        List<RtrClientAction> actions = new ArrayList<>();
        for (RtrPdu pdu : pdus) {
            actions.addAll(session.onPdu(pdu, T0));
        }
        return actions;
    }

    private RpkiSnapshot data() {
        return Objects.requireNonNull(session.data());
    }

    private static RouterKeyPdu key(int version, boolean announce, int number) {
        return new RouterKeyPdu(version, announce, TestKeys.numbered(number, number));
    }

    private static EndOfData end(int version, int sessionId, long serial) {
        return new EndOfData(version, sessionId, serial, version == 0 ? null : TIMES);
    }

    private void synchronise() {
        session.onConnect(T0);
        feed(new CacheResponse(2, 7), new PrefixPdu(2, true, VRP), key(2, true, 1), end(2, 7, 5));
        assertThat(session.state()).isEqualTo(RtrState.SYNCHRONISED);
    }

    private static RtrError sent(List<RtrClientAction> actions) {
        assertThat(actions).hasSize(2);
        assertThat(actions.get(1)).isInstanceOf(RtrClientAction.Close.class);
        RtrClientAction.Send send = (RtrClientAction.Send) actions.get(0);
        return RtrError.of(((ErrorReport) send.pdu()).code()).orElseThrow();
    }

    @Test
    void dataTakesEffectAtEndOfData() {
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        assertThat(feed(new CacheResponse(2, 7), new PrefixPdu(2, true, VRP), key(2, true, 1)))
                .isEmpty();
        assertThat(session.data()).isNull();
        assertThat(feed(end(2, 7, 5))).singleElement().isInstanceOf(RtrClientAction.Deliver.class);
        assertThat(session.data()).isNotNull().satisfies(data -> {
            assertThat(data.allVrps()).containsExactly(VRP);
            assertThat(data.allRouterKeys()).hasSize(1);
            assertThat(data.serial().toLong()).isEqualTo(5);
        });
        assertThat(session.next()).isEqualTo(T0.plusSeconds(100));
        assertThat(session.tick(T0.plusSeconds(99))).isEmpty();
        assertThat(session.tick(T0.plusSeconds(100)))
                .containsExactly(new RtrClientAction.Send(new SerialQuery(2, 7, 5)));
    }

    @Test
    void aNotifyTriggersAQueryWhoseAnswerIsApplied() {
        synchronise();
        assertThat(feed(new SerialNotify(2, 7, 5))).isEmpty();
        assertThat(feed(new SerialNotify(2, 7, 6))).containsExactly(new RtrClientAction.Send(new SerialQuery(2, 7, 5)));
        feed(new CacheResponse(2, 7), key(2, false, 1), key(2, true, 2), end(2, 7, 6));
        assertThat(session.data()).isNotNull();
        assertThat(data().allRouterKeys()).containsExactly(TestKeys.numbered(2, 2));
        assertThat(data().allVrps()).containsExactly(VRP);
    }

    @Test
    void aspasOfBothFamiliesAreOneAndAnAnnouncementReplaces() {
        session.onConnect(T0);
        feed(
                new CacheResponse(2, 7),
                new AspaPdu(2, true, AspaPdu.Layout.BY_FAMILY_IPV4, new Aspa(1, List.of(2L))),
                new AspaPdu(2, true, AspaPdu.Layout.BY_FAMILY_IPV6, new Aspa(1, List.of(3L))),
                new AspaPdu(2, true, AspaPdu.Layout.CURRENT, new Aspa(9, List.of(8L))),
                end(2, 7, 5));
        assertThat(data().allAspas()).containsExactly(new Aspa(1, List.of(2L, 3L)), new Aspa(9, List.of(8L)));
        feed(
                new SerialNotify(2, 7, 6),
                new CacheResponse(2, 7),
                new AspaPdu(2, false, AspaPdu.Layout.BY_FAMILY_IPV6, new Aspa(1, List.of(3L))),
                new AspaPdu(2, true, AspaPdu.Layout.CURRENT, new Aspa(9, List.of(7L))),
                end(2, 7, 6));
        assertThat(data().allAspas()).containsExactly(new Aspa(1, List.of(2L)), new Aspa(9, List.of(7L)));
        feed(
                new SerialNotify(2, 7, 7),
                new CacheResponse(2, 7),
                new AspaPdu(2, false, AspaPdu.Layout.CURRENT, new Aspa(9, List.of())),
                end(2, 7, 7));
        assertThat(data().allAspas()).containsExactly(new Aspa(1, List.of(2L)));
    }

    @Test
    void aWithdrawalWithProvidersIsReadInTheLayoutOfItsCache() {
        List<Long> providers = List.of(64500L, 64501L, 64502L, 64503L);
        Aspa three = new Aspa(3, providers);
        Aspa other = new Aspa(64500, List.of(64501L, 64502L, 64503L));
        session.onConnect(T0);
        feed(
                new CacheResponse(2, 7),
                new AspaPdu(2, true, AspaPdu.Layout.CURRENT, three),
                new AspaPdu(2, true, AspaPdu.Layout.CURRENT, other),
                end(2, 7, 5));
        RtrPdu both = new AspaPdu(2, false, AspaPdu.Layout.BY_FAMILY_IPV4, other);
        feed(new SerialNotify(2, 7, 6), new CacheResponse(2, 7), both, end(2, 7, 6));
        assertThat(session.state()).isEqualTo(RtrState.SYNCHRONISED);
        assertThat(data().allAspas()).containsExactly(other);
    }

    @Test
    void as0OfOneFamilyIsLeftOutBesideProvidersOfTheOther() {
        session.onConnect(T0);
        feed(
                new CacheResponse(2, 7),
                new AspaPdu(2, true, AspaPdu.Layout.BY_FAMILY_IPV4, new Aspa(1, List.of(0L))),
                new AspaPdu(2, true, AspaPdu.Layout.BY_FAMILY_IPV6, new Aspa(1, List.of(3L))),
                end(2, 7, 5));
        assertThat(data().allAspas()).containsExactly(new Aspa(1, List.of(3L)));
    }

    @Test
    void errorsKeepTheDataAndCauseAResetQuery() {
        synchronise();
        feed(new SerialNotify(2, 7, 6), new CacheResponse(2, 7));
        assertThat(sent(feed(key(2, true, 1)))).isEqualTo(RtrError.DUPLICATE_ANNOUNCEMENT_RECEIVED);
        session.onDisconnect("x");
        assertThat(session.data()).isNotNull();
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        feed(new CacheResponse(2, 8), key(2, true, 3));
        assertThat(sent(feed(key(2, false, 4)))).isEqualTo(RtrError.WITHDRAWAL_OF_UNKNOWN_RECORD);
        assertThat(data().allRouterKeys()).containsExactly(TestKeys.numbered(1, 1));
    }

    @Test
    void endsTheSessionOnProtocolErrors() {
        synchronise();
        assertThat(sent(feed(key(2, true, 9)))).isEqualTo(RtrError.CORRUPT_DATA);
        synchronise();
        assertThat(sent(feed(new SerialNotify(2, 8, 6)))).isEqualTo(RtrError.CORRUPT_DATA);
        synchronise();
        assertThat(sent(feed(new SerialNotify(1, 7, 6)))).isEqualTo(RtrError.UNEXPECTED_PROTOCOL_VERSION);
        synchronise();
        assertThat(sent(feed(new ResetQuery(2)))).isEqualTo(RtrError.INVALID_REQUEST);
        session.onDisconnect("x");
        session.onConnect(T0);
        assertThat(sent(feed(new CacheResponse(3, 7)))).isEqualTo(RtrError.UNSUPPORTED_PROTOCOL_VERSION);
        session.onDisconnect("x");
        session.onConnect(T0);
        assertThat(sent(feed(new CacheResponse(2, 7), end(2, 8, 1)))).isEqualTo(RtrError.CORRUPT_DATA);
    }

    @Test
    void aLostConnectionIsResumedByASerialQueryAndASessionChangeByAReset() {
        synchronise();
        session.onDisconnect("lost");
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new SerialQuery(2, 7, 5)));
        assertThat(feed(new CacheReset(2))).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        feed(new CacheResponse(2, 9), key(2, true, 4), end(2, 9, 1));
        assertThat(data().allRouterKeys()).containsExactly(TestKeys.numbered(4, 4));
        assertThat(data().allVrps()).isEmpty();
    }

    @Test
    void anUnansweredSerialQueryIsFollowedByAResetQuery() {
        synchronise();
        session.onDisconnect("the cache restarts");
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new SerialQuery(2, 7, 5)));
        assertThat(session.onDisconnect("closed without an answer")).isTrue();
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        assertThat(session.onDisconnect("closed again")).isFalse();
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        assertThat(data().allRouterKeys()).containsExactly(TestKeys.numbered(1, 1));
    }

    @Test
    void versionsAreTriedDownwards() {
        session.onConnect(T0);
        assertThat(feed(new SerialNotify(0, 1, 1))).isEmpty();
        List<RtrClientAction> actions = feed(new ErrorReport(1, 4, Bytes.EMPTY, ""));
        assertThat(actions)
                .singleElement()
                .isInstanceOfSatisfying(
                        RtrClientAction.Close.class,
                        close -> assertThat(close.soon()).isTrue());
        session.onDisconnect("x");
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(1)));
        actions = feed(new ErrorReport(0, 4, Bytes.EMPTY, ""));
        assertThat(actions)
                .singleElement()
                .isInstanceOfSatisfying(
                        RtrClientAction.Close.class,
                        close -> assertThat(close.soon()).isFalse());
        session.onDisconnect("x");
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        feed(new CacheResponse(1, 7), key(1, true, 1), end(1, 7, 1)); // a response of a lower version
        assertThat(session.version()).isEqualTo(1);
        assertThat(session.state()).isEqualTo(RtrState.SYNCHRONISED);
    }

    @Test
    void aCacheThatClosesSilentlyTwiceIsTriedWithALowerVersion() {
        session.onConnect(T0);
        assertThat(session.onDisconnect("closed")).isFalse();
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
        assertThat(session.onDisconnect("closed")).isTrue();
        assertThat(session.onConnect(T0)).containsExactly(new RtrClientAction.Send(new ResetQuery(1)));
        feed(new CacheResponse(1, 7), end(1, 7, 1));
        for (int i = 0; i < 5; i++) { // the cache has used version 1 before: closing is not a refusal
            assertThat(session.onDisconnect("closed")).isEqualTo(i == 1);
            session.onConnect(T0);
            assertThat(session.version()).isEqualTo(1);
        }
    }

    @Test
    void noDataAvailableIsRetried() {
        session.onConnect(T0);
        assertThat(feed(new ErrorReport(2, 2, Bytes.EMPTY, "warming up"))).isEmpty();
        assertThat(session.state()).isEqualTo(RtrState.NO_DATA);
        assertThat(session.problem()).contains("warming up");
        assertThat(session.tick(T0.plusSeconds(30))).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
    }

    @Test
    void aSerialNotifyAfterNoDataTriggersAQuery() {
        session.onConnect(T0);
        assertThat(feed(new SerialNotify(2, 7, 1))).isEmpty();
        assertThat(feed(new ErrorReport(2, 2, Bytes.EMPTY, "warming up"))).isEmpty();
        assertThat(feed(new SerialNotify(2, 7, 1))).containsExactly(new RtrClientAction.Send(new ResetQuery(2)));
    }

    @Test
    void aCacheThatDoesNotAnswerIsDisconnected() {
        session.onConnect(T0);
        assertThat(session.tick(T0.plusSeconds(60))).singleElement().isInstanceOf(RtrClientAction.Close.class);
    }

    @Test
    void intervalsAreLimitedToTheirRanges() {
        assertThat(RtrTiming.of(new EndOfData.Intervals(0, 0, 0)))
                .isEqualTo(new RtrTiming(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMinutes(10)));
        assertThat(RtrTiming.of(new EndOfData.Intervals(1L << 31, 1L << 31, 1L << 31)))
                .isEqualTo(new RtrTiming(Duration.ofDays(1), Duration.ofHours(2), Duration.ofDays(2)));
        assertThat(RtrTiming.of(null)).isEqualTo(RtrTiming.DEFAULT);
    }

    @Property
    void noSequenceOfPdusLosesDataOrThrows(@ForAll @Size(max = 40) List<@IntRange(max = 13) Integer> steps) {
        RtrClientSession any = new RtrClientSession(0, 2, Duration.ofSeconds(30), RpkiBounds.DEFAULT);
        any.onConnect(T0);
        boolean had = false;
        for (int step : steps) {
            switch (step) {
                case 0 -> any.onPdu(new CacheResponse(2, 7), T0);
                case 1 -> any.onPdu(key(2, true, 1), T0);
                case 2 -> any.onPdu(key(2, false, 1), T0);
                case 3 -> any.onPdu(end(2, 7, 1), T0);
                case 4 -> any.onPdu(new SerialNotify(2, 7, 9), T0);
                case 5 -> any.onPdu(new CacheReset(2), T0);
                case 6 -> any.onPdu(new ErrorReport(2, 2, Bytes.EMPTY, ""), T0);
                case 7 -> any.onPdu(new ErrorReport(1, 4, Bytes.EMPTY, ""), T0);
                case 8 -> any.onPdu(new CacheResponse(1, 7), T0);
                case 9 -> any.onPdu(end(1, 7, 1), T0);
                case 10 -> any.tick(T0.plusSeconds(1_000_000));
                case 11 -> any.onDisconnect("x");
                default -> any.onConnect(T0);
            }
            assertThat(any.version()).isBetween(0, 2);
            assertThat(!had || any.data() != null).isTrue();
            had = any.data() != null;
        }
    }

    private void assertRefused(List<RtrClientAction> actions, String bound) {
        assertThat(sent(actions)).isEqualTo(RtrError.INTERNAL_ERROR);
        assertThat(session.problem())
                .contains("the set is refused: it has more than " + bound, "pathproof.key-sync.max-");
        assertThat(session.holdOff()).isEqualTo(Duration.ofSeconds(30));
        assertThat(data().allVrps()).containsExactly(VRP); // the data before the error stays
        session.onDisconnect("closed");
        session.onConnect(T0);
        assertThat(session.holdOff()).isEqualTo(Duration.ZERO);
    }

    private static PrefixPdu vrp(int number) {
        return new PrefixPdu(2, true, new Vrp(Prefix.ipv4(number << 8, 24), 24, 1));
    }

    @Test
    void aSetAboveABoundIsRefusedAtOnce() {
        synchronise();
        session.onDisconnect("x");
        session.onConnect(T0);
        feed(new CacheReset(2), new CacheResponse(2, 7));
        for (int i = 0; i < 100; i++) {
            assertThat(feed(vrp(i))).isEmpty();
        }
        assertRefused(feed(vrp(100)), "100 VRPs");
        feed(new CacheResponse(2, 7));
        for (int i = 0; i < 20; i++) {
            assertThat(feed(key(2, true, i))).isEmpty();
        }
        assertRefused(feed(key(2, true, 20)), "20 router keys");
        feed(new CacheResponse(2, 7));
        Bytes huge = Bytes.wrap(new byte[20 * RpkiBounds.BYTES_PER_KEY]);
        RouterKey large = new RouterKey(1, Bytes.wrap(new byte[20]), huge.concat(Bytes.fromHex("00")));
        assertRefused(feed(new RouterKeyPdu(2, true, large)), "4,000 bytes of router keys");
        feed(new CacheResponse(2, 7));
        for (int i = 0; i < 10; i++) {
            assertThat(feed(new AspaPdu(2, true, AspaPdu.Layout.CURRENT, new Aspa(i, List.of(1L)))))
                    .isEmpty();
        }
        assertRefused(feed(new AspaPdu(2, true, AspaPdu.Layout.CURRENT, new Aspa(10, List.of(1L)))), "10 ASPAs");
        feed(new CacheResponse(2, 7));
        Aspa wide = new Aspa(
                1, java.util.stream.LongStream.rangeClosed(1, 13).boxed().toList());
        assertRefused(feed(new AspaPdu(2, true, AspaPdu.Layout.CURRENT, wide)), "12 providers in its ASPAs");
    }

    @Test
    void boundsApplyToTheSetAfterAChange() {
        synchronise();
        feed(new SerialNotify(2, 7, 6), new CacheResponse(2, 7), new PrefixPdu(2, false, VRP));
        for (int i = 0; i < 100; i++) {
            assertThat(feed(vrp(i))).isEmpty();
        }
        feed(end(2, 7, 6));
        assertThat(data().allVrps()).hasSize(100);
        feed(new SerialNotify(2, 7, 7), new CacheResponse(2, 7), new PrefixPdu(2, false, vrp(0).vrp()));
        assertThat(feed(vrp(100))).isEmpty();
        assertThat(sent(feed(vrp(101)))).isEqualTo(RtrError.INTERNAL_ERROR);
    }

    @Test
    void anAspaWithMoreProvidersThanItsProfileAllowsIsAnError() {
        session.onConnect(T0);
        feed(new CacheResponse(2, 7));
        Aspa wide = new Aspa(
                1,
                java.util.stream.LongStream.rangeClosed(1, RpkiBounds.PROVIDERS_PER_ASPA + 1)
                        .boxed()
                        .toList());
        assertThat(sent(feed(new AspaPdu(2, true, AspaPdu.Layout.CURRENT, wide))))
                .isEqualTo(RtrError.ASPA_PROVIDER_LIST_ERROR);
    }

    /** A cache that sends a PDU from time to time never reaches the timeout between PDUs. */
    @Test
    void anAnswerThatNeverEndsEndsTheSession() {
        synchronise();
        feed(new SerialNotify(2, 7, 6), new CacheResponse(2, 7));
        Instant now = T0;
        for (int i = 0; i < 30; i++) {
            now = now.plusSeconds(59);
            assertThat(session.onPdu(vrp(i), now)).isEmpty();
        }
        assertThat(session.onPdu(vrp(30), now.plusSeconds(59)))
                .singleElement()
                .isInstanceOfSatisfying(
                        RtrClientAction.Close.class,
                        close -> assertThat(close.why()).contains("30 min"));
        assertThat(data().allVrps()).containsExactly(VRP);
    }
}
