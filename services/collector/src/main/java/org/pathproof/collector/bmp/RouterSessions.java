// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.bmp;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.intake.Intake;
import org.pathproof.collector.kafka.KafkaOutput;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.ownership.Ownership;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.router.RouterIdentity;
import org.pathproof.collector.router.RouterRules;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.router.Sessions;
import org.pathproof.wire.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link between connections and the sessions of their routers: makes the state of a router that this collector owns,
 * disconnects routers that must send their tables again, and gives up those that do not come back. Safe for use by
 * several threads.
 */
final class RouterSessions {
    private static final Logger log = LoggerFactory.getLogger(RouterSessions.class);
    /** Time in which a disconnected router must come back; longer than routers wait before they connect again. */
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
    /** Routers that were disconnected to send everything again, with the {@link System#nanoTime} of it. */
    private final Map<Bytes, Long> expected = new ConcurrentHashMap<>();

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
        this.healing = new GapHealing(sessions.gaps(), pace, new SplittableRandom());
    }

    /** Makes the state of a router that this collector owns. A record that Kafka refuses closes the connection. */
    RouterState state(BmpConnection connection, RouterIdentity identity, Permission permission) {
        return new RouterState(
                identity,
                rules,
                sessions,
                output.ofRouter(connection.share(), () -> connection.close("Kafka refused a record")),
                metrics,
                false,
                permission);
    }

    /** Removes a connection that has been handled to its end, and gives up its router unless it is expected back. */
    void gone(BmpConnection connection, @Nullable RouterIdentity router) {
        boolean last = connections.remove(connection, router);
        if (router != null) {
            if (last && !expected.containsKey(router.hash())) {
                ownership.release(router.hash());
            }
            log.info("router {} at {} disconnected", router.label(), router.ip());
        }
    }

    /**
     * Disconnects a router that this collector took over, so that it sends everything again: nothing of before was
     * kept.
     */
    void takenOver(BmpConnection connection, RouterIdentity router) {
        expected.put(router.hash(), System.nanoTime());
        metrics.closed("taken-over");
        log.warn(
                "router {} is owned by this collector now: disconnecting it, so that it sends everything again",
                router.label());
        connection.close("this collector takes the router over");
    }

    /** Disconnects a router so that it sends everything again. */
    void resync(Bytes router) {
        BmpConnection connection = connections.ofRouter(router);
        if (connection != null) {
            metrics.closed("begin-anew");
            connection.close("it is to send everything again, because another collector wrote about it");
        }
    }

    /** Gives up routers that did not come back, and asks for tables after a gap. To be called about once a second. */
    void tick() {
        long now = System.nanoTime();
        expected.forEach((router, since) -> {
            BmpConnection back = connections.ofRouter(router);
            if (back != null && back.isOpen()) {
                expected.remove(router, since);
            } else if (now - since > RECONNECT_TIMEOUT.toNanos() && expected.remove(router, since)) {
                ownership.release(router);
            }
        });
        heal(now);
    }

    private void heal(long now) {
        if (!intake.isOpen()) {
            return; // a table would only wait
        }
        Map<Bytes, Long> connected = new HashMap<>();
        connections.forEachRouter((router, connection) -> {
            if (!connection.isStandingBy() && ownership.owns(router)) {
                connected.put(router, connection.knownGap());
            }
        });
        for (Bytes router : healing.due(connected, now)) {
            BmpConnection connection = connections.ofRouter(router);
            if (connection != null) {
                expected.put(router, now);
                metrics.closed("gap");
                connection.close(
                        "it is to send everything again, because route events were deleted before they were judged");
            }
        }
    }

    /** Publishes bytes of a connection that never named its router. */
    void reject(KafkaOutput.Share share, RouterIdentity router, BmpFrameDecoder.Lost lost) {
        metrics.reject("bmp", lost.error().code().name());
        output.ofRouter(share, () -> {})
                .reject(RouterState.rejected(router, "bmp", "", lost.error(), lost.octets(), nowMicros()));
    }

    void publishRaw(KafkaOutput.Share share, RouterIdentity router, Bytes message) {
        raw.ifPresent(publisher -> publisher.publish(share, router, message, nowMicros()));
    }

    /** Returns the number of the newest gap in route events that is known. */
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

    /** Returns the present time in microseconds since 1970. */
    long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
