// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.keyverifier.AcceptAllServerKeyVerifier;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.helpers.AbstractSession;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.SshServer;
import org.junit.jupiter.api.Test;

/** Tests that a session ends while another thread keeps the lock of the key exchange. */
class SshKeyExchangeTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A key exchange with a visible lock and end. */
    private static final class VisibleKeyExchange extends SshKeyExchange {
        VisibleKeyExchange(AbstractSession session) {
            super(session);
        }

        /** Keeps the lock until the latch opens. */
        void keepLock(CountDownLatch kept, CountDownLatch end) {
            lock.readLock().lock();
            try {
                kept.countDown();
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                lock.readLock().unlock();
            }
        }

        boolean isReleased() {
            return Objects.requireNonNull(kexFlushedFuture.get()).isDone() && kexFlushed.get();
        }
    }

    @Test
    void theEndWaitsForNoLock() throws Exception {
        try (SshServer server = SshServer.setUpDefaultServer();
                SshClient client = SshClient.setUpDefaultClient()) {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(256);
            server.setHost("127.0.0.1");
            server.setKeyPairProvider(KeyPairProvider.wrap(keys.generateKeyPair()));
            server.start();
            client.setServerKeyVerifier(AcceptAllServerKeyVerifier.INSTANCE);
            client.start();
            AbstractSession session = (AbstractSession) client.connect("nobody", "127.0.0.1", server.getPort())
                    .verify(LIMIT)
                    .getSession();
            VisibleKeyExchange exchange = new VisibleKeyExchange(session);
            exchange.initNewKeyExchange();
            CountDownLatch kept = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            Thread other = Thread.ofVirtual().start(() -> exchange.keepLock(kept, end));
            kept.await();

            Thread closing = Thread.ofVirtual().start(exchange::shutdown);
            assertThat(closing.join(LIMIT)).as("shutdown returns").isTrue();
            assertThat(exchange.isReleased()).isFalse();

            end.countDown();
            assertThat(other.join(LIMIT)).isTrue();
            await().atMost(LIMIT).until(exchange::isReleased);
            Buffer data = session.createBuffer(SshConstants.SSH_MSG_CHANNEL_DATA);
            assertThatThrownBy(() -> exchange.writePacket(data, 0, null)).hasMessageContaining("closing session");
        }
    }
}
