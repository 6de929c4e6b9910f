// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.routerfeeds.rtr.RtrListeners;
import org.pathproof.routerfeeds.rtr.RtrListenersSettings;
import org.pathproof.routerfeeds.settings.RtrSettings;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.wire.rpki.RpkiObject;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * An RTR listener of the policy API. Its data come from a file through key-sync and Redis. A tap is before a listener
 * over TCP.
 */
final class RtrSite implements AutoCloseable {
    private static final String PREFIX = "pathproof.policy-api";

    private final Path file;
    private final Site site;
    private final @Nullable Tap tap;
    private final Map<String, String> settings = new HashMap<>();
    private final int port = Ports.free();
    private RedisRpkiSource source;
    private RtrListeners listeners;

    RtrSite(Path folder, Credentials credentials, List<RpkiObject> objects, Transport transport) throws IOException {
        file = RpkiFiles.rpkiClient(folder.resolve("rpki.json"), objects);
        site = new Site(Map.of("file", file.toString()));
        settings.putAll(Map.of(PREFIX + ".rtr-port", "-1", PREFIX + ".rtr-notify-interval", "50ms"));
        Map<String, String> listener = new HashMap<>(transport.settings(credentials));
        listener.putAll(Map.of("name", "tested", "bind", "127.0.0.1", "port", "" + port));
        listener.forEach((name, value) -> settings.put(PREFIX + ".rtr.listeners[0]." + name, value));
        tap = transport.isPlain() ? new Tap(port) : null;
        site.await(SampleObjects.lines(objects, Kind.of(2)));
        source = follow();
        listeners = startListeners();
    }

    /** Returns a follower of Redis that has a set. */
    private RedisRpkiSource follow() {
        RedisRpkiSource follower = new RedisRpkiSource(site.redis()).start();
        Conditions.await("the set of the policy API", () -> follower.current().isPresent());
        return follower;
    }

    private RtrListeners startListeners() {
        Binder binder = new Binder(new MapConfigurationPropertySource(settings));
        RtrListeners started = RtrListeners.genuine(
                binder.bindOrCreate(PREFIX, RtrSettings.class),
                binder.bindOrCreate(PREFIX + ".rtr", RtrListenersSettings.class),
                source);
        started.start();
        return started;
    }

    /** Returns the port for routers: that of the tap, if there is one. */
    int port() {
        return tap == null ? port : tap.port();
    }

    /** Returns the tap of a listener over TCP; empty for others. */
    Optional<Tap> tap() {
        return Optional.ofNullable(tap);
    }

    int sessionId() {
        return site.sessionId();
    }

    /** Gives other objects to key-sync, and waits until they are in Redis. */
    void serve(List<RpkiObject> objects) {
        RpkiFiles.rpkiClient(file, objects);
        site.await(SampleObjects.lines(objects, Kind.of(2)));
    }

    /** Ends the listeners and the follower of Redis, and starts others on the same ports. */
    void restart() {
        listeners.stop();
        source.close();
        source = follow();
        listeners = startListeners();
    }

    /** Begins another session: Redis loses its data, and another key-sync writes the set. */
    void loseRedis() {
        int before = site.sessionId();
        site.loseRedis();
        Conditions.await("another RTR session", () -> site.sessionId() != before);
    }

    @Override
    public void close() throws IOException {
        listeners.stop();
        source.close();
        if (tap != null) {
            tap.close();
        }
        site.close();
    }
}
