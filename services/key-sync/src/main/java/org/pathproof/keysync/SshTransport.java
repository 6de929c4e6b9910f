// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

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
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.rtr.RtrTransport;

/**
 * SSH (RFC 8210 section 9.1): the subsystem {@code rpki-rtr} of a cache whose host key is pinned. The private key is
 * read for each connection.
 */
final class SshTransport implements RtrTransport {
    private static final String SUBSYSTEM = "rpki-rtr";

    private final SourceSettings.Ssh settings;

    SshTransport(SourceSettings.Ssh settings) {
        this.settings = settings;
    }

    @Override
    public Link connect(String host, int port, Duration timeout) throws IOException {
        SshClient client = SshClient.setUpDefaultClient();
        PinnedKey pinned = new PinnedKey(new HostKey(settings.hostKey()));
        client.setServerKeyVerifier(pinned);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER); // never the keys of the user's home
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, Duration.ofSeconds(30));
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
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
            channel.open().verify(timeout);
            channel.addCloseFutureListener(closed -> received.end());
            return new SshLink(client, channel, received);
        } catch (IOException | RuntimeException e) {
            client.stop();
            String refused = pinned.refused;
            throw new IOException(refused == null ? "SSH: " + e.getMessage() : refused, e);
        }
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
    private record SshLink(SshClient client, ChannelSubsystem channel, TimedPipe received) implements Link {
        @Override
        public InputStream input() {
            return received.source();
        }

        @Override
        public OutputStream output() {
            return channel.getInvertedIn();
        }

        @Override
        public void readTimeout(int millis) {
            received.timeout(millis);
        }

        @Override
        public void close() {
            received.end();
            client.stop();
        }
    }
}
