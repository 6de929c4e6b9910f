// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pathproof.routerfeeds.rtr.RtrListeners;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests the RTR server in this service. Tests in libs/rpki cover the protocol. PDU types are those of RFC 8210 section
 * 5.
 */
final class RtrTest {
    private static final int LIMIT_MS = 30_000;
    private static final int SERIAL_NOTIFY = 0;
    private static final int CACHE_RESPONSE = 3;
    private static final int IPV4_PREFIX = 4;
    private static final int END_OF_DATA = 7;
    private static final int ROUTER_KEY = 9;
    private static final int ERROR_REPORT = 10;

    @Test
    void servesVrpsAndRouterKeysAndAppliesClientRules() throws IOException {
        try (RunningApi api = new RunningApi(
                "pathproof.policy-api.rtr-clients[0].routers=127.0.0.2/32",
                "pathproof.policy-api.rtr-clients[0].router-keys=false")) {
            api.rpki()
                    .replace(List.of(
                            new Vrp(Prefix.parse("203.0.113.0/24"), 24, 64496),
                            new RouterKey(64496, Bytes.wrap(Records.ski(1).toByteArray()), Bytes.fromHex("3059"))));
            int port = api.bean(RtrListeners.class).port();
            try (Socket router = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
                await("data")
                        .untilAsserted(() -> assertThat(reset(router))
                                .containsExactly(CACHE_RESPONSE, IPV4_PREFIX, ROUTER_KEY, END_OF_DATA));
                assertThat(api.get("/actuator/prometheus").body())
                        .contains("pathproof_rtr_clients{listener=\"default\"} 1.0");
                assertThat(api.get("/api/v1/health").body()).contains("\"message\":\"1 router uses this RPKI cache");
            }
            try (Socket shy = new Socket()) {
                shy.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0));
                shy.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
                assertThat(reset(shy)).containsExactly(CACHE_RESPONSE, IPV4_PREFIX, END_OF_DATA);
            }
        }
    }

    /**
     * Returns the PDU types of the response to a Reset Query of version 1, without Serial Notify. It is an Error Report
     * while there are no data yet.
     */
    private static List<Integer> reset(Socket router) throws IOException {
        router.setSoTimeout(LIMIT_MS);
        router.getOutputStream().write(new byte[] {1, 2, 0, 0, 0, 0, 0, 8});
        DataInputStream in = new DataInputStream(router.getInputStream());
        List<Integer> types = new ArrayList<>();
        do {
            in.readUnsignedByte();
            int type = in.readUnsignedByte();
            in.readUnsignedShort();
            in.skipNBytes(in.readInt() - 8L);
            if (type != SERIAL_NOTIFY) {
                types.add(type);
            }
        } while (!types.contains(END_OF_DATA) && !types.contains(ERROR_REPORT));
        return types;
    }
}
