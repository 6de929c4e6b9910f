// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Accepts the connections of routers over one transport, for an {@link RtrServer}. */
public interface RtrAcceptor {
    /**
     * Binds the address, and passes connections to the gate until {@link #close}. The method may be called once.
     *
     * @throws IOException if the address cannot be bound; the message names it
     */
    void start(Gate gate) throws IOException;

    /**
     * Returns the bound port.
     *
     * @throws IllegalStateException before {@link #start}
     */
    int port();

    /** Stops to accept connections. The server ends those that are open. */
    void close();

    /** Releases the threads, after all connections have ended. */
    default void shutdown() {}

    /** Admits and serves connections. Thread-safe. */
    interface Gate {
        /** Returns true if a router may connect, and counts it until {@link #leave}. A refusal is logged. */
        boolean enter(InetAddress router);

        /** Stops counting a router that was admitted. */
        void leave(InetAddress router);

        /** Serves an admitted connection until it ends, on the calling thread. */
        void serve(Connection connection);

        /** Reports a router that failed to authenticate, before {@link #serve}. */
        void onAuthenticationFailure(InetSocketAddress router, String why);

        /** Admits a connection and serves it on a virtual thread; closes it if it is refused. */
        default void accept(Connection connection) {
            InetAddress router = connection.router().getAddress();
            if (!enter(router)) {
                connection.abort();
                return;
            }
            Thread.ofVirtual().name("rtr-server-session").start(() -> {
                try {
                    serve(connection);
                } finally {
                    leave(router);
                }
            });
        }
    }

    /** A router's connection. One thread reads, writes and closes; other threads write Serial Notifies. */
    interface Connection extends RtrTransport.Link {
        InetSocketAddress router();

        /**
         * Authenticates both sides, before the first read and write.
         *
         * @throws javax.net.ssl.SSLException if the router cannot be authenticated; the message is for an operator
         */
        default void secure() throws IOException {}

        /** Ends the bytes to the router. */
        void shutdownOutput() throws IOException;

        /** Closes the connection at once from any thread, although another one may be reading or writing. */
        void abort();
    }
}
