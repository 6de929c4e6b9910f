// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.common.session.helpers.KeyExchangeMessageHandler;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.password.AcceptAllPasswordAuthenticator;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.session.ServerSessionImpl;
import org.apache.sshd.server.session.SessionFactory;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.pathproof.fuzz.HiddenFailures;
import org.pathproof.fuzz.SshScript;
import org.pathproof.keysync.settings.HostKey;
import org.pathproof.keysync.settings.SourceSettings;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.transport.ssh.SshKeyExchange;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RtrCodec;

/**
 * Fuzzes the SSH of key-sync with caches that send hostile bytes and packets. Each connection fails with a message or
 * ends, and leaves no thread.
 */
class SshClientFuzzTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Time limit of the client for caches that are silent. */
    private static final Duration SILENCE = Duration.ofMillis(100);

    private static final String CLIENT_THREAD = "sshd-SshClient";
    private static final byte[] QUERY = RtrCodec.encode(new ResetQuery(2)).toArray();

    private static @Nullable Fixture fixture;

    /** Starts the caches after Jazzer has begun to instrument classes. */
    private static Fixture fixture() throws IOException, GeneralSecurityException {
        Fixture started = fixture;
        if (started == null) {
            started = new Fixture();
            fixture = started;
        }
        return started;
    }

    @AfterAll
    static void stop() throws IOException {
        if (fixture != null) {
            fixture.close();
            fixture = null;
        }
    }

    @FuzzTest(maxDuration = "10m")
    void caches(byte[] input) throws Exception {
        if (input.length == 0) {
            return;
        }
        // Jazzer forgets the permission after each input.
        BugDetectors.allowNetworkConnections();
        Visit visit = new Visit(new SshScript(input));
        Fixture running = fixture();
        int port = running.port(visit);
        within("the end of the connection", () -> connect(port, running.hostKey, visit.script));
        assertThat(visit.ended.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("the end of the connection at the cache")
                .isTrue();
        assertNoThreads();
        running.failures.assertNone();
    }

    /** Work on a thread of its own, which may fail. */
    private interface Work {
        void run() throws Exception;
    }

    private static void within(String what, Work work) throws Exception {
        FutureTask<@Nullable Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        Thread thread = Thread.ofPlatform().daemon().name("ssh-client-fuzz").start(task);
        try {
            task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            AssertionError late = new AssertionError(what + " did not come within " + LIMIT, e);
            late.setStackTrace(thread.getStackTrace());
            throw late;
        } catch (ExecutionException e) {
            throw new AssertionError(what + ": " + e.getCause(), e.getCause());
        }
    }

    /** Connects as the RTR client does, and reads until the end. */
    private static void connect(int port, String hostKey, SshScript script) {
        // A connection whose end the client does not detect exceeds the limit of the test.
        Duration timeout = script.ending() == SshScript.Ending.SILENT ? SILENCE : LIMIT.multipliedBy(2);
        SshTransport transport = new SshTransport(new SourceSettings.Ssh("rpki", "", "password", hostKey));
        try (RtrTransport.Link link = transport.connect("127.0.0.1", port, timeout)) {
            link.setReadTimeout(Math.toIntExact(timeout.toMillis()));
            link.output().write(QUERY);
            link.output().flush();
            try {
                link.input().transferTo(OutputStream.nullOutputStream());
            } catch (SocketTimeoutException e) {
                // The RTR client sends its query again after its Refresh Interval.
                link.output().write(QUERY);
                link.output().flush();
            }
        } catch (IOException e) {
            assertThat(e.getMessage()).as("%s", e).isNotBlank().isNotEqualTo("SSH: null");
        }
    }

    private static void assertNoThreads() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(CLIENT_THREAD)) {
                assertThat(thread.join(LIMIT)).as("the end of %s", thread).isTrue();
            }
        }
    }

    /** One connection of the client. */
    private static final class Visit {
        final SshScript script;
        final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicBoolean played = new AtomicBoolean();

        Visit(SshScript script) {
            this.script = script;
        }

        /** Plays the script in its phase, once. */
        void play(SshScript.Phase phase, Session session, @Nullable Channel channel) {
            if (script.phase() != phase || !played.compareAndSet(false, true)) {
                return;
            }
            try {
                script.send(session, channel);
                script.end(session);
            } catch (IOException e) {
                // The client may end the connection at any packet.
                assertThat(session.isClosing()).as("%s", e).isTrue();
            }
        }
    }

    /** A cache of plain TCP, and a cache of SSH. */
    private static final class Fixture implements AutoCloseable {
        final HiddenFailures failures = new HiddenFailures();
        final String hostKey;
        private final ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final SshServer ssh = SshServer.setUpDefaultServer();
        private volatile @Nullable Visit current;

        Fixture() throws IOException, GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair key = generator.generateKeyPair();
            hostKey = HostKey.fingerprint(key.getPublic());
            ssh.setHost("127.0.0.1");
            ssh.setKeyPairProvider(KeyPairProvider.wrap(key));
            CoreModuleProperties.TCP_NODELAY.set(ssh, true);
            // The other key exchanges of SSHD take most of the time of an input.
            ssh.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                    false, List.of(BuiltinDHFactories.curve25519), ServerBuilder.DH2KEX));
            ssh.setPasswordAuthenticator(AcceptAllPasswordAuthenticator.INSTANCE);
            Supplier<Visit> visit = () -> Objects.requireNonNull(current);
            ssh.setSessionFactory(new MuteSessions(ssh));
            ssh.setSubsystemFactories(List.of(new Subsystem(visit)));
            ssh.addSessionListener(new Sessions(visit));
            ssh.start();
        }

        /** Prepares a cache for a connection, and returns its port. */
        int port(Visit visit) {
            current = visit;
            if (visit.script.phase() != SshScript.Phase.CONNECTED) {
                return ssh.getPort();
            }
            Thread.ofVirtual().name("plain-cache").start(() -> serve(visit));
            return plain.getLocalPort();
        }

        private void serve(Visit visit) {
            try (Socket client = plain.accept()) {
                if (visit.script.ending() == SshScript.Ending.ABRUPT) {
                    client.setSoLinger(true, 0);
                    client.getOutputStream().write(visit.script.bytes());
                } else {
                    client.getOutputStream().write(visit.script.bytes());
                    if (visit.script.ending() == SshScript.Ending.ORDERLY) {
                        client.shutdownOutput();
                    }
                    client.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            } catch (SocketException e) {
                assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            visit.ended.countDown();
        }

        @Override
        public void close() throws IOException {
            plain.close();
            ssh.close(true);
            failures.close();
        }
    }

    /** Creates sessions that ignore all messages once they are mute. */
    private static final class MuteSessions extends SessionFactory {
        MuteSessions(SshServer server) {
            super(server);
        }

        @Override
        protected ServerSessionImpl doCreateSession(IoSession connection) throws Exception {
            return new ServerSessionImpl(getServer(), connection) {
                @Override
                protected void handleMessage(Buffer message) throws Exception {
                    if (!SshScript.isMute(this)) {
                        super.handleMessage(message);
                    }
                }

                @Override
                protected KeyExchangeMessageHandler initializeKeyExchangeMessageHandler() {
                    return new SshKeyExchange(this);
                }
            };
        }
    }

    /** Plays scripts after the key exchange and after the login. */
    private record Sessions(Supplier<Visit> visit) implements SessionListener {
        @Override
        public void sessionEvent(Session session, Event event) {
            switch (event) {
                case KeyEstablished -> visit.get().play(SshScript.Phase.KEYS_EXCHANGED, session, null);
                case Authenticated -> {
                    // On this thread, the packets would precede the message that the login has succeeded.
                    Visit current = visit.get();
                    Thread.ofVirtual()
                            .name("ssh-cache")
                            .start(() -> current.play(SshScript.Phase.AUTHENTICATED, session, null));
                }
                default -> {}
            }
        }

        @Override
        public void sessionClosed(Session session) {
            visit.get().ended.countDown();
        }
    }

    /** Plays scripts in the channel of a client. */
    private record Subsystem(Supplier<Visit> visit) implements SubsystemFactory {
        @Override
        public String getName() {
            return "rpki-rtr";
        }

        @Override
        public Command createSubsystem(ChannelSession channel) {
            Visit current = visit.get();
            return new Command() {
                @Override
                public void start(ChannelSession started, Environment environment) {
                    current.play(SshScript.Phase.CHANNEL_OPEN, started.getSession(), started);
                }

                @Override
                public void destroy(ChannelSession ended) {}

                @Override
                public void setInputStream(InputStream in) {}

                @Override
                public void setOutputStream(OutputStream out) {}

                @Override
                public void setErrorStream(OutputStream error) {}

                @Override
                public void setExitCallback(ExitCallback callback) {}
            };
        }
    }
}
