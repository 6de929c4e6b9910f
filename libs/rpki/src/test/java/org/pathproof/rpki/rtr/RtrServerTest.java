// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RpkiObject;
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

class RtrServerTest {
    private static final List<RpkiObject> OBJECTS = List.of(
            new Vrp(Prefix.parse("10.0.0.0/8"), 8, 1),
            new Vrp(Prefix.parse("10.0.0.0/16"), 16, 2),
            new Vrp(Prefix.parse("10.0.0.0/16"), 24, 2),
            new Vrp(Prefix.parse("2001:db8::/32"), 48, 3),
            TestKeys.AS64496,
            new Aspa(65000, List.of(1L, 2L)));

    private final MemoryRpkiSource source = new MemoryRpkiSource(1000);
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        source.close();
    }

    private static RtrServerSettings settings() {
        return RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withNotifyInterval(Duration.ofMillis(50));
    }

    private RtrServer server(RtrServerSettings settings) throws IOException {
        RtrServer server = new RtrServer(settings, source).start();
        opened.add(server);
        return server;
    }

    private RtrClient client(RtrServer server, int min, int max) {
        RtrClient client =
                new RtrClient(RtrClientSettings.of("127.0.0.1", server.port()).withVersions(min, max), c -> {}).start();
        opened.add(client);
        return client;
    }

    private ScriptedRouter router(RtrServer server) throws IOException {
        ScriptedRouter router = new ScriptedRouter(server);
        opened.add(router);
        return router;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void clientAndServerAgreeInEveryVersion(int version) throws IOException {
        source.replace(OBJECTS);
        RtrClient client = client(server(settings()), version, version);
        await().until(() -> client.data().isPresent());
        List<RpkiObject> expected = OBJECTS.stream()
                .filter(object -> object instanceof Vrp || version >= 1)
                .filter(object -> !(object instanceof Aspa) || version >= 2)
                .toList();
        RpkiSnapshot wanted = RpkiSnapshot.of(0, new Serial(0), expected);
        assertThat(wanted.sameData(client.data().orElseThrow())).isTrue();
        Vrp more = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 9);
        source.apply(List.of(more, new Aspa(65000, List.of(7L))), List.of(OBJECTS.get(0), TestKeys.AS64496));
        await().until(() -> client.data().orElseThrow().contains(more));
        RpkiSnapshot after = client.data().orElseThrow();
        assertThat(after.contains(OBJECTS.get(0))).isFalse();
        assertThat(after.allRouterKeys()).isEmpty();
        if (version == 2) {
            assertThat(after.allAspas()).containsExactly(new Aspa(65000, List.of(7L)));
        }
    }

    @Test
    void payloadIsInOrderAndEachObjectOnce() throws IOException {
        source.replace(OBJECTS);
        List<RtrPdu> answer = router(server(settings())).query(new ResetQuery(2));
        assertThat(answer.subList(1, answer.size() - 1))
                .containsExactly(
                        new PrefixPdu(2, true, (Vrp) OBJECTS.get(3)),
                        new PrefixPdu(2, true, (Vrp) OBJECTS.get(2)),
                        new PrefixPdu(2, true, (Vrp) OBJECTS.get(1)),
                        new PrefixPdu(2, true, (Vrp) OBJECTS.get(0)),
                        new RouterKeyPdu(2, true, TestKeys.AS64496),
                        new AspaPdu(2, true, AspaPdu.Layout.CURRENT, (Aspa) OBJECTS.get(5)));
        assertThat(((EndOfData) answer.getLast()).intervals()).isEqualTo(new EndOfData.Intervals(3600, 600, 7200));
    }

    @Test
    void malformedAspasAreNeitherAnnouncedNorWithdrawn() throws IOException {
        Aspa good = new Aspa(64496, List.of(64497L));
        Aspa none = new Aspa(64498, List.of());
        source.replace(List.of(good, none, new Aspa(64499, List.of(0L))));
        RtrServer server = server(settings());
        ScriptedRouter router = router(server);
        List<RtrPdu> whole = router.query(new ResetQuery(2));
        assertThat(whole.subList(1, whole.size() - 1))
                .containsExactly(
                        new AspaPdu(2, true, AspaPdu.Layout.CURRENT, good),
                        new AspaPdu(2, true, AspaPdu.Layout.CURRENT, new Aspa(64499, List.of(0L))));
        CacheResponse first = (CacheResponse) whole.getFirst();
        long serial = source.current().orElseThrow().serial().toLong();
        source.apply(List.of(new Aspa(64496, List.of(0L, 1L))), List.of(none));
        assertThat(router.next()).isInstanceOf(SerialNotify.class);
        List<RtrPdu> changes = router.query(new SerialQuery(2, first.sessionId(), serial));
        assertThat(changes.subList(1, changes.size() - 1))
                .containsExactly(new AspaPdu(2, false, AspaPdu.Layout.CURRENT, new Aspa(64496, List.of())));
    }

    @Test
    void serialQueriesAreAnsweredFromHistoryOrByCacheReset() throws IOException {
        source.replace(OBJECTS);
        RtrServer server = server(settings());
        ScriptedRouter router = router(server);
        CacheResponse first = (CacheResponse) router.query(new ResetQuery(1)).getFirst();
        assertThat(router.query(new SerialQuery(1, first.sessionId(), 1))).hasSize(2);
        source.apply(List.of(TestKeys.numbered(1, 1)), List.of());
        source.apply(List.of(TestKeys.numbered(2, 2)), List.of(TestKeys.numbered(1, 1)));
        assertThat(router.next()).isInstanceOf(SerialNotify.class);
        await().until(() -> source.current().orElseThrow().serial().equals(new Serial(3)));
        List<RtrPdu> changes = router.query(new SerialQuery(1, first.sessionId(), 1));
        assertThat(changes)
                .contains(new RouterKeyPdu(1, true, TestKeys.numbered(2, 2)))
                .hasSize(3);
        ScriptedRouter late = router(server);
        assertThat(late.query(new SerialQuery(1, first.sessionId(), 77))).containsExactly(new CacheReset(1));
        assertThat(late.query(new SerialQuery(1, first.sessionId() + 1, 1))).containsExactly(new CacheReset(1));
        assertThat(late.query(new ResetQuery(1))).hasSizeGreaterThan(3);
    }

    @Test
    void aRouterThatHasToResetIsNotNotified() throws IOException {
        source.replace(OBJECTS);
        ScriptedRouter router = router(server(settings()));
        CacheResponse first = (CacheResponse) router.query(new ResetQuery(1)).getFirst();
        assertThat(router.query(new SerialQuery(1, first.sessionId() + 1, 1))).containsExactly(new CacheReset(1));
        source.apply(List.of(TestKeys.numbered(1, 1)), List.of());
        assertThatThrownBy(() -> router.next(Duration.ofMillis(500))).isInstanceOf(SocketTimeoutException.class);
        assertThat(router.query(new ResetQuery(1))).contains(new RouterKeyPdu(1, true, TestKeys.numbered(1, 1)));
        source.apply(List.of(TestKeys.numbered(2, 2)), List.of());
        assertThat(router.next()).isInstanceOf(SerialNotify.class);
    }

    @Test
    void aRouterThatQueriedEarlyIsNotifiedOfData() throws IOException {
        ScriptedRouter early = router(server(settings()));
        assertThat(early.query(new ResetQuery(2)))
                .first()
                .isInstanceOfSatisfying(
                        ErrorReport.class,
                        report -> assertThat(report.code()).isEqualTo(RtrError.NO_DATA_AVAILABLE.code()));
        source.replace(OBJECTS);
        assertThat(early.next()).isInstanceOf(SerialNotify.class);
        assertThat(early.query(new ResetQuery(2))).first().isInstanceOf(CacheResponse.class);
    }

    @Test
    void answersInvalidPdusWithErrorReports() throws IOException {
        RtrServer server = server(settings());
        ScriptedRouter early = router(server);
        assertThat(early.query(new ResetQuery(2)))
                .singleElement()
                .isInstanceOfSatisfying(
                        ErrorReport.class, report -> assertThat(report.code()).isEqualTo(2));
        source.replace(OBJECTS);
        await().untilAsserted(() -> assertThat(early.query(new ResetQuery(2))).hasSizeGreaterThan(3));
        assertThat(early.query(new ResetQuery(1)))
                .singleElement()
                .isInstanceOfSatisfying(
                        ErrorReport.class, report -> assertThat(report.code()).isEqualTo(8));
        ScriptedRouter newer = router(server);
        assertThat(newer.query(new ResetQuery(3))).singleElement().isInstanceOfSatisfying(ErrorReport.class, report -> {
            assertThat(report.code()).isEqualTo(4);
            assertThat(report.version()).isEqualTo(2);
        });
        assertThat(newer.next()).isEqualTo(ScriptedRouter.CLOSED);
        ScriptedRouter wrong = router(server);
        assertThat(wrong.query(new CacheResponse(1, 1)))
                .singleElement()
                .isInstanceOfSatisfying(
                        ErrorReport.class, report -> assertThat(report.code()).isEqualTo(3));
        ScriptedRouter corrupt = router(server);
        corrupt.send(Bytes.fromHex("0102000000000003"));
        assertThat(corrupt.next())
                .isInstanceOfSatisfying(
                        ErrorReport.class, report -> assertThat(report.code()).isEqualTo(0));
        await().until(() -> server.sessions().isEmpty());
    }

    @Test
    void clientRulesLimitVersionAndKeys() throws IOException {
        source.replace(OBJECTS);
        RtrServer server = server(settings()
                .withClients(List.of(new RtrServerSettings.ClientRule(
                        Prefix.parse("127.0.0.0/8"), new RtrContent(1, false, true)))));
        assertThat(router(server).query(new ResetQuery(2)).getFirst())
                .isInstanceOfSatisfying(
                        ErrorReport.class,
                        report -> assertThat(report.version()).isEqualTo(1));
        assertThat(router(server).query(new ResetQuery(1)))
                .noneMatch(RouterKeyPdu.class::isInstance)
                .hasSize(6);
        RtrClient client = client(server, 0, 2);
        await().until(() -> client.data().isPresent());
        assertThat(client.status().version()).isEqualTo(1);
    }

    @Test
    void sessionsAreLimited() throws IOException {
        source.replace(OBJECTS);
        RtrServer server = server(settings().withLimits(RtrLimits.DEFAULT.withMaxSessions(1, 1)));
        ScriptedRouter one = router(server);
        one.query(new ResetQuery(1));
        ScriptedRouter two = router(server);
        assertThat(two.next()).isEqualTo(ScriptedRouter.CLOSED);
        assertThat(server.sessions()).hasSize(1).first().satisfies(router -> {
            assertThat(router.version()).isEqualTo(1);
            assertThat(router.serial()).isEqualTo(1);
        });
    }

    @Test
    void aRestartedCacheDoesNotEmptyItsClient() throws IOException {
        source.replace(OBJECTS);
        RtrServer server = server(settings());
        RtrClient client = client(server, 1, 2);
        await().until(() -> client.data().isPresent());
        int port = server.port();
        server.close();
        await().until(() -> client.status().state() == RtrState.DISCONNECTED);
        assertThat(client.data().orElseThrow().size()).isEqualTo(OBJECTS.size());
        assertThat(client.status().problem()).isNotBlank();
        source.apply(List.of(TestKeys.numbered(5, 5)), List.of());
        RtrServerSettings again = RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        opened.add(new RtrServer(again, source).start());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> client.data().orElseThrow().size() == OBJECTS.size() + 1);
        await().until(() -> client.status().problem() == null);
    }
}
