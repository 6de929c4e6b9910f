// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.slf4j.MarkerFactory.getMarker;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one cache on a virtual thread. Data is kept even after it expires; {@link
 * RtrCacheStatus#expires} has the time of expiry.
 */
public final class RtrClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RtrClient.class);
    private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
    private static final Duration PDU_TIME = Duration.ofMinutes(1);

    private final RtrClientSettings settings;
    private final RtrClientSession session;
    private final Consumer<RtrClient> listener;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile RtrCacheStatus status;
    private volatile @Nullable RpkiSnapshot data;
    private volatile RtrTransport.@Nullable Link link;

    /**
     * Creates a client.
     *
     * @param listener called on the client's thread at every End of Data and every change of state
     */
    public RtrClient(RtrClientSettings settings, Consumer<RtrClient> listener) {
        this.settings = settings;
        this.listener = listener;
        this.session = new RtrClientSession(
                settings.minVersion(), settings.maxVersion(), settings.retryLimit(), settings.bounds());
        this.status = statusOf();
    }

    /**
     * Starts to connect. The method may be called once.
     *
     * @return this
     */
    public RtrClient start() {
        Thread.ofVirtual().name("rtr-client-" + settings.name()).start(this::run);
        return this;
    }

    public String name() {
        return settings.name();
    }

    /**
     * Returns the cache's last complete data with the cache's session id and serial. Empty before the first End of
     * Data.
     */
    public Optional<RpkiSnapshot> data() {
        return Optional.ofNullable(data);
    }

    public RtrCacheStatus status() {
        return status;
    }

    @Override
    public void close() {
        closed.countDown();
        RtrTransport.Link open = link;
        if (open != null) {
            closeQuietly(open);
        }
    }

    private void run() {
        long waited = 0;
        while (isOpen()) {
            boolean soon;
            Instant began = Instant.now();
            try (RtrTransport.Link connection =
                    settings.transport().connect(settings.host(), settings.port(), CONNECT_TIME)) {
                link = connection;
                soon = converse(connection);
            } catch (IOException e) {
                soon = link == null ? unreachable(e) : session.onDisconnect("connection lost: " + e.getMessage());
            } catch (RuntimeException e) {
                log.error(getMarker("rtr-client-failed"), "RTR client failed: cache={}", name(), e);
                soon = session.onDisconnect("internal error: " + e);
            } finally {
                link = null;
            }
            if (!isOpen()) {
                return;
            }
            publishStatus();
            boolean lasted = Duration.between(began, Instant.now()).compareTo(settings.reconnect()) > 0;
            waited = soon
                    ? 0
                    : lasted
                            ? 1000
                            : Math.clamp(2 * waited, 1000, settings.reconnect().toMillis());
            pause(Math.max(waited, session.holdOff().toMillis()));
        }
    }

    private boolean unreachable(IOException e) {
        String why = "cannot connect: " + e.getMessage();
        if (!why.equals(session.problem())) {
            log.warn(getMarker("rtr-cache-problem"), "RTR cache: cache={} event=\"{}\"", name(), why);
        }
        session.onConnectFailure(why);
        return false;
    }

    /** Runs the session until the connection ends. Returns true if the next connection may follow at once. */
    private boolean converse(RtrTransport.Link connection) throws IOException {
        RtrPduReader reader = new RtrPduReader(connection.input(), RtrFramer.DEFAULT_MAX_LENGTH, 1 << 16, PDU_TIME);
        Boolean ended = act(connection, session.onConnect(Instant.now()));
        while (ended == null && isOpen()) {
            long millis = Duration.between(Instant.now(), session.next()).toMillis();
            connection.setReadTimeout(Math.clamp(millis, 1, 60_000));
            try {
                Decoded<RtrPdu> pdu = reader.next();
                if (pdu == null) {
                    return session.onDisconnect(
                            session.problem() == null ? "the cache closed the connection" : session.problem());
                }
                ended = act(
                        connection,
                        switch (pdu) {
                            case Decoded.Ok<RtrPdu>(RtrPdu value) -> session.onPdu(value, Instant.now());
                            case Decoded.Damaged<RtrPdu>(var error, var bytes) -> session.onMalformedPdu(error, bytes);
                        });
            } catch (SocketTimeoutException e) {
                ended = act(connection, session.tick(Instant.now()));
            }
        }
        boolean soon = ended != null && ended;
        session.onDisconnect(session.problem() == null ? "closed" : session.problem());
        return soon;
    }

    /**
     * Performs actions. Returns null while the connection continues; otherwise true if the next one may follow at once.
     */
    private @Nullable Boolean act(RtrTransport.Link connection, List<RtrClientAction> actions) throws IOException {
        RtrState before = status.state();
        for (RtrClientAction action : actions) {
            switch (action) {
                case RtrClientAction.Send(RtrPdu pdu) -> send(connection, pdu);
                case RtrClientAction.Deliver(RpkiSnapshot complete) -> {
                    data = complete;
                    log.info("RTR cache: cache={} version={} event=\"{}\"", name(), session.version(), complete);
                    publishStatus();
                }
                case RtrClientAction.Close(String why, boolean soon) -> {
                    log.warn(getMarker("rtr-cache-problem"), "RTR cache: cache={} event=\"{}\"", name(), why);
                    return soon;
                }
            }
        }
        if (session.state() != before) {
            publishStatus();
        }
        return null;
    }

    private static void send(RtrTransport.Link connection, RtrPdu pdu) throws IOException {
        connection.output().write(RtrCodec.encode(pdu).toArray());
        connection.output().flush();
    }

    private void publishStatus() {
        status = statusOf();
        listener.accept(this);
    }

    private RtrCacheStatus statusOf() {
        Instant last = session.lastUpdate();
        return new RtrCacheStatus(
                name(),
                session.state(),
                session.version(),
                last,
                last == null ? null : last.plus(session.timing().expire()),
                session.problem());
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    private void pause(long millis) {
        try {
            if (closed.await(millis, TimeUnit.MILLISECONDS)) {
                log.debug("RTR client ends: cache={}", name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed.countDown();
        }
    }

    private static void closeQuietly(RtrTransport.Link link) {
        try {
            link.close();
        } catch (IOException e) {
            log.debug("Closing {}", link, e);
        }
    }
}
