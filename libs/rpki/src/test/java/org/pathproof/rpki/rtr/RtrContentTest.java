// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.Vrp;

/** Tests the rules of a server: versions, objects and addresses. */
class RtrContentTest {
    private static final Aspa ASPA = new Aspa(65000, List.of(1L, 2L));

    private final MemoryRpkiSource source = new MemoryRpkiSource(7);
    private final RtrHistory history = new RtrHistory(source, 10);
    private final List<RtrLimits.Kind> refused = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        source.close();
    }

    private RtrServer server(RtrContent content, List<Prefix> allowed) throws IOException {
        RtrServerSettings settings = RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withContent(content)
                .withAllowed(allowed);
        RtrServerListener listener = new RtrServerListener() {
            @Override
            public void onLimit(String router, RtrLimits.Kind limit) {
                refused.add(limit);
            }
        };
        RtrServer server = new RtrServer(settings, history, RtrServer.plain(settings), listener).start();
        opened.add(server);
        return server;
    }

    private RpkiSnapshot dataOf(RtrContent content) throws IOException {
        RtrClient client = new RtrClient(
                        RtrClientSettings.of(
                                        "127.0.0.1", server(content, List.of()).port())
                                .withVersions(0, 2),
                        c -> {})
                .start();
        opened.add(client);
        await().until(() -> client.data().isPresent());
        assertThat(client.status().version()).isEqualTo(content.maxVersion());
        return client.data().orElseThrow();
    }

    @Test
    void serversOfOneHistoryHaveOwnContents() throws IOException {
        source.replace(List.of(new Vrp(Prefix.parse("10.0.0.0/8"), 8, 1), TestKeys.AS64496, ASPA));
        RpkiSnapshot all = dataOf(RtrContent.ALL);
        assertThat(all.allAspas()).containsExactly(ASPA);
        assertThat(all.allRouterKeys()).hasSize(1);
        RpkiSnapshot withoutAspas = dataOf(new RtrContent(2, true, false));
        assertThat(withoutAspas.allAspas()).isEmpty();
        assertThat(withoutAspas.allRouterKeys()).hasSize(1);
        RpkiSnapshot withoutKeys = dataOf(new RtrContent(2, false, true));
        assertThat(withoutKeys.allRouterKeys()).isEmpty();
        assertThat(withoutKeys.allAspas()).hasSize(1);
        RpkiSnapshot old = dataOf(new RtrContent(0, true, true));
        assertThat(old.allVrps()).hasSize(1);
        assertThat(old.allRouterKeys()).isEmpty();
    }

    @Test
    void eachContentOfAVersionHasASessionIdOfItsOwn() {
        Set<Integer> ids = new HashSet<>();
        for (int version = 0; version <= 2; version++) {
            for (boolean keys : List.of(true, false)) {
                for (boolean aspas : List.of(true, false)) {
                    ids.add(new RtrContent(2, keys, aspas).sessionId(0xfff0, version));
                }
            }
        }
        assertThat(ids).hasSize(1 + 2 + 4).allMatch(id -> id >= 0 && id <= 0xffff);
        assertThat(RtrContent.ALL.sessionId(7, 0)).isEqualTo(7);
        assertThatThrownBy(() -> new RtrContent(3, true, true)).hasMessageContaining("RTR versions are 0 to 2");
    }

    @Test
    void onlyAllowedAddressesConnect() throws IOException {
        RtrServer server = server(RtrContent.ALL, List.of(Prefix.parse("127.0.0.2/32"), Prefix.parse("::/0")));
        try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), server.port());
                Socket router = new Socket()) {
            assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            router.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 0));
            router.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            await().until(() -> server.sessions().size() == 1);
        }
        assertThat(refused).containsExactly(RtrLimits.Kind.ADDRESS);
    }
}
