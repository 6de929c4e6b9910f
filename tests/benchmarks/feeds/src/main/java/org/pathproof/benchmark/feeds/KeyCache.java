// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.rpki.rtr.RtrTiming;
import org.pathproof.wire.rpki.RouterKey;

/** An RTR cache with the router keys of a run. The cache can end and start again on the same port. */
final class KeyCache implements AutoCloseable {
    /** Expire Interval of the keys, the minimum of RFC 8210 section 6. */
    static final Duration EXPIRE = Duration.ofMinutes(10);

    private static final int RTR_SESSION = 11;
    private static final Duration NOTIFY = Duration.ofMillis(20);
    private static final RtrTiming TIMING = new RtrTiming(Duration.ofMinutes(1), Duration.ofSeconds(1), EXPIRE);

    private final MemoryRpkiSource rpki = new MemoryRpkiSource(RTR_SESSION);
    private final int port;
    private RtrServer server;

    KeyCache(Set<RouterKey> keys) throws IOException {
        rpki.replace(keys);
        server = listen(0);
        port = server.port();
    }

    private RtrServer listen(int onPort) throws IOException {
        RtrServerSettings defaults =
                RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), onPort));
        return new RtrServer(defaults.withTiming(TIMING).withNotifyInterval(NOTIFY), rpki).start();
    }

    /** Returns host and port. */
    String address() {
        return "127.0.0.1:" + port;
    }

    void withdraw(RouterKey key) {
        rpki.apply(List.of(), List.of(key));
    }

    void announce(RouterKey key) {
        rpki.apply(List.of(key), List.of());
    }

    void stop() {
        server.close();
    }

    /** Serves the same keys again after {@link #stop}. */
    void start() throws IOException {
        server = listen(port);
    }

    @Override
    public void close() {
        server.close();
        rpki.close();
    }
}
