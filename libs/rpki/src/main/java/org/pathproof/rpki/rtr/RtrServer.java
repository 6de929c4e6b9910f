// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.pathproof.rpki.RpkiSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An RTR cache for many routers over one transport. The cache serves the data of an {@link RpkiSource}, and sends No
 * Data Available until the source has data. When the data have expired, the cache withdraws them from connected
 * routers, and sends No Data Available until a source confirms them.
 */
public final class RtrServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RtrServer.class);
    private static final int CLOCK_MILLIS = 100;

    private final RtrServerSettings settings;
    private final RtrHistory history;
    private final RtrAcceptor acceptor;
    private final RtrServerListener listener;
    private final Set<RtrConnection> connections = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Has a permit after a router has connected, and after the close. */
    private final Semaphore arrivals = new Semaphore(0);

    private final RtrAdmission admission;

    public RtrServer(RtrServerSettings settings, RpkiSource source) {
        this(settings, source, RtrServerListener.NONE);
    }

    public RtrServer(RtrServerSettings settings, RpkiSource source, RtrServerListener listener) {
        this(settings, new RtrHistory(source, settings.history()), plain(settings), listener);
    }

    /**
     * Creates a server with a transport of the caller.
     *
     * @param acceptor transport of the routers; the address of the settings is not used
     */
    public RtrServer(RtrServerSettings settings, RtrHistory history, RtrAcceptor acceptor, RtrServerListener listener) {
        this.settings = settings;
        this.history = history;
        this.acceptor = acceptor;
        this.listener = listener;
        this.admission = new RtrAdmission(settings.limits(), settings.allowed());
    }

    /** Returns the transport TCP, or TLS if the settings have a TLS context. */
    public static RtrAcceptor plain(RtrServerSettings settings) {
        return new SocketAcceptor(settings.bind(), settings.tls());
    }

    /**
     * Binds the address and starts to serve. The method may be called once.
     *
     * @return this
     * @throws IOException if the address cannot be bound
     */
    public RtrServer start() throws IOException {
        history.begin();
        acceptor.start(new Gate());
        Thread.ofVirtual().name("rtr-server-clock").start(this::keepTime);
        return this;
    }

    /**
     * Returns the bound port.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public int port() {
        return acceptor.port();
    }

    /** Returns the connected routers. */
    public List<RtrRouter> sessions() {
        return connections.stream().map(RtrConnection::router).toList();
    }

    /** Returns true while the maximum number of routers is connected. */
    public boolean isFull() {
        return admission.isFull();
    }

    @Override
    public void close() {
        closed.countDown();
        arrivals.release();
        acceptor.close();
        connections.forEach(connection -> connection.disconnect("disconnected: this cache is stopping"));
        acceptor.shutdown();
    }

    /** Admits connections by {@link RtrAdmission}. */
    private final class Gate implements RtrAcceptor.Gate {
        @Override
        public boolean enter(InetAddress router) {
            RtrLimits.Kind exceeded = admission.enter(router);
            if (exceeded != null) {
                reportRefusal(router, exceeded);
            }
            return exceeded == null;
        }

        @Override
        public void leave(InetAddress router) {
            admission.leave(router);
        }

        @Override
        public void serve(RtrAcceptor.Connection accepted) {
            RtrConnection connection = new RtrConnection(accepted, settings, history, listener);
            connections.add(connection);
            arrivals.release();
            try {
                if (closed.getCount() == 0) {
                    connection.disconnect("disconnected: this cache is stopping");
                }
                connection.serve();
            } catch (RuntimeException e) {
                log.error(getMarker("rtr-session-failed"), "RTR session failed: router={}", connection.router(), e);
            } finally {
                connections.remove(connection);
            }
        }

        @Override
        public void onAuthenticationFailure(InetSocketAddress router, String why) {
            RtrConnection.reportAuthenticationFailure(listener, settings, RtrConnection.name(router), why);
        }
    }

    /** Counts and logs a refusal. */
    private void reportRefusal(InetAddress address, RtrLimits.Kind exceeded) {
        listener.onLimit(address.getHostAddress(), exceeded);
        RtrLimits limits = settings.limits();
        log.warn(
                getMarker("rtr-router-refused"),
                "RTR router refused: listener={} router={} limit={} connections={} max_connections={} max_per_address={}",
                RtrConnection.name(settings.bind()),
                address.getHostAddress(),
                exceeded.label(),
                connections.size(),
                limits.maxSessions(),
                limits.maxSessionsPerAddress());
    }

    /**
     * Waits for the next tick: without routers, until one connects. Returns true if the server is closed.
     */
    private boolean isClosedAtNextTick() throws InterruptedException {
        if (connections.isEmpty()) {
            arrivals.acquire();
            arrivals.drainPermits();
        }
        return closed.await(CLOCK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void keepTime() {
        try {
            while (!isClosedAtNextTick()) {
                RtrView now = history.view();
                Instant time = Instant.now();
                for (RtrConnection connection : connections) {
                    if (connection.isWithinLimits() && now != null) {
                        connection.notify(now, time);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
