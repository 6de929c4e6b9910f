// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts connections over TCP, or over TLS without certificates of the routers, with sockets of the JDK. */
final class SocketAcceptor implements RtrAcceptor {
    private static final Logger log = LoggerFactory.getLogger(SocketAcceptor.class);
    private static final int BACKLOG = 1024;
    private static final int PAUSE_MILLIS = 100;
    private static final int KEEP_ALIVE_IDLE_S = 120;
    private static final int KEEP_ALIVE_INTERVAL_S = 20;
    private static final int KEEP_ALIVE_COUNT = 6;

    private final InetSocketAddress bind;
    private final @Nullable SSLContext tls;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable ServerSocket server;

    SocketAcceptor(InetSocketAddress bind, @Nullable SSLContext tls) {
        this.bind = bind;
        this.tls = tls;
    }

    @Override
    public void start(Gate gate) throws IOException {
        ServerSocket bound = new ServerSocket();
        try {
            bound.setReuseAddress(true);
            bound.bind(bind, BACKLOG);
        } catch (IOException e) {
            bound.close();
            throw new IOException("RTR server cannot bind " + bind + ": " + e.getMessage(), e);
        }
        server = bound;
        Thread.ofVirtual().name("rtr-server-" + bound.getLocalPort()).start(() -> accept(bound, gate));
    }

    @Override
    public int port() {
        ServerSocket bound = server;
        if (bound == null) {
            throw new IllegalStateException("the RTR server was not started");
        }
        return bound.getLocalPort();
    }

    @Override
    public void close() {
        closed.countDown();
        ServerSocket bound = server;
        if (bound != null) {
            try {
                bound.close();
            } catch (IOException e) {
                log.debug("Closing {}", bound, e);
            }
        }
    }

    private void accept(ServerSocket bound, Gate gate) {
        while (!bound.isClosed()) {
            try {
                gate.accept(new SocketConnection(bound.accept(), tls));
            } catch (IOException e) {
                if (!bound.isClosed()) {
                    log.warn(
                            getMarker("rtr-accept-failed"),
                            "RTR server failed to accept a connection: error={}",
                            e.getMessage());
                    pause();
                }
            }
        }
    }

    /** Waits before the next accept, because the process may have no free file descriptors. */
    private void pause() {
        try {
            if (closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                log.debug("RTR server ends");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A connection over a socket. Closing TLS waits for a slow router, so abort closes the TCP socket. */
    private static final class SocketConnection implements Connection {
        private final Socket plain;
        private final InetSocketAddress router;
        private final @Nullable SSLContext tls;
        private volatile Socket socket;

        SocketConnection(Socket plain, @Nullable SSLContext tls) {
            this.plain = plain;
            this.router = (InetSocketAddress) plain.getRemoteSocketAddress();
            this.tls = tls;
            this.socket = plain;
        }

        @Override
        public InetSocketAddress router() {
            return router;
        }

        @Override
        public void secure() throws IOException {
            keepAlive(plain);
            plain.setTcpNoDelay(true);
            if (tls != null) {
                SSLSocket secured = (SSLSocket) tls.getSocketFactory().createSocket(plain, (InputStream) null, true);
                socket = secured;
                secured.startHandshake();
            }
        }

        /** Enables TCP keepalive, which detects within about four minutes that a router has disappeared. */
        private static void keepAlive(Socket socket) throws IOException {
            socket.setKeepAlive(true);
            if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
                socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_S);
                socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_INTERVAL_S);
                socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_COUNT);
            }
        }

        @Override
        public InputStream input() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public OutputStream output() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public void setReadTimeout(int millis) throws IOException {
            socket.setSoTimeout(millis);
        }

        @Override
        public void shutdownOutput() throws IOException {
            socket.shutdownOutput();
        }

        @Override
        public void close() throws IOException {
            try (plain) {
                socket.close();
            }
        }

        @Override
        public void abort() {
            try {
                plain.close();
            } catch (IOException e) {
                log.debug("Closing {}", plain, e);
            }
        }
    }
}
