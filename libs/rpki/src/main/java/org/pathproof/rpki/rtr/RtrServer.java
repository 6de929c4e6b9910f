// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.VersionedRpkiSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An RTR cache for many routers over TCP or TLS. It serves the data of an {@link RpkiSource}, and answers No Data
 * Available until the source has data.
 */
public final class RtrServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RtrServer.class);
    private static final int CLOCK_MILLIS = 100;

    private final RtrServerSettings settings;
    private final RpkiSource source;
    private final RtrServerListener listener;
    private final Set<RtrConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile @Nullable RtrView view;
    private volatile @Nullable ServerSocket server;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Has a permit after a router has connected, and after the close. */
    private final Semaphore arrivals = new Semaphore(0);

    private final RtrAdmission admission;

    public RtrServer(RtrServerSettings settings, RpkiSource source) {
        this(settings, source, RtrServerListener.NONE);
    }

    public RtrServer(RtrServerSettings settings, RpkiSource source, RtrServerListener listener) {
        this.settings = settings;
        this.source = source;
        this.listener = listener;
        this.admission = new RtrAdmission(settings.limits());
        source.onChange(this::advance);
    }

    /**
     * Binds the address and starts to serve. The method may be called once.
     *
     * @return this
     * @throws IOException if the address cannot be bound
     */
    public RtrServer start() throws IOException {
        ServerSocket bound = new ServerSocket();
        try {
            bound.setReuseAddress(true);
            bound.bind(settings.bind(), 128);
        } catch (IOException e) {
            bound.close();
            throw new IOException("RTR server cannot bind " + settings.bind() + ": " + e.getMessage(), e);
        }
        source.current().ifPresent(this::begin);
        server = bound;
        Thread.ofVirtual().name("rtr-server-clock").start(this::keepTime);
        Thread.ofVirtual().name("rtr-server-" + bound.getLocalPort()).start(() -> accept(bound));
        return this;
    }

    /**
     * Returns the bound port.
     *
     * @throws IllegalStateException before {@link #start}
     */
    public int port() {
        ServerSocket bound = server;
        if (bound == null) {
            throw new IllegalStateException("the RTR server was not started");
        }
        return bound.getLocalPort();
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
        ServerSocket bound = server;
        if (bound != null) {
            try {
                bound.close();
            } catch (IOException e) {
                log.debug("Closing {}", bound, e);
            }
        }
        connections.forEach(connection -> connection.disconnect("disconnected: this cache is stopping"));
    }

    private synchronized void begin(RpkiSet set) {
        if (view == null) {
            view = new RtrView(VersionedRpkiSet.startingWith(set, settings.history()));
        }
    }

    private synchronized void advance(RpkiChange change) {
        RtrView now = view;
        if (now == null) {
            begin(change.after());
            return;
        }
        RpkiSet current = now.versions().current();
        RpkiSet after = change.after();
        if (after.sessionId() != current.sessionId() || after.serial().isAfter(current.serial())) {
            view = new RtrView(now.versions().next(change));
        }
    }

    private void accept(ServerSocket bound) {
        while (!bound.isClosed()) {
            try {
                admit(bound.accept());
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

    private void admit(Socket socket) throws IOException {
        InetAddress address = socket.getInetAddress();
        RtrLimits.Kind exceeded = admission.enter(address);
        if (exceeded != null) {
            refused(address, exceeded);
            socket.close();
            return;
        }
        RtrConnection connection = new RtrConnection(socket, settings, () -> view, listener);
        connections.add(connection);
        arrivals.release();
        Thread.ofVirtual().name("rtr-server-session").start(() -> {
            try {
                connection.serve();
            } catch (RuntimeException e) {
                log.error(getMarker("rtr-session-failed"), "RTR session failed: router={}", connection.router(), e);
            } finally {
                connections.remove(connection);
                admission.leave(address);
            }
        });
    }

    /** Counts and logs a refusal. */
    private void refused(InetAddress address, RtrLimits.Kind exceeded) {
        listener.limited(address.getHostAddress(), exceeded);
        RtrLimits limits = settings.limits();
        log.warn(
                getMarker("rtr-router-refused"),
                "RTR router refused: router={} connections={} max_connections={} max_per_address={}",
                address.getHostAddress(),
                connections.size(),
                limits.maxSessions(),
                limits.maxSessionsPerAddress());
    }

    /** Waits before the next accept, because the process may have no free file descriptors. */
    private void pause() {
        try {
            if (closed.await(CLOCK_MILLIS, TimeUnit.MILLISECONDS)) {
                log.debug("RTR server ends");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
                RtrView now = view;
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
