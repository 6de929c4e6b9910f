// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.feed;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.pathproof.wire.Prefix;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A router that accepts iBGP sessions of all replicas of Pathproof and keeps the prefixes of each. A prefix is in the
 * feed while one replica announces it, as in a router with equal paths. Thread-safe.
 */
public final class BgpFeed implements Closeable {
    private static final Logger log = LoggerFactory.getLogger(BgpFeed.class);
    private static final int BACKLOG = 16;

    private final ServerSocket server;
    private final long localAs;
    private final Set<FeedSession> sessions = ConcurrentHashMap.newKeySet();
    private final Gap fed = new Gap();

    /**
     * Listens for sessions.
     *
     * @param localAs AS of the router and of Pathproof
     */
    public BgpFeed(InetSocketAddress bind, long localAs) throws IOException {
        this.localAs = localAs;
        server = new ServerSocket(bind.getPort(), BACKLOG, bind.getAddress());
        Thread.ofVirtual().name("bgp-feed").start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Returns true if a session has delivered its whole table. */
    public boolean isFed() {
        return sessions.stream().anyMatch(FeedSession::isComplete);
    }

    /** Returns the number of sessions that have delivered their whole tables. */
    public long sessions() {
        return sessions.stream().filter(FeedSession::isComplete).count();
    }

    /** Returns true if a session with a whole table announces the prefix. */
    public boolean announces(Prefix prefix) {
        return sessions.stream().anyMatch(session -> session.isComplete() && session.announces(prefix));
    }

    /** Returns the largest number of prefixes in one session. */
    public int prefixes() {
        return sessions.stream().mapToInt(FeedSession::prefixes).max().orElse(0);
    }

    /** The time without a session with a whole table. */
    Gap fed() {
        return fed;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (FeedSession session : sessions) {
            session.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().name("bgp-feed-session").start(() -> serve(socket));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    log.warn("The BGP feed cannot accept a session: cause={}", e.toString());
                }
            }
        }
    }

    private void serve(Socket socket) {
        FeedSession session = new FeedSession(socket, localAs, new Sessions());
        sessions.add(session);
        try {
            session.run();
        } catch (IOException | RuntimeException e) {
            log.info("A BGP feed ended: speaker={} cause={}", socket.getRemoteSocketAddress(), e.toString());
        } finally {
            sessions.remove(session);
            session.close();
            fed.set(isFed());
        }
    }

    private final class Sessions implements FeedSession.SessionListener {
        /** Ends an earlier session of the same speaker, whose connection was not closed (RFC 4271 section 6.8). */
        @Override
        public void onOpen(FeedSession session) {
            for (FeedSession other : sessions) {
                if (other != session && other.identifier() == session.identifier()) {
                    other.close();
                }
            }
        }

        @Override
        public void onEndOfRib() {
            fed.set(isFed());
        }
    }
}
