// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.harness.Conditions;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.srx.SrxDefaults;
import org.pathproof.wire.srx.SrxError;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;
import org.pathproof.wire.srx.SrxResults;

/** Tests the server with the SRx protocol over TCP. */
class SrxServerTest {
    private static final int PATH_WITH_RECEIPT = SrxFlags.PATH | SrxFlags.RECEIPT;
    private static final BatchVerifier ENGINE = new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem()));

    private final MemoryRpkiSource rpki = new MemoryRpkiSource(7);
    private final AtomicInteger verified = new AtomicInteger();
    /** Times from requests and changes to their results. */
    private final List<Long> answered = new CopyOnWriteArrayList<>();

    private SrxServer server;

    @BeforeEach
    void start() throws IOException {
        server = start(settings(1_000, 8));
    }

    @AfterEach
    void stop() {
        server.close();
        rpki.close();
    }

    @Test
    void everyUpdateOfNistIsValidUntilItsKeyIsWithdrawn() throws IOException {
        rpki.replace(NistUpdates.keys());
        List<SrxPdu.VerifyRequest> requests =
                NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER);
        assertThat(requests).hasSizeGreaterThan(5);
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            Map<Long, SrxPdu.VerifyNotification> receipts = verify(proxy, requests);
            assertThat(receipts.values()).allSatisfy(receipt -> {
                assertThat(receipt.types()).isEqualTo(PATH_WITH_RECEIPT);
                assertThat(receipt.results().path()).isEqualTo(SrxResults.VALID);
            });
            int verifications = verified.get();
            long updates = receipts.values().stream()
                    .map(SrxPdu.VerifyNotification::updateId)
                    .distinct()
                    .count();

            rpki.apply(List.of(), NistUpdates.keys());
            assertThat(changes(proxy, updates)).containsOnly(SrxResults.INVALID);
            Conditions.await("times of all results", () -> answered.size() == requests.size() + updates);
            assertThat(answered)
                    .allSatisfy(nanos -> assertThat(nanos).isBetween(0L, Conditions.START_TIMEOUT.toNanos()));
            rpki.apply(NistUpdates.keys(), List.of());
            assertThat(changes(proxy, updates)).containsOnly(SrxResults.VALID);
            assertThat(verified).hasValue(verifications);
        }
    }

    @Test
    void anEqualUpdateHasTheSameIdentifierAndIsNotVerifiedAgain() throws IOException {
        rpki.replace(NistUpdates.keys());
        SrxPdu.VerifyRequest request = NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER)
                .getFirst();
        try (TestProxy one = TestProxy.open(server.port(), 1);
                TestProxy two = TestProxy.open(server.port(), 0)) {
            SrxPdu.VerifyNotification first = verify(one, request);
            int verifications = verified.get();
            SrxPdu.VerifyNotification second = verify(two, request);
            assertThat(second).isEqualTo(first);
            assertThat(verified).hasValue(verifications);
        }
    }

    @Test
    void aPathForAnotherReceiverIsInvalid() throws IOException {
        rpki.replace(NistUpdates.keys());
        List<SrxPdu.VerifyRequest> requests =
                NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER + 1);
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            assertThat(verify(proxy, requests).values())
                    .allSatisfy(receipt -> assertThat(receipt.results().path()).isEqualTo(SrxResults.INVALID));
        }
    }

    @Test
    void anUpdateWithoutLocalAsIsForTheAsOfTheRouter() throws IOException {
        rpki.replace(NistUpdates.keys());
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            assertThat(verify(proxy, NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, 0))
                            .values())
                    .allSatisfy(receipt -> assertThat(receipt.results().path()).isEqualTo(SrxResults.VALID));
        }
    }

    @Test
    void withoutAnRpkiSetTheReceiptRepeatsTheProposalAndTheResultFollows() throws IOException {
        SrxDefaults proposal = new SrxDefaults(
                SrxDefaults.SOURCE_ROUTER,
                SrxDefaults.SOURCE_ROUTER,
                SrxDefaults.SOURCE_ROUTER,
                new SrxResults(SrxResults.INVALID, SrxResults.INVALID, SrxResults.UNDEFINED));
        SrxPdu.VerifyRequest request = NistUpdates.requests(
                        PATH_WITH_RECEIPT | SrxFlags.ORIGIN, proposal, NistUpdates.RECEIVER)
                .getFirst();
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            assertThat(verify(proxy, request).results()).isEqualTo(proposal.results());
            rpki.replace(NistUpdates.keys());
            SrxPdu.VerifyNotification result = proxy.read(SrxPdu.VerifyNotification.class);
            assertThat(result.results().path()).isEqualTo(SrxResults.VALID);
            assertThat(result.results().origin()).isEqualTo(SrxResults.NOT_FOUND);
            assertThat(result.types()).isEqualTo(SrxFlags.PATH | SrxFlags.ORIGIN);
        }
    }

    @Test
    void reportsTheOriginStateAndItsChangeToThoseThatAskedForIt() throws IOException {
        rpki.replace(NistUpdates.keys());
        SrxPdu.VerifyRequest request = NistUpdates.requests(
                        SrxFlags.ORIGIN | SrxFlags.RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER)
                .getFirst();
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            SrxPdu.VerifyNotification receipt = verify(proxy, request);
            assertThat(receipt.types()).isEqualTo(SrxFlags.ORIGIN | SrxFlags.RECEIPT);
            assertThat(receipt.results().origin()).isEqualTo(SrxResults.NOT_FOUND);
            Prefix prefix = request.prefix();
            rpki.apply(List.of(new Vrp(prefix, prefix.length(), request.originAs())), List.of());
            SrxPdu.VerifyNotification change = proxy.read(SrxPdu.VerifyNotification.class);
            assertThat(change.types()).isEqualTo(SrxFlags.ORIGIN);
            assertThat(change.updateId()).isEqualTo(receipt.updateId());
            assertThat(change.results().origin()).isEqualTo(SrxResults.VALID);
        }
    }

    @Test
    void aDeletedUpdateHasNoFurtherNotification() throws IOException {
        rpki.replace(NistUpdates.keys());
        List<SrxPdu.VerifyRequest> requests =
                NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER);
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            Map<Long, SrxPdu.VerifyNotification> receipts = verify(proxy, requests);
            List<Long> ids = receipts.values().stream()
                    .map(SrxPdu.VerifyNotification::updateId)
                    .distinct()
                    .toList();
            for (long id : ids.subList(1, ids.size())) {
                proxy.send(new SrxPdu.DeleteUpdate(0, id));
            }
            verify(proxy, List.of(request(receipts, requests, ids.getFirst())));
            rpki.apply(List.of(), NistUpdates.keys());
            assertThat(proxy.read(SrxPdu.VerifyNotification.class).updateId()).isEqualTo(ids.getFirst());
            rpki.apply(NistUpdates.keys(), List.of());
            assertThat(proxy.read(SrxPdu.VerifyNotification.class).updateId()).isEqualTo(ids.getFirst());
        }
    }

    @Test
    void refusesAnotherVersionAndAnIdentifierInUse() throws IOException {
        try (TestProxy first = TestProxy.open(server.port(), 5);
                TestProxy old = new TestProxy(server.port());
                TestProxy second = new TestProxy(server.port())) {
            old.send(new SrxPdu.Hello(2, 6, 65537, List.of()));
            assertThat(old.read(SrxPdu.ErrorReport.class).code()).isEqualTo(SrxError.WRONG_VERSION);
            assertThat(old.read()).contains(new SrxPdu.Goodbye(0));
            assertThat(old.read()).isEmpty();
            second.send(new SrxPdu.Hello(SrxPdu.VERSION, 5, 65537, List.of()));
            assertThat(second.read(SrxPdu.ErrorReport.class).code()).isEqualTo(SrxError.DUPLICATE_PROXY_ID);
            first.send(new SrxPdu.Goodbye(60));
            assertThat(first.read()).isEmpty();
        }
        TestProxy.open(server.port(), 5).close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0a0000000000000000000004", // length below that of the header
                "0a000000000000007fffffff", // length above the longest PDU
                "0c000000000000000000000c", // type not defined
                "030000000000000000000010" + "00000000", // Verify Request too short
                "0b000000000000000000000c", // an Error from a proxy
                "00000300000000000000001800000009" + "00010001" + "00000000", // second Hello
            })
    void answersADamagedOrUnexpectedPduWithAnErrorAndGoodbye(String hex) throws IOException {
        try (TestProxy proxy = TestProxy.open(server.port(), 9)) {
            proxy.send(Bytes.fromHex(hex));
            assertThat(proxy.read(SrxPdu.ErrorReport.class).code()).isEqualTo(SrxError.INVALID_PACKET);
            assertThat(proxy.read(SrxPdu.Goodbye.class).keepWindow()).isZero();
            assertThat(proxy.read()).isEmpty();
        }
    }

    @Test
    void aSignRequestIsRefusedAndTheSessionGoesOn() throws IOException {
        rpki.replace(NistUpdates.keys());
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            proxy.send(new SrxPdu.SignRequest(1, 1, 77, 1, 65536));
            assertThat(proxy.read(SrxPdu.ErrorReport.class).code()).isEqualTo(SrxError.ALGORITHM_NOT_SUPPORTED);
            assertThat(verify(
                            proxy,
                            NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER)
                                    .subList(0, 1)))
                    .hasSize(1);
        }
    }

    @Test
    void aFullTableEndsTheSessionThatAsksForMore() throws IOException {
        server.close();
        server = start(settings(2, 8));
        rpki.replace(NistUpdates.keys());
        List<SrxPdu.VerifyRequest> requests =
                NistUpdates.requests(PATH_WITH_RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER);
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            SrxPdu last = new SrxPdu.SyncRequest();
            for (SrxPdu.VerifyRequest request : requests) {
                proxy.send(request);
                last = proxy.read().orElseThrow();
                if (last instanceof SrxPdu.ErrorReport) {
                    break;
                }
            }
            assertThat(last).isEqualTo(new SrxPdu.ErrorReport(SrxError.INTERNAL_ERROR));
        }
        assertThat(server.updates()).isLessThanOrEqualTo(2);
    }

    @Test
    void readsNoFurtherRequestsOfAProxyThatDoesNotReadItsReceipts() throws IOException {
        int count = 60_000;
        server.close();
        server = start(new SrxServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                8,
                4,
                1_000,
                16,
                10_000,
                Duration.ofSeconds(30),
                Duration.ofMinutes(15)));
        rpki.replace(NistUpdates.keys());
        SrxPdu.VerifyRequest request = NistUpdates.requests(
                        SrxFlags.ORIGIN | SrxFlags.RECEIPT, SrxDefaults.NONE, NistUpdates.RECEIVER)
                .getFirst();
        try (TestProxy proxy = TestProxy.open(server.port(), 1)) {
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        proxy.send(request);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(Conditions.holds(Duration.ofSeconds(1), Duration.ofMillis(100), () -> !sender.isAlive()))
                    .as("all requests are read")
                    .isFalse();
            for (int i = 0; i < count; i++) {
                assertThat(proxy.read(SrxPdu.VerifyNotification.class).requestToken())
                        .isEqualTo(request.requestToken());
            }
        }
    }

    @Test
    void disconnectsAProxyThatSendsItsHelloByteForByte() throws IOException {
        server.close();
        server = start(new SrxServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                8,
                4,
                1_000,
                16,
                10_000,
                Duration.ofSeconds(1),
                Duration.ofMinutes(15)));
        try (TestProxy slow = new TestProxy(server.port());
                TestProxy open = TestProxy.open(server.port(), 1)) {
            Conditions.await("end of the connection", Duration.ofSeconds(60), () -> {
                try {
                    slow.send(Bytes.fromHex("00"));
                    return server.proxies() == 1;
                } catch (IOException e) {
                    return true;
                }
            });
            open.send(new SrxPdu.Goodbye(0));
            assertThat(open.read()).isEmpty();
        }
    }

    @Test
    void oneAddressLeavesPlacesToOthers() throws IOException {
        server.close();
        server = start(settings(1_000, 3));
        try (TestProxy first = TestProxy.open(server.port(), 1);
                TestProxy second = TestProxy.open(server.port(), 2);
                TestProxy third = new TestProxy(server.port())) {
            assertThat(third.read()).isEmpty();
            assertThat(server.proxies()).isEqualTo(2);
            first.send(new SrxPdu.Goodbye(0));
            second.send(new SrxPdu.Goodbye(0));
        }
    }

    @Test
    void refusesConnectionsAboveTheMaximum() throws IOException {
        server.close();
        server = start(settings(1_000, 1));
        try (TestProxy first = TestProxy.open(server.port(), 1);
                TestProxy second = new TestProxy(server.port())) {
            assertThat(second.read()).isEmpty();
            first.send(new SrxPdu.Goodbye(0));
            assertThat(first.read()).isEmpty();
        }
    }

    private SrxServer start(SrxServerSettings settings) throws IOException {
        SignatureVerifier counting = ENGINE.withEngine(checks -> {
            verified.addAndGet(checks.size());
            return ENGINE.verify(checks);
        });
        return new SrxServer(settings, rpki, counting, new SrxServerListener() {
                    @Override
                    public void onResult(long nanos) {
                        answered.add(nanos);
                    }
                })
                .start();
    }

    private static SrxServerSettings settings(int maxUpdates, int maxProxies) {
        return new SrxServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                maxProxies,
                maxProxies,
                maxUpdates,
                16,
                10_000,
                Duration.ofSeconds(30),
                Duration.ofMinutes(15));
    }

    /** Sends requests with a receipt, and returns the receipts by token. */
    private static Map<Long, SrxPdu.VerifyNotification> verify(TestProxy proxy, List<SrxPdu.VerifyRequest> requests)
            throws IOException {
        for (SrxPdu.VerifyRequest request : requests) {
            proxy.send(request);
        }
        Map<Long, SrxPdu.VerifyNotification> receipts = new HashMap<>();
        while (receipts.size() < requests.size()) {
            SrxPdu.VerifyNotification receipt = proxy.read(SrxPdu.VerifyNotification.class);
            receipts.put(receipt.requestToken(), receipt);
        }
        return receipts;
    }

    private static SrxPdu.VerifyNotification verify(TestProxy proxy, SrxPdu.VerifyRequest request) throws IOException {
        return Objects.requireNonNull(verify(proxy, List.of(request)).get(request.requestToken()));
    }

    private static List<Integer> changes(TestProxy proxy, long count) throws IOException {
        List<Integer> results = new ArrayList<>();
        while (results.size() < count) {
            results.add(proxy.read(SrxPdu.VerifyNotification.class).results().path());
        }
        return results;
    }

    private static SrxPdu.VerifyRequest request(
            Map<Long, SrxPdu.VerifyNotification> receipts, List<SrxPdu.VerifyRequest> requests, long id) {
        return requests.stream()
                .filter(request -> Objects.requireNonNull(receipts.get(request.requestToken()))
                                .updateId()
                        == id)
                .findFirst()
                .orElseThrow();
    }
}
