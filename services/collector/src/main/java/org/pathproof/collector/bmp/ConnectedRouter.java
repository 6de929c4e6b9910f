// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.router.InstanceSigns;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.PeerUp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The router of a connection: its identity, and its state while this collector owns it. Confined to one thread at a
 * time, except for {@link #isStandingBy} and {@link #knownGap}. Methods may wait unless their description says
 * otherwise.
 */
final class ConnectedRouter {
    private static final Logger log = LoggerFactory.getLogger(ConnectedRouter.class);
    /** Offset of the message type in the common header (RFC 7854 section 4.1). */
    private static final int TYPE_AT = 5;
    /** Number of seconds for which a connection that stands by is compared with the records of the router. */
    private static final int STANDBY_CHECKS = 30;

    private final RouterConnection connection;
    private final ConnectionRegistry connections;
    private final RouterSessions routers;
    private final Admitted admitted;
    private final InstanceSigns signs;
    private final Identification identification;
    private @Nullable RouterIdentity identity;
    private @Nullable RouterState state; // null before the first message, and while another collector owns the router
    private volatile boolean standingBy;
    private volatile boolean endsSessions;
    private volatile int instance;
    private int standbyTicks;
    private volatile long knownGap;

    ConnectedRouter(
            RouterConnection connection, ConnectionRegistry connections, RouterSessions routers, Admitted admitted) {
        this.connection = connection;
        this.connections = connections;
        this.routers = routers;
        this.admitted = admitted;
        this.signs = routers.signs();
        this.identification = routers.identification(connection, admitted, signs);
    }

    InstanceSigns signs() {
        return signs;
    }

    int instance() {
        return instance;
    }

    /** Ends the sessions when the connection closes, because another instance of the router has their peers. */
    void endSessions() {
        endsSessions = true;
    }

    /** Returns true while another collector owns the router. */
    boolean isStandingBy() {
        return standingBy;
    }

    /** Returns the newest gap that was known before the first message was published. */
    long knownGap() {
        return knownGap;
    }

    /**
     * Returns true if the messages of the router can be handled without waiting. Either another collector owns the
     * router, or this collector owns it and no other one can have taken it over unnoticed. Never waits.
     */
    boolean isDecided() {
        RouterState known = state;
        return known == null
                ? standingBy
                : routers.ownership().isCertain()
                        && routers.ownership().owns(known.identity().hash());
    }

    /** Handles a message if {@link #isDecided}. Never waits: the lane keeps records that Kafka does not accept yet. */
    void handle(Bytes message) {
        RouterState known = state;
        if (known != null) { // else the owner of the router publishes the message
            connection.lane().runWithoutBlocking(() -> publish(known, message));
        }
    }

    /** Completes quiet tables if {@link #isDecided}. Never waits, like {@link #handle}. */
    void tick() {
        RouterState known = state;
        if (known != null) {
            connection.lane().runWithoutBlocking(() -> known.tick(routers.nowMicros()));
        }
    }

    /** Identifies the router if the messages so far suffice, and handles them. */
    private void identify() throws InterruptedException {
        RouterIdentity router = identification.router();
        if (router == null) {
            return;
        }
        RouterIdentity known = connections
                .assign(connection, router.hash(), identification::decide)
                .orElse(null);
        if (known == null) {
            if (identification.hasTooManyInstances()) {
                routers.metrics().countClosed("instances");
                connection.close("the router has too many BGP instances with one name");
            }
            return;
        }
        identity = known;
        instance = known.instance();
        knownGap = routers.newestGap(); // all messages of this connection are published after that gap
        if (routers.ownership().claim(known, this::isClosed)) {
            RouterState created = routers.state(connection, known, admitted);
            state = created;
            for (Bytes message : identification.takeKept()) {
                publish(created, message);
            }
        } else {
            identification.takeKept();
            standBy(known);
        }
    }

    /** Handles a message. The first ones identify the router. */
    void awaitAndHandle(Bytes message) throws InterruptedException {
        if (identity == null) {
            identification.take(message);
            identify();
            return;
        }
        RouterState known = state;
        if (known == null) {
            return; // the owner of the router publishes the message
        }
        if (!routers.ownership().isHeld(known.identity().hash())) {
            state = null; // another collector owns the sessions now; do not mark them as lost
            known.release();
            standBy(known.identity());
            return;
        }
        publish(known, message);
    }

    private void publish(RouterState known, Bytes message) {
        known.handleMessage(message, routers.nowMicros());
        routers.publishRaw(connection.lane(), known.identity(), message);
        if (isPeerUp(message)) {
            recordPeer(known, message);
        }
    }

    private static boolean isPeerUp(Bytes message) {
        return message.length() > TYPE_AT && message.u8(TYPE_AT) == BmpMessage.TYPE_PEER_UP;
    }

    /** Compares a new peer with those of other connections of the router. */
    private void recordPeer(RouterState known, Bytes message) {
        RouterIdentity router = identification.router();
        if (router != null && BmpCodec.decode(message) instanceof Decoded.Ok<BmpMessage>(PeerUp up)) {
            signs.record(up);
            connections
                    .twin(connection, router.hash(), up.peer())
                    .ifPresent(other -> routers.closeTwins(connection, known.identity(), other));
        }
    }

    private void standBy(RouterIdentity known) {
        standingBy = true;
        log.info("standing by, another collector owns the router: router={}", known.label());
    }

    /** Completes quiet tables, and takes over a router that has become free. */
    void awaitAndTick() throws InterruptedException {
        RouterState known = state;
        if (known != null) {
            if (routers.ownership().isHeld(known.identity().hash())) {
                known.tick(routers.nowMicros());
            }
        } else if (identity == null) {
            identification.tick();
            identify();
        } else if (belongsToAnotherInstance(identity)) {
            connection.close("the connection is of another BGP instance than the router that another collector owns");
        } else if (isTakeable(identity) && routers.ownership().claim(identity, this::isClosed)) {
            standingBy = false;
            routers.closeTakenOver(connection, identity);
        }
    }

    /**
     * Returns true if the next {@link #awaitAndTick} may take over the router, or may find that the connection is of
     * another BGP instance. Never waits.
     */
    boolean isTakeable() {
        return identity != null && (isTakeable(identity) || standingBy && ++standbyTicks <= STANDBY_CHECKS);
    }

    /**
     * Returns true if the records of the router show that a connection that stands by is of another BGP instance than
     * the owner's. The records of the other collector may arrive after the connection was identified.
     */
    private boolean belongsToAnotherInstance(RouterIdentity known) {
        return standingBy
                && connection.isOpen()
                && signs.hasPeers()
                && identification
                        .instanceNow()
                        .filter(now -> now.hash().equals(known.hash()))
                        .isEmpty();
    }

    private boolean isTakeable(RouterIdentity known) {
        return standingBy && connection.isOpen() && routers.ownership().isFree(known.hash());
    }

    private boolean isClosed() {
        return !connection.isOpen();
    }

    /** Publishes the unreadable bytes at the end of the stream. */
    void rejectUnframed(BmpFrameDecoder.Lost lost) {
        RouterState known = state;
        if (known != null) {
            known.reject("bmp", null, lost.error(), lost.bytes(), routers.nowMicros());
        } else {
            routers.reject(connection.lane(), admitted.identity(""), lost.error(), lost.bytes());
        }
    }

    /** Marks the sessions of the router as lost, unless another collector owns it, and removes the connection. */
    void disconnect(String reason) {
        standingBy = false;
        RouterState known = state;
        try {
            if (known != null && routers.ownership().owns(known.identity().hash())) {
                if (endsSessions) {
                    known.end(reason, routers.nowMicros());
                } else {
                    known.disconnect(reason, routers.nowMicros());
                }
            }
        } catch (RuntimeException e) {
            log.error(getMarker("sessions-not-marked"), "cannot mark sessions as lost: ip={}", admitted.ip(), e);
        } finally {
            state = null;
            if (known != null) {
                known.release();
            }
            routers.remove(connection, identification.router(), identity);
        }
    }
}
