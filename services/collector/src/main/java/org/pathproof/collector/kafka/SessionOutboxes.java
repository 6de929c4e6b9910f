// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.kafka;

import static org.slf4j.MarkerFactory.getMarker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.sessions.SessionPublisher;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An outbox for each session. A record is appended under a short lock. For each session, one thread at a time sends,
 * without a lock. So the records of a session stay in order, and a blocked send delays only its session.
 *
 * <p>The virtual thread of a router sends the records of its messages. The thread waits while another thread sends for
 * the same session: this is the back-pressure on the router's BMP connection. The reader of the sessions topic and
 * housekeeping never wait. When {@value #MAX_WAITING} records wait, the next one replaces the newest of them, as
 * compaction of the topic would.
 */
final class SessionOutboxes implements SessionPublisher {
    private static final Logger log = LoggerFactory.getLogger(SessionOutboxes.class);
    private static final int MAX_WAITING = 16;

    private final BiConsumer<SessionId, @Nullable Session> sender;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    /** Outboxes with a record that waits or is being sent; guarded by the lock. */
    private final Map<SessionId, Outbox> outboxes = new HashMap<>();

    /** A record to write; null for a deletion. */
    private record Waiting(@Nullable Session record) {}

    /** The records of one session; guarded by the lock. */
    private final class Outbox {
        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private final Condition idle = lock.newCondition();
        private boolean sending;
    }

    /** @param sender writes one record, or deletes it if it is null; may block */
    SessionOutboxes(BiConsumer<SessionId, @Nullable Session> sender) {
        this.sender = sender;
    }

    @Override
    public void append(SessionId id, Session record) {
        append(id, new Waiting(record));
    }

    @Override
    public void appendDeletion(SessionId id) {
        append(id, new Waiting(null));
    }

    private void append(SessionId id, Waiting record) {
        lock.lock();
        try {
            Deque<Waiting> waiting = outboxes.computeIfAbsent(id, _ -> new Outbox()).waiting;
            if (waiting.size() == MAX_WAITING) {
                waiting.removeLast();
            }
            waiting.addLast(record);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void send(SessionId id) {
        RuntimeException failure = null;
        for (Waiting next = take(id); next != null; next = take(id)) {
            try {
                sender.accept(id, next.record());
            } catch (RuntimeException e) {
                failure = e; // later records may still be written
            } finally {
                removeSent(id);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void sendLater(SessionId id) {
        if (isSending(id)) {
            return; // the sending thread continues until the outbox is empty
        }
        Thread.ofVirtual().name("session-outbox").start(() -> {
            try {
                send(id);
            } catch (RuntimeException e) {
                log.error(getMarker("session-record-failed"), "session record not written: session={}", id, e);
            }
        });
    }

    /**
     * Waits until all outboxes are empty.
     *
     * @return false if some are not empty after {@code timeout}
     */
    boolean awaitEmpty(Duration timeout) throws InterruptedException {
        lock.lock();
        try {
            long left = timeout.toNanos();
            while (!outboxes.isEmpty() && left > 0) {
                left = emptied.awaitNanos(left);
            }
            return outboxes.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next record to send; null if none waits. Waits while another thread sends. */
    private @Nullable Waiting take(SessionId id) {
        lock.lock();
        try {
            Outbox outbox = outboxes.get(id);
            while (outbox != null && outbox.sending) {
                outbox.idle.await();
                outbox = outboxes.get(id);
            }
            if (outbox == null) {
                return null;
            }
            outbox.sending = true;
            return outbox.waiting.removeFirst();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            lock.unlock();
        }
    }

    private boolean isSending(SessionId id) {
        lock.lock();
        try {
            Outbox outbox = outboxes.get(id);
            return outbox != null && outbox.sending;
        } finally {
            lock.unlock();
        }
    }

    private void removeSent(SessionId id) {
        lock.lock();
        try {
            Outbox outbox = outboxes.get(id);
            if (outbox == null) {
                throw new IllegalStateException("no outbox of session " + id);
            }
            outbox.sending = false;
            if (outbox.waiting.isEmpty()) {
                outboxes.remove(id);
                emptied.signalAll();
            }
            outbox.idle.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
