// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPairGenerator;
import java.time.Duration;
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

    /** A channel that ends after its opening has begun, and before there is a future to open it. */
    private static final class EndingChannel extends ChannelSubsystem {
        private boolean opening;

        EndingChannel() {
            super("rpki-rtr");
        }

        void beginToOpen() {
            opening = true;
        }

        /** SSHD names the future after the channel. */
        @Override
        public String toString() {
            if (opening) {
                opening = false;
                close(true);
            }
            return super.toString();
        }
    }

    @Test
    void aChannelThatEndsWhileItOpensIsNoticed() throws Exception {
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
            EndingChannel channel = new EndingChannel();
            session.getService(ConnectionService.class).registerChannel(channel);
            channel.beginToOpen();
            assertThatThrownBy(() -> SshTransport.open(channel, LIMIT))
                    .hasMessageContaining("the cache closed the connection");
        }
    }
}
