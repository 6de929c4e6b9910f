// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.SessionId;

/**
 * The sessions that lost routes since the task last emptied the mailbox, each once. The size is bounded by the number
 * of sessions, however long the task stalls. Any thread may add sessions; only the thread of the task takes them.
 */
final class SessionMailbox implements AutoCloseable {
    private final Consumer<SessionMailbox> onClose;
    private volatile @Nullable Map<SessionId, Long> pending;

    SessionMailbox(Consumer<SessionMailbox> onClose) {
        this.onClose = onClose;
    }

    /**
     * Adds a session whose routes are to be tested against the {@link SessionBoard}.
     *
     * @param deletedBefore epoch below which the routes of a deleted session are dead; 0 for other sessions
     */
    synchronized void put(SessionId session, long deletedBefore) {
        Map<SessionId, Long> sessions = pending;
        if (sessions == null) {
            sessions = new LinkedHashMap<>();
        }
        sessions.merge(session, deletedBefore, Math::max);
        pending = sessions;
    }

    /** Returns the sessions since the last call, each with its highest {@code deletedBefore}. */
    Map<SessionId, Long> take() {
        if (pending == null) {
            return Map.of();
        }
        synchronized (this) {
            Map<SessionId, Long> taken = pending;
            pending = null;
            return taken == null ? Map.of() : taken;
        }
    }

    boolean isEmpty() {
        return pending == null;
    }

    @Override
    public void close() {
        onClose.accept(this);
    }
}
