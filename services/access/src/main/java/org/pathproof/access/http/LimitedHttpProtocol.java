// SPDX-License-Identifier: Apache-2.0
package org.pathproof.access.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 of Tomcat with the limits of {@link HttpConnections}. Tomcat limits the time between two bytes of a head,
 * but not the time of a head, and has no limit per address. Tomcat creates the protocol by its class name.
 */
public final class LimitedHttpProtocol extends Http11NioProtocol {
    private static final Duration SWEEP_INTERVAL = Duration.ofMillis(500);

    private final LimitedEndpoint endpoint;
    private final CountDownLatch stopped = new CountDownLatch(1);

    public LimitedHttpProtocol() {
        this(new LimitedEndpoint());
    }

    private LimitedHttpProtocol(LimitedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    private static final class LimitedEndpoint extends NioEndpoint {
        private volatile @Nullable HttpConnections counted;

        @Override
        protected boolean setSocketOptions(SocketChannel socket) {
            HttpConnections open = counted;
            if (open != null && !open.admit(socket)) {
                destroySocket(socket); // Tomcat counts a refused connection, too, and closes only those that it set up
                return false;
            }
            return super.setSocketOptions(socket);
        }

        @Override
        protected NioChannel createChannel(SocketBufferHandler buffers) {
            return isSSLEnabled() ? new ScannedTls(buffers, this) : new Scanned(buffers, this);
        }

        /** Scans bytes that a channel has read into a buffer since a position. */
        private void scan(SocketChannel socket, ByteBuffer read, int from) {
            HttpConnections open = counted;
            HeadScanner scanner = open == null ? null : open.scanner(socket);
            if (scanner != null) {
                scanner.scan(read, from, read.position());
            }
        }
    }

    /** A connection without TLS. */
    private static final class Scanned extends NioChannel {
        private final LimitedEndpoint endpoint;

        Scanned(SocketBufferHandler buffers, LimitedEndpoint endpoint) {
            super(buffers);
            this.endpoint = endpoint;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int from = into.position();
            int count = super.read(into);
            endpoint.scan(getIOChannel(), into, from);
            return count;
        }
    }

    /** A connection with TLS. */
    private static final class ScannedTls extends SecureNioChannel {
        private final LimitedEndpoint endpoint;

        ScannedTls(SocketBufferHandler buffers, LimitedEndpoint endpoint) {
            super(buffers, endpoint);
            this.endpoint = endpoint;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int from = into.position();
            int count = super.read(into);
            endpoint.scan(getIOChannel(), into, from);
            return count;
        }
    }

    /** Sets the limits. */
    void limit(HttpSettings settings, TrustedProxies proxies) {
        endpoint.counted = new HttpConnections(
                getMaxConnections(),
                settings.maxConnectionsPerAddress(),
                settings.headTime(),
                proxies,
                System::nanoTime);
    }

    /** Returns the open connections; null without limits. */
    @Nullable
    HttpConnections connections() {
        return endpoint.counted;
    }

    @Override
    public void start() throws Exception {
        super.start();
        HttpConnections open = endpoint.counted;
        if (open != null) {
            Thread.ofVirtual().name("http-connections-" + getPort()).start(() -> sweep(open));
        }
    }

    private void sweep(HttpConnections open) {
        try {
            while (!stopped.await(SWEEP_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                open.sweep();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void destroy() throws Exception {
        stopped.countDown();
        super.destroy();
    }
}
