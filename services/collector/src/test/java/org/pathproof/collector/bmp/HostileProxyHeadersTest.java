// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.admission.AddressRanges;
import org.pathproof.collector.admission.Admission;
import org.pathproof.collector.router.Bmp;
import org.pathproof.contracts.v1.Session;
import org.pathproof.transport.tcp.Keepalive;
import org.pathproof.wire.Bytes;
import org.slf4j.LoggerFactory;

/** Tests that damaged PROXY headers are refused with a reason, and leave the sessions in force unchanged. */
final class HostileProxyHeadersTest extends BmpAccessTests {
    private static final int MUTANTS = 4_000;
    private static final long SEED = 5952;
    private static final int BATCH = 100;
    private static final byte[] VERSION_1 =
            "PROXY TCP4 192.0.2.77 192.0.2.10 40000 11019\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VERSION_2 = Bytes.fromHex(
                    "0d0a0d0a000d0a515549540a 21 11 000c c000024d c000020a 9c40 2b0b")
            .toArray();

    private final Random random = new Random(SEED);
    private final Logger logger = (Logger) LoggerFactory.getLogger(ConnectionRegistry.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void readLog() {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
    }

    @AfterEach
    void detachLog() {
        logger.setAdditive(true);
        logger.detachAppender(log);
    }

    private byte[] mutated(byte[] original) {
        byte[] bytes = original.clone();
        switch (random.nextInt(5)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            case 2 -> bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1));
            case 3 -> {
                int from = random.nextInt(bytes.length);
                int length = random.nextInt(bytes.length - from);
                System.arraycopy(original, from, bytes, random.nextInt(bytes.length - length), length);
            }
            default -> {
                bytes = new byte[1 + random.nextInt(600)]; // a header has at most 536 bytes in version 1 and 2
                random.nextBytes(bytes);
                int kept = random.nextInt(Math.min(original.length, bytes.length));
                System.arraycopy(original, 0, bytes, 0, kept);
            }
        }
        return bytes;
    }

    @Test
    void damagedHeadersAreRefusedAndChangeNoSession() throws IOException, InterruptedException {
        AddressRanges routers = AddressRanges.of("test", List.of("192.0.2.77"));
        BmpServer proxied = start(BmpAccess.unprotected(
                new Admission(List.of(rule(routers, List.of(), ""))), HERE, Optional.empty(), Keepalive.OFF));
        try (Socket router = plain(proxied)) {
            router.getOutputStream()
                    .write(Bytes.wrap(VERSION_2)
                            .concat(Bmp.initiation("regular"))
                            .concat(bmp.peerUp())
                            .toArray());
            Session session = awaitSession();
            for (int i = 1; i <= MUTANTS; i++) {
                try (Socket hostile = plain(proxied)) {
                    hostile.getOutputStream().write(mutated(i % 2 == 0 ? VERSION_1 : VERSION_2));
                    hostile.shutdownOutput();
                    assertEnds(hostile);
                } catch (IOException e) {
                    assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe|not connected).*");
                }
                if (i % BATCH == 0) {
                    await().atMost(TIMEOUT).until(() -> proxied.connectionCount() == 1);
                    assertThat(sessions.all())
                            .as("sessions after %d headers", i)
                            .containsExactly(session);
                }
            }
            assertThat(router.isClosed()).isFalse();
        }
        assertThat(closed("proxy-protocol"))
                .as("headers that violate the protocol")
                .isGreaterThan(MUTANTS / 4.0);
        assertThat(closed("not-allowed")).as("headers with another address").isPositive();
        assertThat(closed("broken")).as("internal errors").isZero();
        List<String> refusals = log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("router refused: "))
                .toList();
        // A damaged header can still have the address of the router, which has two connections at most.
        assertThat((double) refusals.size())
                .isEqualTo(closed("proxy-protocol") + closed("not-allowed") + closed("per-address"));
        assertThat(refusals)
                .allSatisfy(line -> assertThat(line)
                        .matches("router refused: ip=[0-9a-f.:]+ reason=\"[^\\p{Cntrl}]{10,}\"")
                        .doesNotContain("Exception", "null"));
    }
}
