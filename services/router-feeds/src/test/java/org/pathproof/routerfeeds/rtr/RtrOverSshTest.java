// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.rtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSessionImpl;
import org.apache.sshd.client.session.SessionFactory;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.util.buffer.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.rtr.RtrAcceptor;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests RTR over SSH with rtrclient of rtr-tools (libssh), and with routers that misbehave. */
class RtrOverSshTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final byte[] RESET_QUERY = {1, 2, 0, 0, 0, 0, 0, 8};
    private static final byte[] CACHE_RESPONSE = {1, 3};
    /** More than pathproof.policy-api.rtr-max-sessions. */
    private static final int HOSTILE_CONNECTIONS = Integer.getInteger("pathproof.rtr-ssh.connections", 1_200);

    private static final long SEED = 4253;
    private static final String PASSWORD = "for this test only";

    @TempDir
    Path folder;

    private final TestedListener listener = new TestedListener();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private int port;

    @BeforeEach
    void start() {
        for (String name : List.of("host", "router", "stranger")) {
            ChildProcess.Outcome made = ChildProcess.run(
                    Programs.require("ssh-keygen"), "-q", "-t", "ecdsa", "-N", "", "-m", "PEM", "-f", path(name));
            assertThat(made.exitCode()).as(made.output()).isZero();
        }
        port = listener.start(Map.of(
                "transport",
                "ssh",
                "ssh.host-key",
                path("host"),
                "ssh.users[0].name",
                "keyed",
                "ssh.users[0].authorized-keys",
                path("router.pub"),
                "ssh.users[1].name",
                "worded",
                "ssh.users[1].password",
                PASSWORD));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        listener.close();
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private ChildProcess rtrclient(String user, String form, String secret) {
        ChildProcess client = ChildProcess.start(
                folder.resolve("rtrclient-" + opened.size() + ".log"),
                "stdbuf",
                "-oL",
                Programs.require("rtrclient"),
                "ssh",
                "-kp",
                form,
                "127.0.0.1",
                "" + port,
                user,
                secret);
        opened.add(client);
        return client;
    }

    private static void awaitLine(ChildProcess client, String words) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(client.output()).contains(words));
    }

    @Test
    void rtrclientReadsDataAndChanges() {
        ChildProcess keyed = rtrclient("keyed", "-p", path("router"));
        awaitLine(keyed, "+ 203.0.113.0");
        ChildProcess worded = rtrclient("worded", "-w", PASSWORD);
        awaitLine(worded, "+ 203.0.113.0");
        await().until(() -> listener.clients() == 2);
        listener.source().replace(List.of(new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64497)));
        awaitLine(keyed, "- 203.0.113.0");
        awaitLine(worded, "+ 198.51.100.0");
        assertThat(listener.refused("authentication")).isZero();
    }

    @Test
    void wrongPasswordsAndUnknownKeysAreRefused() {
        rtrclient("worded", "-w", "wrong");
        listener.awaitUnauthenticated("SSH: wrong password: user=worded");
        rtrclient("keyed", "-p", path("stranger"));
        listener.awaitUnauthenticated("SSH: unknown key: user=keyed");
        rtrclient("worded", "-p", path("router"));
        listener.awaitUnauthenticated("SSH: unknown key: user=worded");
        assertThat(listener.clients()).isZero();
    }

    private ClientSession login() throws IOException {
        return login(SshClient.setUpDefaultClient());
    }

    private ClientSession login(SshClient client) throws IOException {
        client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
        client.start();
        opened.add(client::stop);
        ClientSession session =
                client.connect("worded", "127.0.0.1", port).verify(TIMEOUT).getSession();
        session.addPasswordIdentity(PASSWORD);
        session.auth().verify(TIMEOUT);
        return session;
    }

    @Test
    void garbageIsAnsweredWithAnErrorReport() throws IOException {
        ClientSession session = login();
        ChannelSubsystem channel = session.createSubsystemChannel("rpki-rtr");
        channel.open().verify(TIMEOUT);
        OutputStream out = channel.getInvertedIn();
        out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        String answer = new String(channel.getInvertedOut().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(answer).endsWith("this cache speaks versions up to 2");
        await().atMost(TIMEOUT).until(session::isClosed);
    }

    @Test
    void onlyTheSubsystemOfRtrIsServed() {
        for (List<String> what : List.of(List.of("-s", "sftp"), List.of("id"))) {
            List<String> command = new ArrayList<>(List.of(
                    Programs.require("ssh"),
                    "-F",
                    "none",
                    "-o",
                    "StrictHostKeyChecking=no",
                    "-o",
                    "UserKnownHostsFile=/dev/null",
                    "-i",
                    path("router"),
                    "-p",
                    "" + port,
                    "keyed@127.0.0.1"));
            command.addAll(what);
            ChildProcess.Outcome outcome = ChildProcess.run(TIMEOUT, command);
            assertThat(outcome.output()).contains("request failed on channel 0");
            assertThat(outcome.exitCode()).isNotZero();
        }
        assertThat(listener.clients()).isZero();
    }

    /** Damages the bytes of a real router, from its identification to its query. */
    @Test
    void damagedConnectionsLeaveNothingBehind() throws Exception {
        byte[] recorded = record();
        Random random = new Random(SEED);
        for (int i = 0; i < HOSTILE_CONNECTIONS; i++) {
            byte[] bytes = recorded.clone();
            switch (random.nextInt(4)) {
                case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length) + 1);
                case 2 -> {
                    int from = random.nextInt(bytes.length);
                    byte[] noise = new byte[random.nextInt(Math.min(64, bytes.length - from) + 1)];
                    random.nextBytes(noise);
                    System.arraycopy(noise, 0, bytes, from, noise.length);
                }
                default -> random.nextBytes(bytes);
            }
            try (Socket router = new Socket(InetAddress.getLoopbackAddress(), port)) {
                router.getOutputStream().write(bytes);
            } catch (IOException e) {
                assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
            }
        }
        // Each connection that still counted would take the place of a router.
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(rtrAnswer()).startsWith(CACHE_RESPONSE));
        await().atMost(TIMEOUT).until(() -> listener.clients() == 0);
    }

    /** Returns all bytes of a router that logs in and asks for the data. */
    private byte[] record() throws Exception {
        ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        int genuine = port;
        try (ServerSocket tap = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread passing = Thread.ofVirtual().start(() -> {
                try (Socket router = tap.accept();
                        Socket server = new Socket(InetAddress.getLoopbackAddress(), genuine)) {
                    Thread answers =
                            Thread.ofVirtual().start(() -> copy(server, router, OutputStream.nullOutputStream()));
                    copy(router, server, recorded);
                    answers.join();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            port = tap.getLocalPort();
            assertThat(rtrAnswer()).startsWith(CACHE_RESPONSE);
            assertThat(passing.join(TIMEOUT)).isTrue();
        } finally {
            port = genuine;
        }
        return recorded.toByteArray();
    }

    private static void copy(Socket from, Socket to, OutputStream copy) {
        byte[] buffer = new byte[1 << 14];
        try {
            for (int read = from.getInputStream().read(buffer);
                    read > 0;
                    read = from.getInputStream().read(buffer)) {
                copy.write(buffer, 0, read);
                to.getOutputStream().write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|closed|broken pipe).*");
        }
    }

    /** Logs in, sends a Reset Query, and returns the first PDU of the response. */
    private byte[] rtrAnswer() throws IOException {
        ClientSession session = login();
        try (ChannelSubsystem channel = session.createSubsystemChannel("rpki-rtr")) {
            channel.open().verify(TIMEOUT);
            channel.getInvertedIn().write(RESET_QUERY);
            channel.getInvertedIn().flush();
            return channel.getInvertedOut().readNBytes(CACHE_RESPONSE.length);
        } finally {
            session.close(true);
        }
    }

    /** Starts an acceptor of SSH alone. */
    private void start(RtrAcceptor.Gate gate, Duration limit) throws IOException {
        SshAccess access = new SshAccess(
                "test",
                new RtrListenerSettings.Ssh(
                        path("host"), List.of(new RtrListenerSettings.SshUser("worded", PASSWORD, ""))));
        SshAcceptor acceptor =
                new SshAcceptor(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), access, limit);
        acceptor.start(gate);
        opened.add(acceptor::shutdown);
        port = acceptor.port();
    }

    /** SSHD reports the end of these sessions twice. */
    @Test
    void routersThatCloseTheirChannelLeaveOnce() throws IOException {
        CountingGate gate = new CountingGate(new CountDownLatch(0));
        start(gate, TIMEOUT);
        for (int i = 0; i < 3; i++) {
            ClientSession session = login();
            ChannelSubsystem channel = session.createSubsystemChannel("rpki-rtr");
            channel.open().verify(TIMEOUT);
            channel.close(false);
            await().atMost(TIMEOUT).until(session::isClosed);
        }
        await().atMost(TIMEOUT).until(() -> gate.left.get() >= gate.entered.get());
        assertThat(gate.entered).hasValue(3);
        assertThat(gate.left).hasValue(3);
    }

    /** A router without a channel would take the place of another one forever. */
    @Test
    void aRouterWhoseChannelIsClosedBeforeItsSessionEndsLeaves() throws IOException {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountingGate gate = new CountingGate(mayEnd);
        start(gate, TIMEOUT);
        ClientSession session = login();
        ChannelSubsystem channel = session.createSubsystemChannel("rpki-rtr");
        channel.open().verify(TIMEOUT);
        channel.close(false);
        await().atMost(TIMEOUT).until(channel::isClosed);
        assertThat(session.isOpen()).isTrue();
        mayEnd.countDown();
        await().atMost(TIMEOUT).until(() -> gate.left.get() == 1);
        await().atMost(TIMEOUT).until(session::isClosed);
    }

    /** A router that responds to no messages would take the place of another one forever. */
    @Test
    void aRouterThatDoesNotCloseItsChannelIsDisconnected() throws IOException {
        CountingGate gate = new CountingGate(new CountDownLatch(0));
        start(gate, Duration.ofSeconds(10));
        AtomicBoolean mute = new AtomicBoolean();
        SshClient client = SshClient.setUpDefaultClient();
        client.setSessionFactory(new SessionFactory(client) {
            @Override
            protected ClientSessionImpl doCreateSession(IoSession connection) throws Exception {
                return new ClientSessionImpl(getClient(), connection) {
                    @Override
                    protected void handleMessage(Buffer message) throws Exception {
                        if (!mute.get()) {
                            super.handleMessage(message);
                        }
                    }
                };
            }
        });
        ClientSession session = login(client);
        ChannelSubsystem channel = session.createSubsystemChannel("rpki-rtr");
        channel.open().verify(TIMEOUT);
        mute.set(true);
        channel.getInvertedIn().close();
        await().atMost(TIMEOUT).until(() -> gate.left.get() == 1);
        await().atMost(TIMEOUT).until(session::isClosed);
    }

    /** Counts connections, and closes each one when the router sends no more bytes and the latch is open. */
    private static final class CountingGate implements RtrAcceptor.Gate {
        private final CountDownLatch mayEnd;
        private final AtomicInteger entered = new AtomicInteger();
        private final AtomicInteger left = new AtomicInteger();

        CountingGate(CountDownLatch mayEnd) {
            this.mayEnd = mayEnd;
        }

        @Override
        public boolean enter(InetAddress router) {
            entered.incrementAndGet();
            return true;
        }

        @Override
        public void leave(InetAddress router) {
            left.incrementAndGet();
        }

        @Override
        public void serve(RtrAcceptor.Connection connection) {
            try (connection) {
                readAll(connection);
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void readAll(RtrAcceptor.Connection connection) {
            try {
                connection.input().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The router has ended the connection.
            }
        }

        @Override
        public void onAuthenticationFailure(InetSocketAddress router, String why) {}
    }

    @Test
    void disconnectsARouterThatDoesNotRead() throws IOException {
        listener.serveMany();
        CountDownLatch end = new CountDownLatch(1);
        ChannelSubsystem channel = login().createSubsystemChannel("rpki-rtr");
        opened.add(end::countDown);
        channel.setOut(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(e);
                }
            }
        });
        channel.open().verify(TIMEOUT);
        channel.getInvertedIn().write(RESET_QUERY);
        channel.getInvertedIn().flush();
        await().atMost(TIMEOUT).until(() -> listener.refused("slow-reader") == 1);
        await().until(() -> listener.clients() == 0);
    }
}
