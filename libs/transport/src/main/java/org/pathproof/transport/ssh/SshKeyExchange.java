// SPDX-License-Identifier: Apache-2.0
package org.pathproof.transport.ssh;

import org.apache.sshd.common.session.helpers.AbstractSession;
import org.apache.sshd.common.session.helpers.KeyExchangeMessageHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Key exchange of an SSH session, which ends without waiting for a lock. SSHD 2.19 closes a session whose write fails
 * while the thread has the lock of the encoder. The end of the key exchange then waits for a lock of threads that wait
 * for the encoder: both threads, and the session, never end.
 */
public class SshKeyExchange extends KeyExchangeMessageHandler {
    private static final Logger log = LoggerFactory.getLogger(SshKeyExchange.class);

    public SshKeyExchange(AbstractSession session) {
        super(session, log);
    }

    /** Refuses further packets at once, and releases waiting threads from a thread without locks. */
    @Override
    public void shutdown() {
        shutDown.set(true);
        Thread.ofVirtual().name("ssh-key-exchange-end").start(super::shutdown);
    }
}
