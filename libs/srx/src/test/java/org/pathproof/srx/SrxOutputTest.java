// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.srx.SrxDefaults;
import org.pathproof.wire.srx.SrxFlags;
import org.pathproof.wire.srx.SrxPdu;

/** Sends random requests, with faults, and checks that a proxy accepts all results (protocol sections 4.3.1 and 5). */
class SrxOutputTest {
    private static final long[] AS_NUMBERS = {0, 64496, 64500, 64501, 4_294_967_295L};
    private static final Set<Integer> ORIGIN_OR_ASPA = Set.of(0, 1, 2, 3);
    private static final Set<Integer> PATH = Set.of(0, 2, 3);

    private final Random random = new Random(29);

    @Test
    void proxiesAcceptTheResultsOfAnyRequest() throws IOException {
        try (MemoryRpkiSource rpki = new MemoryRpkiSource(7);
                SrxServer server = new SrxServer(
                                settings(),
                                rpki,
                                new BatchVerifier(SignatureEngines.select(EngineSettings.fromSystem())),
                                new SrxServerListener() {})
                        .start();
                TestProxy proxy = TestProxy.open(server.port(), 1)) {
            rpki.replace(List.of(
                    new Vrp(Prefix.parse("10.0.0.0/8"), 24, 0),
                    new Vrp(Prefix.parse("10.1.0.0/16"), 16, 64500),
                    new Aspa(64500, List.of(0L))));
            Set<Long> identifiers = new HashSet<>();
            for (long token = 1; token <= 300; token++) {
                SrxPdu.VerifyRequest request = request(token);
                proxy.send(request);
                SrxPdu.VerifyNotification receipt = proxy.read(SrxPdu.VerifyNotification.class);
                while (receipt.requestToken() == 0) { // a later result of an earlier request
                    check(receipt, SrxFlags.VALIDATIONS);
                    assertThat(identifiers).contains(receipt.updateId());
                    receipt = proxy.read(SrxPdu.VerifyNotification.class);
                }
                assertThat(receipt.requestToken()).isEqualTo(token);
                check(receipt, request.flags());
                identifiers.add(receipt.updateId());
            }
        }
    }

    private static void check(SrxPdu.VerifyNotification notification, int requested) {
        assertThat(notification.types() & ~requested & ~SrxFlags.RECEIPT).isZero();
        assertThat(ORIGIN_OR_ASPA)
                .contains(
                        notification.results().origin(), notification.results().aspa());
        assertThat(PATH).contains(notification.results().path());
    }

    private SrxPdu.VerifyRequest request(long token) {
        List<Long> path = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            path.add(as());
        }
        int length = random.nextInt(33);
        return new SrxPdu.VerifyRequest(
                SrxFlags.RECEIPT | random.nextInt(SrxFlags.VALIDATIONS + 1),
                SrxDefaults.NONE,
                2,
                random.nextInt(5),
                token,
                Prefix.ipv4(0x0a01_0000 | random.nextInt(4) << 8, length),
                as(),
                AfiSafi.IPV4_UNICAST,
                as(),
                path,
                random.nextInt(3) == 0 ? Bytes.fromHex("9021" + "0004" + "00000000") : Bytes.EMPTY);
    }

    private long as() {
        return AS_NUMBERS[random.nextInt(AS_NUMBERS.length)];
    }

    private static SrxServerSettings settings() {
        return new SrxServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                8,
                4,
                1_000,
                16,
                10_000,
                Duration.ofSeconds(30),
                Duration.ofMinutes(15));
    }
}
