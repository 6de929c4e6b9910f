// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RtrError;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialNotify;
import org.pathproof.wire.rtr.SerialQuery;

/** Tests what routers get while the data of the sources expire, and afterwards. */
class RtrExpiryTest {
    private static final List<RpkiObject> OBJECTS = List.of(
            new Vrp(Prefix.parse("10.0.0.0/8"), 8, 1),
            new Vrp(Prefix.parse("2001:db8::/32"), 48, 3),
            TestKeys.AS64496,
            new Aspa(65000, List.of(1L, 2L)));
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final RtrTiming TIMING =
            new RtrTiming(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ofHours(2));

    /** A clock that the test sets. */
    private static final class TestClock extends Clock {
        private volatile Instant now = START;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    private final TestClock clock = new TestClock();
    private final MemoryRpkiSource source = new MemoryRpkiSource(1000);
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void fill() {
        source.replace(OBJECTS);
        source.setExpires(START.plus(Duration.ofHours(1)));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        source.close();
    }

    private static RtrServerSettings settings() {
        return RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withTiming(TIMING)
                .withNotifyInterval(Duration.ofMillis(50));
    }

    private RtrServer server(RtrServerSettings settings) throws IOException {
        RtrServer server = new RtrServer(
                        settings, new RtrHistory(source, 10, clock), RtrServer.plain(settings), RtrServerListener.NONE)
                .start();
        opened.add(server);
        return server;
    }

    private ScriptedRouter router(RtrServer server) throws IOException {
        ScriptedRouter router = new ScriptedRouter(server);
        opened.add(router);
        return router;
    }

    private void pass(Duration time) {
        clock.now = clock.now.plus(time);
    }

    private static EndOfData end(List<RtrPdu> answer) {
        assertThat(answer.getLast()).isInstanceOf(EndOfData.class);
        return (EndOfData) answer.getLast();
    }

    private static void assertNoData(List<RtrPdu> answer) {
        assertThat(answer).singleElement().isInstanceOfSatisfying(ErrorReport.class, report -> {
            assertThat(report.code()).isEqualTo(RtrError.NO_DATA_AVAILABLE.code());
            assertThat(report.text()).contains("expired");
        });
    }

    @ParameterizedTest
    @CsvSource({
        // remaining, refresh, retry, expire
        "PT48H, 600, 60, 7200",
        "PT2H, 600, 60, 7200",
        "PT1H59M59S, 600, 60, 7199",
        "PT20M1S, 600, 60, 1201",
        "PT15M, 450, 60, 900",
        "PT10M, 300, 60, 600",
        "PT9M59S, 299, 60, 600",
        "PT1M, 30, 30, 600",
        "PT1S, 1, 1, 600",
    })
    void theExpireIntervalCountsDownWithTheSources(Duration remaining, long refresh, long retry, long expire)
            throws IOException {
        source.setExpires(START.plus(remaining));
        EndOfData end = end(router(server(settings())).query(new ResetQuery(1)));
        assertThat(end.intervals()).isEqualTo(new EndOfData.Intervals(refresh, retry, expire));
    }

    @Test
    void aConfirmationExtendsTheExpireInterval() throws IOException {
        ScriptedRouter router = router(server(settings()));
        EndOfData first = end(router.query(new ResetQuery(2)));
        assertThat(first.intervals()).isEqualTo(new EndOfData.Intervals(600, 60, 3600));
        pass(Duration.ofMinutes(30));
        EndOfData second = end(router.query(new SerialQuery(2, first.sessionId(), first.serial())));
        assertThat(second.intervals()).isEqualTo(new EndOfData.Intervals(600, 60, 1800));
        source.setExpires(clock.now.plus(Duration.ofHours(3)));
        EndOfData third = end(router.query(new SerialQuery(2, first.sessionId(), first.serial())));
        assertThat(third.intervals()).isEqualTo(new EndOfData.Intervals(600, 60, 7200));
    }

