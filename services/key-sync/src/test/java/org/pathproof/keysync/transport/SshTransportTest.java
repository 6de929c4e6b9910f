// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync.transport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.password.AcceptAllPasswordAuthenticator;
import org.junit.jupiter.api.Test;

/** Tests the end of connections to caches over SSH. */
class SshTransportTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A channel with an event after its opening has begun, and before there is a future of the opening. */
    private static final class DisturbedChannel extends ChannelSubsystem {
        private final Consumer<ChannelSubsystem> event;
        private boolean opening;

        DisturbedChannel(Consumer<ChannelSubsystem> event) {
            super("rpki-rtr");
            this.event = event;
        }

        void beginToOpen() {
            opening = true;
        }

        /** SSHD names the future after the channel. */
        @Override
        public String toString() {
            if (opening) {
                opening = false;
                event.accept(this);
            }
            return super.toString();
        }
    }

    @Test
    void aChannelThatEndsWhileItOpensIsNoticed() throws Exception {
        assertEndIsNoticed((channel, server) -> channel.close(true));
    }

    /** SSHD forgets a channel whose opening the cache refuses. The connection ends, because no channel was opening. */
    @Test
    void aConnectionThatEndsAfterItsChannelIsForgottenIsNoticed() throws Exception {
        assertEndIsNoticed((channel, server) -> {
            channel.getSession().getService(ConnectionService.class).unregisterChannel(channel);
            server.getActiveSessions().forEach(session -> session.close(true));
        });
    }

    private static void assertEndIsNoticed(BiConsumer<ChannelSubsystem, SshServer> event) throws Exception {
        try (SshServer server = SshServer.setUpDefaultServer();
                SshClient client = SshClient.setUpDefaultClient()) {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(256);
            server.setHost("127.0.0.1");
            server.setKeyPairProvider(KeyPairProvider.wrap(keys.generateKeyPair()));
            server.setPasswordAuthenticator(AcceptAllPasswordAuthenticator.INSTANCE);
            server.start();
            client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
            client.start();
            ClientSession session = client.connect("router", "127.0.0.1", server.getPort())
                    .verify(LIMIT)
                    .getSession();
            session.addPasswordIdentity("password");
            session.auth().verify(LIMIT);
            DisturbedChannel channel = new DisturbedChannel(ending -> event.accept(ending, server));
            session.getService(ConnectionService.class).registerChannel(channel);
            channel.beginToOpen();
            assertThatThrownBy(() -> SshTransport.open(channel, LIMIT))
                    .isInstanceOf(IOException.class)
                    .message()
                    .doesNotContain("timeout");
        }
    }
}
