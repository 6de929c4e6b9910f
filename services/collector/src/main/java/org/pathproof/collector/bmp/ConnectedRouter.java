// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.collector.router.RouterState;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The router of a connection: its identity, and its state while this collector owns it. Confined to one thread at a
 * time, except for {@link #isStandingBy} and {@link #knownGap}. Methods may wait unless their description says
 * otherwise.
 */
final class ConnectedRouter {
    private static final Logger log = LoggerFactory.getLogger(ConnectedRouter.class);

    private final RouterConnection connection;
    private final ConnectionRegistry connections;
    private final RouterSessions routers;
    private final Admitted admitted;
    private @Nullable RouterIdentity identity;
    private @Nullable RouterState state; // null before the first message, and while another collector owns the router
    private volatile boolean standingBy;
    private volatile long knownGap;

    ConnectedRouter(
            RouterConnection connection, ConnectionRegistry connections, RouterSessions routers, Admitted admitted) {
        this.connection = connection;
        this.connections = connections;
        this.routers = routers;
        this.admitted = admitted;
    }

    /** Returns true while another collector owns the router. */
    boolean isStandingBy() {
        return standingBy;
    }

    /** Returns the newest gap that was known before the first message was published. */
    long knownGap() {
        return knownGap;
    }

    /** Returns true if this collector certainly owns the router, or ignores it. Never waits. */
    boolean isDecided() {
        RouterState known = state;
        return known == null
                ? standingBy
                : routers.ownership().isCertain()
                        && routers.ownership().owns(known.identity().hash());
    }

    /** Handles a message of a router that {@link #isDecided}. Never waits: the lane keeps records. */
    void handle(Bytes message) {
        RouterState known = state;
        if (known != null) { // else the owner of the router publishes the message
            connection.lane().runWithoutBlocking(() -> publish(known, message));
        }
    }

    /** Completes quiet tables of a router that {@link #isDecided}. Never waits: the lane keeps records. */
    void tick() {
        RouterState known = state;
        if (known != null) {
            connection.lane().runWithoutBlocking(() -> known.tick(routers.nowMicros()));
        }
    }

    /** Handles a message. The first one identifies the router. */
    void awaitAndHandle(Bytes message) throws InterruptedException {
        if (identity == null) {
            RouterIdentity known = identity(message);
            identity = known;
            knownGap = routers.newestGap(); // all messages of this connection are published after that gap
            connections.closeOlder(connection, known);
            if (routers.ownership().claim(known, this::isClosed)) {
                state = routers.state(connection, known, admitted);
            } else {
                standBy(known);
            }
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
        } else if (identity != null
                && isTakeable(identity)
                && routers.ownership().claim(identity, this::isClosed)) {
            standingBy = false;
            routers.closeTakenOver(connection, identity);
        }
    }

    /** Returns true if the next {@link #awaitAndTick} may take over the router. Never waits. */
    boolean isTakeable() {
        return identity != null && isTakeable(identity);
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

    /**
     * Returns the identity of the router, with the sysName of its Initiation (RFC 7854 section 4.3). A router whose
     * first message is of another type has no sysName.
     */
    private RouterIdentity identity(Bytes first) {
        String name = BmpCodec.decode(first) instanceof Decoded.Ok<BmpMessage>(Initiation initiation)
                ? initiation.sysName().orElse("")
                : "";
        return admitted.identity(name);
    }

    /** Marks the sessions of the router as lost, unless another collector owns it, and removes the connection. */
    void disconnect(String reason) {
        standingBy = false;
        RouterState known = state;
        try {
            if (known != null && routers.ownership().owns(known.identity().hash())) {
                known.disconnect(reason, routers.nowMicros());
            }
        } catch (RuntimeException e) {
            log.error(getMarker("sessions-not-marked"), "cannot mark sessions as lost: ip={}", admitted.ip(), e);
        } finally {
            state = null;
            if (known != null) {
                known.release();
            }
            routers.remove(connection, identity);
        }
    }
}
