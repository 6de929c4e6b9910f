// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HttpConnectionsTest {
    private final AtomicLong now = new AtomicLong();
    private final List<SocketChannel> open = new ArrayList<>();
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void end() throws IOException {
        for (SocketChannel channel : open) {
            channel.close();
        }
        server.close();
    }

    /** Returns the server's end of a new connection from an address. */
    private SocketChannel connect(String from) throws IOException {
        SocketChannel client = SocketChannel.open().bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        client.connect(server.getLocalAddress());
        open.add(client);
        SocketChannel accepted = server.accept();
        open.add(accepted);
        return accepted;
    }

    private HttpConnections connections(int all, int perAddress, String... proxies) {
        return new HttpConnections(
                all, perAddress, Duration.ofSeconds(10), new TrustedProxies(List.of(proxies)), now::get);
    }

    @Test
    void refusesMoreConnectionsOfAnAddress() throws IOException {
        HttpConnections connections = connections(100, 2);
        SocketChannel first = connect("127.0.0.1");
        assertThat(connections.admit(first)).isTrue();
        assertThat(connections.admit(connect("127.0.0.1"))).isTrue();
        assertThat(connections.admit(connect("127.0.0.1"))).isFalse();
        assertThat(connections.admit(connect("127.0.0.2"))).isTrue();
        first.close();
        assertThat(connections.admit(connect("127.0.0.1"))).as("after an end").isTrue();
    }

    @Test
    void addressesLeaveConnectionsToOthers() throws IOException {
        HttpConnections connections = connections(8, 100);
        for (int i = 0; i < 8; i++) {
            boolean _ = connections.admit(connect("127.0.0.1"));
            boolean _ = connections.admit(connect("127.0.0.2"));
        }
        assertThat(connections.admit(connect("127.0.0.3"))).isTrue();
    }

    @Test
    void trustedProxiesAreExempt() throws IOException {
        HttpConnections connections = connections(100, 1, "127.0.0.9");
        for (int i = 0; i < 5; i++) {
            assertThat(connections.admit(connect("127.0.0.9"))).isTrue();
        }
    }

    @Test
    void endsTheInputOfAConnectionWithoutACompleteHead() throws IOException {
        HttpConnections connections = connections(100, 10);
        SocketChannel trickling = connect("127.0.0.1");
        SocketChannel working = connect("127.0.0.1");
        assertThat(connections.admit(trickling)).isTrue();
        assertThat(connections.admit(working)).isTrue();
        InetSocketAddress peer = (InetSocketAddress) working.getRemoteAddress();
        assertThat(connections.onRequest(peer.getAddress(), peer.getPort())).isFalse();
        now.set(TimeUnit.SECONDS.toNanos(11));
        connections.sweep();
        assertThat(trickling.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        working.configureBlocking(false);
        assertThat(working.read(ByteBuffer.allocate(1))).as("in a request").isZero();
        connections.onResponse(peer.getAddress(), peer.getPort());
        now.addAndGet(TimeUnit.SECONDS.toNanos(9));
        connections.sweep();
        assertThat(working.read(ByteBuffer.allocate(1))).isZero();
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));
        connections.sweep();
        assertThat(working.read(ByteBuffer.allocate(1)))
                .as("after the response")
                .isEqualTo(-1);
    }

    @Test
    void forgetsClosedConnections() throws IOException {
        HttpConnections connections = connections(100, 10);
        SocketChannel channel = connect("127.0.0.1");
        assertThat(connections.admit(channel)).isTrue();
        channel.close();
        connections.sweep();
        assertThat(connections.size()).isZero();
    }
}
