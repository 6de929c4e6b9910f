// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Opens connections from a router to a cache (RFC 8210 section 9). Thread-safe. */
public interface RtrTransport {
    /** TCP without protection. */
    RtrTransport TCP = (host, port, timeout) -> new SocketLink(socket(host, port, timeout));

    /**
     * Connects and authenticates.
     *
     * @param timeout maximum time for each step
     * @throws IOException if the cache is unreachable or cannot be authenticated; the message is for an operator
     */
    Link connect(String host, int port, Duration timeout) throws IOException;

    /** A connection. One thread reads and writes; any thread may close. */
    interface Link extends Closeable {
        /** Returns the bytes of the cache. */
        InputStream input() throws IOException;

        /** Returns the stream for bytes to the cache. */
        OutputStream output() throws IOException;

        /** Returns the session of TLS with the cache; null without TLS. */
        default @Nullable SSLSession session() {
            return null;
        }

        /** Sets the maximum time of a read, after which it throws java.net.SocketTimeoutException. */
        void setReadTimeout(int millis) throws IOException;
    }

    /** Returns a connected TCP socket with keepalive. */
    static Socket socket(String host, int port, Duration timeout) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
            socket.setKeepAlive(true);
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A connection over a socket, with or without TLS. */
    record SocketLink(Socket socket) implements Link {
        @Override
        public InputStream input() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public OutputStream output() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public @Nullable SSLSession session() {
            return socket instanceof SSLSocket secured ? secured.getSession() : null;
        }

        @Override
        public void setReadTimeout(int millis) throws IOException {
            socket.setSoTimeout(millis);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
