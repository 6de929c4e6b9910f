// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

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
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSession.ClientSessionEvent;
import org.apache.sshd.client.session.ClientSessionImpl;
import org.apache.sshd.client.session.SessionFactory;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.channel.ChannelPipedInputStream;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.helpers.KeyExchangeMessageHandler;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.pathproof.fuzz.HiddenFailures;
import org.pathproof.fuzz.SshScript;
import org.pathproof.transport.ssh.SshKeyExchange;
import org.pathproof.wire.Bytes;
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
    private static final Duration SILENCE = Duration.ofMillis(100);

    private static final String USER = "router";
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
        if (script.phase() == SshScript.Phase.CONNECTED) {
            connect(script, listener);
        } else {
            running.connect(script, listener);
        }
        listener.assertEmpty();
        assertThat(listener.acceptor.servedStrangers())
                .as("routers served without login")
                .isEmpty();
        if (inputs++ % INPUTS_PER_REGULAR_ROUTER == 0) {
            running.serveRegularRouter();
        }
        running.failures.assertNone();
    }

    /** Sends bytes before the key exchange. */
    private static void connect(SshScript script, Listener listener) throws IOException {
        int port = listener.server.port();
        try (Socket router = socket(port)) {
            listener.acceptor.addStranger(router.getLocalPort());
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
            regular = Listener.start(access, LIMIT);
            hasty = Listener.startHasty(access, SILENCE);
            client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
            client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
            client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
            CoreModuleProperties.TCP_NODELAY.set(client, true);
            // The other key exchanges of SSHD take most of the time of an input.
            client.setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                    false, List.of(BuiltinDHFactories.curve25519), ClientBuilder.DH2KEX));
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
        void connect(SshScript script, Listener listener) throws IOException {
            ClientSession session = null;
            try {
                session = connect(listener, script.phase().compareTo(SshScript.Phase.AUTHENTICATED) >= 0);
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
        private ClientSession connect(Listener listener, boolean logsIn) throws IOException {
            InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.server.port());
            ClientSession session = client.connect(USER, server).verify(LIMIT).getSession();
            int port = ((InetSocketAddress) session.getIoSession().getLocalAddress()).getPort();
            if (logsIn) {
                listener.acceptor.removeStranger(port);
            } else {
                listener.acceptor.addStranger(port);
            }
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
            ClientSession session = connect(regular, true);
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
                assertThat(pdus).hasSize(3).contains(new PrefixPdu(2, true, Listener.VRP));
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
}
