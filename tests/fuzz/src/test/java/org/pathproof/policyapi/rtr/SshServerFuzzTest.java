// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSession.ClientSessionEvent;
import org.apache.sshd.client.session.ClientSessionImpl;
import org.apache.sshd.client.session.SessionFactory;
import org.apache.sshd.common.channel.ChannelPipedInputStream;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.helpers.KeyExchangeMessageHandler;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.pathproof.fuzz.HiddenFailures;
import org.pathproof.fuzz.SshScript;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.rpki.rtr.RtrHistory;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerListener;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.transport.SshKeyExchange;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrPdu;

/**
 * Fuzzes the SSH of the RTR server with routers that send hostile bytes and packets. Each connection ends and stops to
 * count, no router is served before its login, and other routers are served.
 */
class SshServerFuzzTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Time limits of the listener for routers that are silent. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private static final String USER = "router";
    private static final Vrp VRP = new Vrp(Prefix.parse("192.0.2.0/24"), 24, 64_496);
    private static final int PDU_HEADER = 8;
    private static final int INPUTS_PER_REGULAR_ROUTER = 16;

    private static @Nullable Fixture fixture;
    private static int inputs;

    /** Starts the servers after Jazzer has begun to instrument classes. */
    private static Fixture fixture() throws IOException, GeneralSecurityException {
        Fixture started = fixture;
        if (started == null) {
            started = new Fixture();
            fixture = started;
        }
        return started;
    }

    @AfterAll
    static void stop() {
        if (fixture != null) {
            fixture.close();
            fixture = null;
        }
    }

    @FuzzTest(maxDuration = "10m")
    void routers(byte[] input) throws IOException, GeneralSecurityException, InterruptedException {
        if (input.length == 0) {
            return;
        }
        // Jazzer forgets the permission after each input.
        BugDetectors.allowNetworkConnections();
        SshScript script = new SshScript(input);
        Fixture running = fixture();
        Listener listener = script.ending() == SshScript.Ending.SILENT ? running.hasty : running.regular;
        int served = listener.acceptor.served();
        if (script.phase() == SshScript.Phase.CONNECTED) {
            connect(script, listener.server.port());
        } else {
            running.connect(script, listener.server.port());
        }
        listener.assertEmpty();
        if (script.phase().compareTo(SshScript.Phase.AUTHENTICATED) < 0) {
            assertThat(listener.acceptor.served())
                    .as("routers served without login")
                    .isEqualTo(served);
        }
        if (inputs++ % INPUTS_PER_REGULAR_ROUTER == 0) {
            running.serveRegularRouter();
        }
        running.failures.assertNone();
    }

    /** Sends bytes before the key exchange. */
    private static void connect(SshScript script, int port) throws IOException {
        try (Socket router = socket(port)) {
            if (script.ending() == SshScript.Ending.ABRUPT) {
                router.setSoLinger(true, 0);
                router.getOutputStream().write(script.bytes());
            } else {
                router.getOutputStream().write(script.bytes());
                if (script.ending() == SshScript.Ending.ORDERLY) {
                    router.shutdownOutput();
                }
                router.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
        }
        // The server accepts connections one after another: after this one, it has accepted the connection above.
        try (Socket next = socket(port)) {
            next.getInputStream().read();
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
        }
    }

    private static Socket socket(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
        return socket;
    }

    /** Two RTR servers, of which one ends silent connections early, and the routers' side of SSH. */
    private static final class Fixture implements AutoCloseable {
        final HiddenFailures failures = new HiddenFailures();
        final Listener regular;
        final Listener hasty;
        private final SshClient client = SshClient.setUpDefaultClient();
        /** Random, so that Jazzer cannot find it by comparing strings. */
        private final String password;

        Fixture() throws IOException, GeneralSecurityException {
            byte[] random = new byte[16];
            new SecureRandom().nextBytes(random);
            password = HexFormat.of().formatHex(random);
            SshAccess access = access(password);
            regular = new Listener(access, LIMIT);
            hasty = new Listener(access, SILENCE);
            client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
            client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
            client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
            CoreModuleProperties.TCP_NODELAY.set(client, true);
            client.setSessionFactory(new MuteSessions(client));
            client.start();
        }

        private static SshAccess access(String password) throws IOException, GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            Path file = Files.createTempFile("ssh-host-key", ".pem");
            try {
                try (OutputStream to = Files.newOutputStream(file)) {
                    OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(
                            generator.generateKeyPair(), "fuzz", null, to);
                }
                return new SshAccess(
                        "fuzz",
                        new RtrListenerSettings.Ssh(
                                file.toString(), List.of(new RtrListenerSettings.SshUser(USER, password, ""))));
            } finally {
                Files.delete(file);
            }
        }

        /** Sends packets in the phase of the script. */
        void connect(SshScript script, int port) throws IOException {
            ClientSession session = null;
            try {
                session = connect(port);
                ChannelSubsystem channel = null;
                if (script.phase().compareTo(SshScript.Phase.AUTHENTICATED) >= 0) {
                    login(session);
                }
                if (script.phase() == SshScript.Phase.CHANNEL_OPEN) {
                    channel = open(session);
                }
                send(script, session, channel);
                assertEnds(session);
            } catch (IOException e) {
                // On a slow machine, the login of a silent router takes too long.
                if (script.ending() != SshScript.Ending.SILENT) {
                    throw e;
                }
            } finally {
                if (session != null) {
                    session.close(true);
                }
            }
        }

        private static void send(SshScript script, ClientSession session, @Nullable ChannelSubsystem channel) {
            try {
                script.send(session, channel);
                script.end(session);
            } catch (IOException e) {
                // The server may end the connection at any packet.
                assertThat(session.isClosing()).as("%s", e).isTrue();
            }
        }

        private static void assertEnds(ClientSession session) {
            assertThat(session.waitFor(EnumSet.of(ClientSessionEvent.CLOSED), LIMIT))
                    .as("the end of the connection")
                    .contains(ClientSessionEvent.CLOSED);
        }

        /** Returns a session that has exchanged keys. */
        private ClientSession connect(int port) throws IOException {
            ClientSession session = client.connect(USER, new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .verify(LIMIT)
                    .getSession();
            if (!session.waitFor(EnumSet.of(ClientSessionEvent.WAIT_AUTH, ClientSessionEvent.CLOSED), LIMIT)
                    .contains(ClientSessionEvent.WAIT_AUTH)) {
                session.close(true);
                throw new IOException("no key exchange");
            }
            return session;
        }

        private void login(ClientSession session) throws IOException {
            session.addPasswordIdentity(password);
            session.auth().verify(LIMIT);
        }

        private static ChannelSubsystem open(ClientSession session) throws IOException {
            ChannelSubsystem channel = session.createSubsystemChannel(SshAcceptor.SUBSYSTEM);
            channel.open().verify(LIMIT);
            return channel;
        }

        /** Asserts that a router without faults gets the data. */
        void serveRegularRouter() throws IOException, InterruptedException {
            ClientSession session = connect(regular.server.port());
            try {
                login(session);
                ChannelSubsystem channel = open(session);
                channel.getInvertedIn().write(RtrCodec.encode(new ResetQuery(2)).toArray());
                channel.getInvertedIn().flush();
                InputStream answer = channel.getInvertedOut();
                ((ChannelPipedInputStream) answer).setTimeout(LIMIT.toMillis());
                List<RtrPdu> pdus = new ArrayList<>();
                do {
                    pdus.add(pdu(answer));
                } while (!(pdus.getLast() instanceof EndOfData));
                assertThat(pdus).hasSize(3).contains(new PrefixPdu(2, true, VRP));
                assertThat(pdus.getFirst()).isInstanceOf(CacheResponse.class);
            } finally {
                session.close(true);
            }
            regular.assertEmpty();
        }

        private static RtrPdu pdu(InputStream from) throws IOException {
            Bytes header = Bytes.wrap(from.readNBytes(PDU_HEADER));
            int length = Math.toIntExact(header.u32(4)); // RFC 8210 section 5
            return RtrCodec.decode(header.concat(Bytes.wrap(from.readNBytes(length - PDU_HEADER))))
                    .orThrow();
        }

        @Override
        public void close() {
            client.stop();
            regular.close();
            hasty.close();
            failures.close();
        }
    }

    /** Creates sessions that ignore all messages once they are mute. */
    private static final class MuteSessions extends SessionFactory {
        MuteSessions(SshClient client) {
            super(client);
        }

        @Override
        protected ClientSessionImpl doCreateSession(IoSession connection) throws Exception {
            return new ClientSessionImpl(getClient(), connection) {
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

    /** An RTR server for one router at a time, so that a connection that still counts excludes the next one. */
    private static final class Listener implements AutoCloseable {
        final CountingAcceptor acceptor;
        final RtrServer server;
        private final MemoryRpkiSource source = new MemoryRpkiSource(1);

        Listener(SshAccess access, Duration limit) throws IOException {
            source.replace(List.of(VRP));
            InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            acceptor = new CountingAcceptor(new SshAcceptor(any, access, limit));
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

    /** Counts the connections that the gate has admitted, and those that it serves. */
    private static final class CountingAcceptor implements RtrAcceptor {
        private final RtrAcceptor ssh;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private int admitted;
        private int serving;
        private int served;

        CountingAcceptor(RtrAcceptor ssh) {
            this.ssh = ssh;
        }

        /** Returns the number of connections that were served since the start. */
        int served() {
            lock.lock();
            try {
                return served;
            } finally {
                lock.unlock();
            }
        }

        /** Waits until there is no connection. Returns false if one remains. */
        boolean awaitEmpty() throws InterruptedException {
            lock.lock();
            try {
                long left = LIMIT.toNanos();
                while (admitted != 0 || serving != 0) {
                    if (left <= 0) {
                        return false;
                    }
                    left = changed.awaitNanos(left);
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        private void count(int entered, int started) {
            lock.lock();
            try {
                admitted += entered;
                serving += started;
                served += Math.max(started, 0);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String toString() {
            lock.lock();
            try {
                return "admitted=" + admitted + " serving=" + serving;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void start(Gate gate) throws IOException {
            ssh.start(new Gate() {
                @Override
                public boolean enter(InetAddress router) {
                    boolean entered = gate.enter(router);
                    count(entered ? 1 : 0, 0);
                    return entered;
                }

                @Override
                public void leave(InetAddress router) {
                    gate.leave(router);
                    count(-1, 0);
                }

                @Override
                public void serve(Connection connection) {
                    count(0, 1);
                    try {
                        gate.serve(connection);
                    } finally {
                        count(0, -1);
                    }
                }

                @Override
                public void unauthenticated(InetSocketAddress router, String why) {
                    gate.unauthenticated(router, why);
                }
            });
        }

        @Override
        public int port() {
            return ssh.port();
        }

        @Override
        public void close() {
            ssh.close();
        }

        @Override
        public void shutdown() {
            ssh.shutdown();
        }
    }
}
