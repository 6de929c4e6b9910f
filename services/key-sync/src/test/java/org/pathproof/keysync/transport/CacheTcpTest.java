// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.pathproof.keysync.source.Source;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpAoKey;
import org.pathproof.transport.tcp.TcpAoKeys;
import org.pathproof.transport.tcp.TcpOptions;
import org.pathproof.transport.tcp.TcpProtection;
import org.pathproof.transport.tcp.TcpSockets;
import org.pathproof.wire.Prefix;

/** Tests RTR over TCP with TCP-MD5, TCP-AO and GTSM, through a relay that has these protections. */
final class CacheTcpTest extends CacheTests {
    @Test
    void tcpHasMd5AndGtsm() throws Exception {
        List<Prefix> peers = List.of(Prefix.parse("127.0.0.0/8"));
        String password = "for this test only";
        int port = relay(Endpoint.Transport.TCP, new TcpProtection(peers, password, List.of(), 1), Optional.empty());
        awaitData(source(port, Map.of("tcp.md5-password", password, "tcp.max-hops", "1")));
        awaitProblem(source(port, Map.of("tcp.md5-password", "another", "tcp.max-hops", "1")), "cannot connect");
        awaitProblem(source(port, Map.of("tcp.max-hops", "1")), "cannot connect");
    }

    @Test
    void tcpHasAoOrNamesWhatTheKernelLacks() throws Exception {
        String key = "1 1 hmac-sha-1-96 for-this-test-only";
        TcpProtection ao = new TcpProtection(List.of(Prefix.parse("127.0.0.0/8")), "", List.of(TcpAoKey.parse(key)), 0);
        try {
            new TcpSockets(ao);
        } catch (IllegalArgumentException lacking) {
            assertThatThrownBy(() -> source(323, Map.of("tcp.ao-keys[0]", key)))
                    .hasMessageContaining("CONFIG_TCP_AO")
                    .hasMessageNotContaining("for-this-test-only");
            Assumptions.abort("NOT TESTED: RTR with TCP-AO, because " + lacking.getMessage());
        }
        int port = relay(Endpoint.Transport.TCP, ao, Optional.empty());
        awaitData(source(port, Map.of("tcp.ao-keys[0]", key)));
        awaitProblem(source(port, Map.of("tcp.ao-keys[0]", "1 1 hmac-sha-1-96 another")), "cannot connect");
    }

    @Test
    void theTcpAoKeyOfASessionChanges() throws Exception {
        Path own = Files.writeString(folder.resolve("own"), "2 1 hmac-sha-1-96 first");
        Path others = Files.writeString(folder.resolve("others"), "1 2 hmac-sha-1-96 first");
        TcpAoKeys keys = TcpAoKeys.ofFile("relay", others);
        TcpProtection ao = new TcpProtection(List.of(Prefix.parse("127.0.0.0/8")), "", keys, 0);
        try {
            TcpOptions.check(ao);
        } catch (IllegalArgumentException lacking) {
            Assumptions.abort("NOT TESTED: RTR with TCP-AO, because " + lacking.getMessage());
        }
        Source source =
                source(relay(Endpoint.Transport.TCP, ao, Optional.empty()), Map.of("tcp.ao-key-file", own.toString()));
        awaitData(source);
        Files.writeString(own, "4 3 aes-128-cmac-96 second");
        Files.writeString(others, "3 4 aes-128-cmac-96 second");
        // The relay removes the old key of the connection when key-sync signs with the new one.
        await().atMost(TIMEOUT).until(() -> keys.current().getFirst().sendId() == 3 && keys.changingSockets() == 0);
        awaitData(source);
    }
}
