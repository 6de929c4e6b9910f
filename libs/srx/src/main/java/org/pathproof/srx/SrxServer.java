// SPDX-License-Identifier: Apache-2.0
package org.pathproof.srx;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.SignatureVerifier;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.wire.admission.ClientSite;
import org.pathproof.wire.admission.FairShares;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An SRx server for many proxies over TCP. Proxies may disconnect and connect again at any time. */
public final class SrxServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SrxServer.class);

    private static final int CLOCK_MILLIS = 250;

    private final SrxServerSettings settings;
    private final SrxServerListener listener;
    private final MonitorThread monitor;
    private final Set<SrxConnection> connections = ConcurrentHashMap.newKeySet();
    private final FairShares<ClientSite> places;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable ServerSocket server;

    /**
     * @param rpki source of the current RPKI set and of its changes
     * @param verifier verifies signatures; the server keeps positive results
     */
    public SrxServer(
            SrxServerSettings settings, RpkiSource rpki, SignatureVerifier verifier, SrxServerListener listener) {
        this.settings = settings;
        this.listener = listener;
        this.places = new FairShares<>(settings.maxProxies(), settings.maxProxiesPerAddress());
        this.monitor = new MonitorThread(new UpdateMonitor(settings, rpki, verifier, listener));
        rpki.onChange(monitor::onRpkiChange);
    }

    /**
     * Binds the address and starts to serve. The method may be called once.
     *
     * @return this
     * @throws IOException when the address cannot be bound
     */
    public SrxServer start() throws IOException {
        ServerSocket bound = new ServerSocket();
        try {
            bound.setReuseAddress(true);
            bound.bind(settings.bind(), 128);
        } catch (IOException e) {
            bound.close();
            throw new IOException("SRx server cannot bind " + settings.bind() + ": " + e.getMessage(), e);
        }
        server = bound;
        monitor.start();
        Thread.ofVirtual().name("srx-server-clock").start(this::keepTime);
        Thread.ofVirtual().name("srx-server-" + bound.getLocalPort()).start(() -> accept(bound));
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
            throw new IllegalStateException("the SRx server was not started");
        }
        return bound.getLocalPort();
    }

    /** Returns the number of open connections. */
    public int proxies() {
        return connections.size();
    }

    /** Returns the number of updates in memory. */
    public int updates() {
        return monitor.updates();
    }

    /** Returns true while the updates in memory reach {@link SrxServerSettings#maxUpdates}. */
    public boolean isFull() {
        return monitor.isFull();
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
        connections.forEach(connection -> connection.cutOff("the server stops"));
        monitor.close();
    }

    private void accept(ServerSocket bound) {
        while (!bound.isClosed()) {
            try {
                Socket socket = bound.accept();
                ClientSite site = ClientSite.of(socket.getInetAddress());
                if (places.take(site, 1) == null) {
                    serve(socket, site);
                } else {
                    listener.onRefusal(socket.getInetAddress().getHostAddress());
                    socket.close();
                }
            } catch (IOException e) {
                if (!bound.isClosed()) {
                    log.warn(
                            getMarker("srx-accept-failed"),
                            "SRx server failed to accept a connection: error={}",
                            e.getMessage());
                    pause(); // the process may have no free file descriptors
                }
            }
        }
    }

    private void keepTime() {
        while (!pause()) {
            long now = System.nanoTime();
            connections.forEach(connection -> connection.checkTime(now));
            monitor.checkExpiry();
        }
    }

    /** Waits for a quarter of a second. Returns true if the server is closed. */
    private boolean pause() {
        try {
            return closed.await(CLOCK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void serve(Socket socket, ClientSite site) {
        SrxConnection connection = new SrxConnection(socket, settings, monitor);
        connections.add(connection);
        Thread.ofVirtual().name("srx-reader").start(() -> {
            String why = "internal error";
            try {
                why = connection.serve();
            } catch (RuntimeException e) {
                log.error(getMarker("srx-connection-failed"), "SRx connection failed: proxy={}", connection.peer(), e);
            } finally {
                connections.remove(connection);
                places.release(site, 1);
                listener.onClose(connection.peer(), why);
                log.info("SRx connection ended: proxy={} reason=\"{}\"", connection.peer(), why);
            }
        });
    }
}
