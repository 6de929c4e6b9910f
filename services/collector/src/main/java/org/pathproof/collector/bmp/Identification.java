// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.router.InstanceSigns;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;

/**
 * Identifies the router of a connection by its first messages. The Initiation suffices for a router with one BGP
 * instance. If another connection has the same address and sysName, or if several instances are known, the connection
 * is identified by its peers: at the first message after the Peer Ups, or {@value #PEERS_TICKS} seconds after the first
 * of them. Until then, messages are kept. Confined to the thread of the connection.
 */
final class Identification {
    /** Number of ticks after the first Peer Up after which the peers suffice. */
    private static final int PEERS_TICKS = 2;
    /** Maximum size of the kept messages in bytes. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private final Admitted admitted;
    private final RouterInstances instances;
    private final ConnectionRegistry connections;
    private final RouterConnection connection;
    private final InstanceSigns signs;
    private final List<Bytes> kept = new ArrayList<>();
    private @Nullable RouterIdentity router;
    private int keptBytes;
    private int ticks;
    private boolean tableBegun;

    Identification(
            Admitted admitted,
            RouterInstances instances,
            ConnectionRegistry connections,
            RouterConnection connection,
            InstanceSigns signs) {
        this.admitted = admitted;
        this.instances = instances;
        this.connections = connections;
        this.connection = connection;
        this.signs = signs;
    }

    /** Keeps a message, and takes its signs. */
    void take(Bytes message) {
        kept.add(message.compact());
        keptBytes += message.length();
        BmpMessage decoded = BmpCodec.decode(message) instanceof Decoded.Ok<BmpMessage>(BmpMessage ok) ? ok : null;
        if (router == null) {
            router = admitted.identity(
                    decoded instanceof Initiation initiation
                            ? initiation.sysName().orElse("")
                            : "");
        }
        boolean ofPeer = decoded != null && signs.record(decoded);
        tableBegun |= !ofPeer && !(decoded instanceof Initiation) && signs.hasPeers();
    }

    /** Counts the seconds since the first peer. */
    void tick() {
        if (signs.hasPeers()) {
            ticks++;
        }
    }

    /**
     * Returns the router of the connection with the number of its instance; empty while the messages do not suffice.
     */
    Optional<RouterIdentity> decide() {
        RouterIdentity known = router;
        if (known == null) {
            return Optional.empty();
        }
        if (!instances.isPlural(known, this::others)) {
            return Optional.of(known);
        }
        return suffices() ? instanceNow() : Optional.empty();
    }

    /** Returns the instance that the signs select now. */
    Optional<RouterIdentity> instanceNow() {
        RouterIdentity known = router;
        return known == null ? Optional.empty() : instances.find(known, signs, this::others);
    }

    private @Nullable InstanceSigns others(Bytes instance) {
        return connections.signsOf(instance, connection);
    }

    /** Returns true if the messages suffice, but the router has too many instances. */
    boolean hasTooManyInstances() {
        return suffices() && instanceNow().isEmpty();
    }

    private boolean suffices() {
        return tableBegun || ticks >= PEERS_TICKS || keptBytes > MAX_KEPT_BYTES;
    }

    /** Returns the router without the number of its instance; null before the first message. */
    @Nullable
    RouterIdentity router() {
        return router;
    }

    /** Returns the kept messages, in order, and forgets them. */
    List<Bytes> takeKept() {
        List<Bytes> messages = List.copyOf(kept);
        kept.clear();
        return messages;
    }
}
