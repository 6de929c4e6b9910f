// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSessionImpl;
import org.apache.sshd.client.session.SessionFactory;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.future.CloseFuture;
import org.apache.sshd.common.future.SshFutureListener;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.helpers.KeyExchangeMessageHandler;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;
import org.pathproof.keysync.settings.HostKey;
import org.pathproof.keysync.settings.SourceSettings;
import org.pathproof.rpki.rtr.RtrTransport;
import org.pathproof.transport.ssh.SshKeyExchange;

/**
 * SSH (RFC 8210 section 9.1): the subsystem {@code rpki-rtr} of a cache whose host key is pinned. The private key is
 * read for each connection.
 */
public final class SshTransport implements RtrTransport {
    private static final String SUBSYSTEM = "rpki-rtr";

    private final SourceSettings.Ssh settings;

    /** Creates a transport with the keys of the settings. */
    public SshTransport(SourceSettings.Ssh settings) {
        this.settings = settings;
    }

    @Override
    public Link connect(String host, int port, Duration timeout) throws IOException {
        SshClient client = SshClient.setUpDefaultClient();
        PinnedKey pinned = new PinnedKey(new HostKey(settings.hostKey()));
        client.setSessionFactory(new CacheSessions(client));
        client.setServerKeyVerifier(pinned);
        // Do not use the keys and settings in the user's home.
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, Duration.ofSeconds(30));
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.TCP_NODELAY.set(client, true);
        client.start();
        try {
            ClientSession session =
                    client.connect(settings.user(), host, port).verify(timeout).getSession();
            if (!settings.key().isEmpty()) {
                for (KeyPair pair : keys(Path.of(settings.key()))) {
                    session.addPublicKeyIdentity(pair);
                }
            }
            if (!settings.password().isEmpty()) {
                session.addPasswordIdentity(settings.password());
            }
            session.auth().verify(timeout);
            ChannelSubsystem channel = session.createSubsystemChannel(SUBSYSTEM);
            TimedPipe received = new TimedPipe();
            channel.setOut(received.sink());
            channel.setRedirectErrorStream(true);
            open(channel, timeout);
            channel.addCloseFutureListener(closed -> received.end());
            // SSHD does not always close a channel together with its session.
            session.addCloseFutureListener(closed -> received.end());
            return new SshLink(client, received, new TimedOutput(session, channel.getInvertedIn(), timeout));
        } catch (IOException | RuntimeException e) {
            client.stop();
            String refused = pinned.refused;
            throw new IOException(refused == null ? "SSH: " + e.getMessage() : refused, e);
        }
    }

    /**
     * Opens a channel. Without the listeners, SSHD 2.19 waits until the timeout if the channel closes when the wait
     * begins, or if the cache has already refused the channel.
     */
    static void open(ChannelSubsystem channel, Duration timeout) throws IOException {
        OpenFuture opened = channel.open();
        SshFutureListener<CloseFuture> end =
                closed -> opened.setException(new SshException("the cache closed the connection"));
        channel.addCloseFutureListener(end);
        channel.getSession().addCloseFutureListener(end);
        opened.verify(timeout);
    }

    private static List<KeyPair> keys(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> pairs =
                    SecurityUtils.loadKeyPairIdentities(null, () -> file.toString(), in, FilePasswordProvider.EMPTY);
            if (pairs == null) {
                throw new IOException(file + " has no private key");
            }
            List<KeyPair> found = new ArrayList<>();
            pairs.forEach(found::add);
            return found;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no readable private key: " + e.getMessage(), e);
        }
    }

    /** Creates sessions whose key exchange ends without waiting. */
    private static final class CacheSessions extends SessionFactory {
        CacheSessions(SshClient client) {
            super(client);
        }

        @Override
        protected ClientSessionImpl doCreateSession(IoSession connection) throws Exception {
            return new ClientSessionImpl(getClient(), connection) {
                @Override
                protected KeyExchangeMessageHandler initializeKeyExchangeMessageHandler() {
                    return new SshKeyExchange(this);
                }
            };
        }
    }

    /** Accepts only the pinned key. */
    private static final class PinnedKey implements ServerKeyVerifier {
        private final HostKey pinned;
        private volatile @Nullable String refused;

        PinnedKey(HostKey pinned) {
            this.pinned = pinned;
        }

        @Override
        public boolean verifyServerKey(ClientSession session, SocketAddress address, PublicKey key) {
            boolean matches = pinned.matches(key);
            if (!matches) {
                refused = "SSH: the host key of the cache is " + HostKey.fingerprint(key) + ", not the pinned one ("
                        + SourceSettings.PREFIX + ".ssh.host-key)";
            }
            return matches;
        }
    }

    /** The channel of the subsystem. */
    private record SshLink(SshClient client, TimedPipe received, OutputStream output) implements Link {
        @Override
        public InputStream input() {
            return received.source();
        }

        @Override
        public void setReadTimeout(int millis) {
            received.setTimeout(millis);
        }

        @Override
        public void close() {
            received.end();
            client.stop();
        }
    }

    /** Closes the session when a write takes too long. SSHD has no limit for a write during a key exchange. */
    private static final class TimedOutput extends OutputStream {
        private final ClientSession session;
        private final ScheduledExecutorService timer;
        private final OutputStream output;
        private final Duration timeout;
        private volatile boolean late;

        TimedOutput(ClientSession session, OutputStream output, Duration timeout) {
            this.session = session;
            this.timer = session.getFactoryManager().getScheduledExecutorService();
            this.output = output;
            this.timeout = timeout;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            limit(() -> output.write(from, offset, length));
        }

        @Override
        public void flush() throws IOException {
            limit(output::flush);
        }

        private void limit(Write write) throws IOException {
            ScheduledFuture<?> end = scheduleEnd();
            try {
                write.run();
            } catch (IOException e) {
                throw late
                        ? new IOException("SSH: the cache accepted no bytes for " + timeout.toMillis() + " ms", e)
                        : e;
            } finally {
                end.cancel(false);
            }
        }

        private ScheduledFuture<?> scheduleEnd() throws IOException {
            try {
                return timer.schedule(this::end, timeout.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                throw new IOException("SSH: the connection is closed", e);
            }
        }

        private void end() {
            late = true;
            session.close(true);
        }

        /** A write or a flush. */
        private interface Write {
            void run() throws IOException;
        }
    }
}
