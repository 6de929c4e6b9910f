// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one task has been told and not taken up yet. Filled by any thread, emptied by the thread of the task.
 *
 * @param <T> what is told
 */
final class Inbox<T> implements AutoCloseable {
    private final Queue<T> told = new ConcurrentLinkedQueue<>();
    private final Consumer<Inbox<T>> onClose;

    private Inbox(Consumer<Inbox<T>> onClose) {
        this.onClose = onClose;
    }

    /** The oldest that was not taken yet, or null. */
    @Nullable
    T poll() {
        return told.poll();
    }

    boolean isEmpty() {
        return told.isEmpty();
    }

    @Override
    public void close() {
        onClose.accept(this);
    }

    /** The inboxes of all tasks. */
    static final class Group<T> {
        private final List<Inbox<T>> inboxes = new CopyOnWriteArrayList<>();

        Inbox<T> open() {
            Inbox<T> inbox = new Inbox<>(inboxes::remove);
            inboxes.add(inbox);
            return inbox;
        }

        void tell(T news) {
            for (Inbox<T> inbox : inboxes) {
                inbox.told.add(news);
            }
        }
    }
}