    @Test
    void dataOfASourceWithoutExpiryHaveTheConfiguredInterval() throws IOException {
        source.setExpires(null);
        pass(Duration.ofDays(100));
        EndOfData end = end(router(server(settings())).query(new ResetQuery(1)));
        assertThat(end.intervals()).isEqualTo(new EndOfData.Intervals(600, 60, 7200));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void queriesAreAnsweredWithNoDataAvailableAfterTheExpiry(int version) throws IOException {
        RtrServer server = server(settings());
        EndOfData before = end(router(server).query(new ResetQuery(version)));
        pass(Duration.ofHours(1));
        ScriptedRouter router = router(server);
        assertNoData(router.query(new ResetQuery(version)));
        assertNoData(router.query(new ResetQuery(version))); // the session goes on
        ScriptedRouter other = router(server);
        assertNoData(other.query(new SerialQuery(version, before.sessionId(), before.serial() - 1)));
        assertNoData(other.query(new SerialQuery(version, before.sessionId() ^ 1, before.serial())));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void connectedRoutersLoseTheirDataAtTheExpiryAndGetThemBack(int version) throws IOException {
        RtrServer server = server(settings());
        ScriptedRouter router = router(server);
        StrictData held = new StrictData(version);
        List<RtrPdu> whole = router.query(new ResetQuery(version));
        held.receive(whole, true);
        assertThat(held.size()).isEqualTo(version == 0 ? 2 : version == 1 ? 3 : 4);
        EndOfData first = end(whole);
        pass(Duration.ofHours(1));
        assertThat(router.next())
                .isInstanceOfSatisfying(
                        SerialNotify.class,
                        notify -> assertThat(notify.serial()).isNotEqualTo(first.serial()));
        List<RtrPdu> withdrawal = router.query(new SerialQuery(version, first.sessionId(), first.serial()));
        held.receive(withdrawal, false);
        assertThat(held.size()).isZero();
        EndOfData end = end(withdrawal);
        if (version > 0) {
            assertThat(end.intervals()).isEqualTo(new EndOfData.Intervals(60, 60, 7200));
        }
        assertNoData(router.query(new SerialQuery(version, end.sessionId(), end.serial())));
        assertThatThrownBy(() -> router.next(Duration.ofMillis(300)))
                .as("a Serial Notify without data")
                .isInstanceOf(SocketTimeoutException.class);
        source.setExpires(clock.now.plus(Duration.ofHours(1)));
        assertThat(router.next())
                .isInstanceOfSatisfying(
                        SerialNotify.class,
                        notify -> assertThat(notify.serial()).isEqualTo(first.serial()));
        assertThat(router.query(new SerialQuery(version, end.sessionId(), end.serial())))
                .containsExactly(new CacheReset(version));
        assertThat(router.query(new ResetQuery(version))).isEqualTo(whole);
    }

    @Test
    void aRouterWithOlderDataGetsTheChangesBeforeTheWithdrawal() throws IOException {
        RtrServer server = server(settings().withNotifyInterval(Duration.ofHours(1)));
        ScriptedRouter router = router(server);
        StrictData held = new StrictData(2);
        List<RtrPdu> whole = router.query(new ResetQuery(2));
        held.receive(whole, true);
        source.apply(List.of(TestKeys.numbered(1, 1)), List.of(OBJECTS.getFirst()));
        assertThat(router.next()).isInstanceOf(SerialNotify.class);
        pass(Duration.ofHours(1));
        EndOfData first = end(whole);
        List<RtrPdu> changes = router.query(new SerialQuery(2, first.sessionId(), first.serial()));
        held.receive(changes, false);
        assertThat(held.size()).isEqualTo(4);
        assertThat(end(changes).intervals()).as("queries again at once").isEqualTo(new EndOfData.Intervals(1, 1, 600));
        held.receive(
                router.query(new SerialQuery(2, first.sessionId(), end(changes).serial())), false);
        assertThat(held.size()).isZero();
    }

    @Test
    void aRouterThatQueriedAfterTheExpiryIsNotifiedOfData() throws IOException {
        pass(Duration.ofHours(2));
        ScriptedRouter router = router(server(settings()));
        assertNoData(router.query(new ResetQuery(1)));
        assertThatThrownBy(() -> router.next(Duration.ofMillis(300))).isInstanceOf(SocketTimeoutException.class);
        source.setExpires(clock.now.plus(Duration.ofHours(1)));
        assertThat(router.next()).isInstanceOf(SerialNotify.class);
        assertThat(router.query(new ResetQuery(1)).getFirst()).isInstanceOf(CacheResponse.class);
    }

    @Test
    void changesDuringTheExpiryAreNotServed() throws IOException {
        pass(Duration.ofHours(1));
        ScriptedRouter router = router(server(settings()));
        source.apply(List.of(TestKeys.numbered(1, 1)), List.of());
        assertNoData(router.query(new ResetQuery(1)));
    }

    @Test
    void replicasWithdrawWithTheSameSerial() throws IOException {
        RtrServer one = server(settings());
        RtrServer two = server(settings());
        EndOfData first = end(router(one).query(new ResetQuery(1)));
        pass(Duration.ofHours(1));
        SerialQuery query = new SerialQuery(1, first.sessionId(), first.serial());
        List<RtrPdu> withdrawal = router(one).query(query);
        assertThat(router(two).query(query)).isEqualTo(withdrawal);
        assertNoData(router(two)
                .query(new SerialQuery(1, first.sessionId(), end(withdrawal).serial())));
    }

    @Test
    void expiredDataAreServedIfTheSettingsSaySo() throws IOException {
        RtrServer server = server(settings().withServesExpired(true));
        ScriptedRouter router = router(server);
        router.query(new ResetQuery(1));
        pass(Duration.ofDays(2));
        EndOfData end = end(router.query(new ResetQuery(1)));
        assertThat(end.intervals()).isEqualTo(new EndOfData.Intervals(600, 60, 7200));
        assertThatThrownBy(() -> router.next(Duration.ofMillis(300))).isInstanceOf(SocketTimeoutException.class);
    }

    /** The data of a {@link StrictRouter} that receives whole responses. */
    private static final class StrictData {
        private final StrictRouter router;

        StrictData(int version) {
            router = new StrictRouter(version);
        }

        void receive(List<RtrPdu> response, boolean reset) {
            assertThat(response.getFirst()).isInstanceOf(CacheResponse.class);
            List<RtrPdu> data = response.subList(1, response.size() - 1);
            EncodedPdus encoded = EncodedPdus.of(data.size(), data::get);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            encoded.chunks().forEach(bytes::writeBytes);
            router.receive(bytes.toByteArray(), reset);
        }

        int size() {
            return router.content().size();
        }
    }
}
