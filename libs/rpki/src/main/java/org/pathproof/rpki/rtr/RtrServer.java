// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.VersionedRpkiSet;
import org.pathproof.wire.LogThrottle;
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
    private final RtrAdmission admission;
    private final LogThrottle refusals = new LogThrottle(1, Duration.ofMinutes(1));

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
                    log.warn("RTR server failed to accept a connection: error={}", e.getMessage());
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
        Thread.ofVirtual().name("rtr-server-session").start(() -> {
            try {
                connection.serve();
            } catch (RuntimeException e) {
                log.error("RTR session failed: router={}", connection.router(), e);
            } finally {
                connections.remove(connection);
                admission.leave(address);
            }
        });
    }

    /** Counts every refusal, and logs at most one per minute. */
    private void refused(InetAddress address, RtrLimits.Kind exceeded) {
        listener.limited(address.getHostAddress(), exceeded);
        RtrLimits limits = settings.limits();
        refusals.permit()
                .ifPresent(suppressed -> log.warn(
                        "RTR router refused: router={} connections={} max_connections={} max_per_address={} suppressed={}",
                        address.getHostAddress(),
                        connections.size(),
                        limits.maxSessions(),
                        limits.maxSessionsPerAddress(),
                        suppressed));
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

    private void keepTime() {
        try {
            while (!closed.await(CLOCK_MILLIS, TimeUnit.MILLISECONDS)) {
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
