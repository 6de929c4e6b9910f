// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.sshd.server.SshServer;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrHistory;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** An RTR server for one router at a time, so that a connection that still counts excludes the next one. */
final class Listener implements AutoCloseable {
    static final Vrp VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64_496);
    private static final int HASTE = 50;
    /** Time limit for the end of connections, in a test on a busy machine. */
    private static final Duration END = Duration.ofSeconds(60);

    final CountingAcceptor acceptor;
    final RtrServer server;
    private final MemoryRpkiSource source = new MemoryRpkiSource(1);

    /** Starts a server with a time limit for silent routers. */
    static Listener start(SshAccess access, Duration limit) throws IOException {
        return new Listener(access, limit, SshServer::setUpDefaultServer);
    }

    /** Starts a server that looks for routers beyond their time limit each 20 ms, instead of each second. */
    static Listener startHasty(SshAccess access, Duration limit) throws IOException {
        return new Listener(access, limit, Listener::hastyServer);
    }

    private static SshServer hastyServer() {
        SshServer server = SshServer.setUpDefaultServer();
        server.setScheduledExecutorService(
                new ScheduledThreadPoolExecutor(1) {
                    @Override
                    public ScheduledFuture<?> scheduleAtFixedRate(
                            Runnable command, long initialDelay, long period, TimeUnit unit) {
                        return super.scheduleAtFixedRate(
                                command,
                                unit.toMicros(initialDelay) / HASTE,
                                unit.toMicros(period) / HASTE,
                                TimeUnit.MICROSECONDS);
                    }
                },
                true);
        return server;
    }

    private Listener(SshAccess access, Duration limit, Supplier<SshServer> servers) throws IOException {
        source.replace(List.of(VRP));
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        acceptor = new CountingAcceptor(new SshAcceptor(any, access, limit, servers), END);
        server = new RtrServer(
                        RtrServerSettings.on(any).withLimits(new RtrLimits(1, 1, limit, limit, limit)),
                        new RtrHistory(source, 10),
                        acceptor,
                        RtrServerListener.NONE)
                .start();
    }

    void assertEmpty() throws InterruptedException {
        assertThat(acceptor.awaitEmpty())
                .as("the end of the connection at the server: %s", acceptor)
                .isTrue();
        assertThat(server.isFull()).isFalse();
        assertThat(server.sessions()).isEmpty();
    }

    @Override
    public void close() {
        server.close();
        source.close();
    }
}
