// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.admission.Admitted;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.router.InstanceSigns;
import org.pathproof.collector.router.Rejects;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links BMP connections to the sessions of their routers. Creates the state of routers that this collector owns.
 * Disconnects routers that must send their tables again. Releases routers that do not reconnect. Safe for use by
 * several threads.
 */
final class RouterSessions {
    private static final Logger log = LoggerFactory.getLogger(RouterSessions.class);
    /** Time within which a disconnected router must reconnect. The time exceeds the reconnection delay of routers. */
    private static final Duration RECONNECT_TIMEOUT = Duration.ofMinutes(2);

    private final ConnectionRegistry connections;
    private final RouterRules rules;
    private final Sessions sessions;
    private final KafkaOutput output;
    private final CollectorMetrics metrics;
    private final Optional<RawPublisher> raw;
    private final Clock clock;
    private final Ownership ownership;
    private final Intake intake;
    private final GapHealing healing;
    private final RouterInstances instances;
    /**
     * Routers that were disconnected so that they send all tables again. This collector owns them until they reconnect
     * or {@link #RECONNECT_TIMEOUT} is over.
     */
    private final Map<Bytes, Disconnection> expected = new ConcurrentHashMap<>();

    /** A connection that this collector closes, and the {@link System#nanoTime} of the decision. */
    private record Disconnection(RouterConnection closed, long sinceNanos) {}

    RouterSessions(
            ConnectionRegistry connections,
            RouterRules rules,
            Sessions sessions,
            KafkaOutput output,
            CollectorMetrics metrics,
            Optional<RawPublisher> raw,
            Clock clock,
            Ownership ownership,
            Intake intake,
            GapPace pace) {
        this.connections = connections;
        this.rules = rules;
        this.sessions = sessions;
        this.output = output;
        this.metrics = metrics;
        this.raw = raw;
        this.clock = clock;
        this.ownership = ownership;
        this.intake = intake;
        this.instances = new RouterInstances(sessions, router -> !ownership.isFree(router));
        this.healing = new GapHealing(sessions.gaps(), pace, new SplittableRandom());
    }

    /** Creates the state of a router that this collector owns. */
    RouterState state(RouterConnection connection, RouterIdentity identity, Admitted admitted) {
        return new RouterState(
                identity,
                rules.with(admitted.profile()),
                sessions.sentBy(connection.lane()::sendSession),
                connection.lane(),
                metrics,
                false,
                admitted.permission());
    }

    /** Returns the identification of the router of a new connection. */
    Identification identification(RouterConnection connection, Admitted admitted, InstanceSigns signs) {
        return new Identification(admitted, instances, connections, connection, signs);
    }

    /** Returns the signs of a new connection. */
    InstanceSigns signs() {
        return new InstanceSigns(rules.maxPeers());
    }

    /**
     * Disconnects two connections with numbers of different instances whose peers show that they are one. The router
     * reconnects, and its peers then have the lower number.
     */
    void closeTwins(RouterConnection one, RouterIdentity router, RouterConnection other) {
        connections.recordSuperseded(router);
        RouterConnection higher = other.instance() > one.instance() ? other : one;
        higher.endSessions();
        other.close("the router connected again");
        one.close("the router connected again, and its peers are those of another connection");
    }

    /** Removes a closed connection, and releases the ownership of its router unless the router is to reconnect. */
    void remove(RouterConnection connection, @Nullable RouterIdentity router, @Nullable RouterIdentity identity) {
        boolean last = connections.remove(connection, router, identity);
        if (identity != null) {
            if (last && !expected.containsKey(identity.hash())) {
                ownership.release(identity.hash());
            }
            log.info("router disconnected: router={} ip={}", identity.label(), identity.ip());
        }
    }

    /**
     * Disconnects a router that this collector has taken over, so that the router sends all tables again. Messages from
     * before the takeover are lost.
     */
    void closeTakenOver(RouterConnection connection, RouterIdentity router) {
        expected.put(router.hash(), new Disconnection(connection, System.nanoTime()));
        metrics.countClosed("taken-over");
        log.warn(
                getMarker("router-taken-over"),
                "took over router, disconnecting it so that it sends all tables again: router={}",
                router.label());
        connection.close("this collector took over the router");
    }

    /** Disconnects a router so that it sends all tables again. The router stays owned by this collector. */
    void resync(Bytes router) {
        RouterConnection connection = connections.ofRouter(router);
        if (connection != null) {
            expected.put(router, new Disconnection(connection, System.nanoTime()));
            metrics.countClosed("resync");
            connection.close(
                    "the router must send all tables again: another collector wrote session records of this router");
        }
    }

    /**
     * Releases routers that did not reconnect, and disconnects routers that must send their tables again after a gap.
     * Callers repeat this call every second.
     */
    void tick() {
        long now = System.nanoTime();
        expected.forEach((router, disconnection) -> {
            RouterConnection back = connections.ofRouter(router);
            if (back != null && !back.equals(disconnection.closed()) && back.isOpen()) {
                expected.remove(router, disconnection);
            } else if (now - disconnection.sinceNanos() > RECONNECT_TIMEOUT.toNanos()
                    && expected.remove(router, disconnection)) {
                ownership.release(router);
            }
        });
        heal(now);
    }

    private void heal(long now) {
        if (!intake.isOpen()) {
            return; // the intake is closed: a table could not be published
        }
        Map<Bytes, Long> connected = new HashMap<>();
        connections.forEachRouter((router, connection) -> {
            if (!connection.isStandingBy() && ownership.owns(router)) {
                connected.put(router, connection.knownGap());
            }
        });
        for (Bytes router : healing.due(connected, now)) {
            RouterConnection connection = connections.ofRouter(router);
            if (connection != null) {
                expected.put(router, new Disconnection(connection, now));
                metrics.countClosed("gap");
                connection.close(
                        "the router must send all tables again: route events were deleted before they were validated, or proofs must be verified again");
            }
        }
    }

    /** Publishes the unreadable bytes of a connection whose router has no state in this collector. */
    void reject(Lane lane, RouterIdentity router, WireError error, Bytes bytes) {
        metrics.reject("bmp", error.code().name());
        lane.reject(Rejects.of(router, "bmp", "", error, bytes, nowMicros()));
    }

    void publishRaw(Lane lane, RouterIdentity router, Bytes message) {
        raw.ifPresent(publisher -> publisher.publish(lane, router, message, nowMicros()));
    }

    /** Returns the number of the newest known gap, in route events or in OpenBMP messages. */
    long newestGap() {
        return sessions.gaps().newest();
    }

    Ownership ownership() {
        return ownership;
    }

    Intake intake() {
        return intake;
    }

    KafkaOutput output() {
        return output;
    }

    CollectorMetrics metrics() {
        return metrics;
    }

    /** Returns the current time in microseconds since 1970-01-01 UTC. */
    long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
