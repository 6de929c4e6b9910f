// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The RPKI changes that one task has not taken yet, merged into one. Holds the newest set and the difference to the set
 * that the task uses: an object that is announced and then withdrawn, or withdrawn and then announced, leaves no trace.
 * However long the task stalls, the mailbox keeps one set alive and lists at most {@link #MAX_LISTED_OBJECTS}. Filled
 * by any thread, emptied by the thread of the task.
 */
final class RpkiMailbox implements AutoCloseable {
    /** Objects that a merged change lists. A larger change lists nothing, and the task looks at all its routes. */
    static final int MAX_LISTED_OBJECTS = 200_000;

    private final Consumer<RpkiMailbox> onClose;
    private volatile @Nullable Merged pending;

    /**
     * One or more changes as one.
     *
     * @param after the newest set
     * @param announced objects in {@code after} that the set taken before lacks
     * @param withdrawn objects of the set taken before that {@code after} lacks
     * @param isComplete false when the change is too large: then both collections are empty
     */
    record Merged(
            RpkiSet after, Collection<RpkiObject> announced, Collection<RpkiObject> withdrawn, boolean isComplete) {
        static Merged of(RpkiChange change) {
            return bounded(change.after(), change.announced(), change.withdrawn());
        }

        private static Merged bounded(
                RpkiSet after, Collection<RpkiObject> announced, Collection<RpkiObject> withdrawn) {
            return announced.size() + withdrawn.size() > MAX_LISTED_OBJECTS
                    ? unlisted(after)
                    : new Merged(after, announced, withdrawn, true);
        }

        private static Merged unlisted(RpkiSet after) {
            return new Merged(after, Collections.emptyList(), Collections.emptyList(), false);
        }

        /**
         * Merges a change that follows. Reuses the sets of an earlier merge, so that a change costs only its own
         * objects.
         */
        Merged and(RpkiChange next) {
            if (!isComplete || next.announced().size() + next.withdrawn().size() > MAX_LISTED_OBJECTS) {
                return unlisted(next.after());
            }
            Set<RpkiObject> added = asOwnSet(announced);
            Set<RpkiObject> gone = asOwnSet(withdrawn);
            next.withdrawn().stream().filter(object -> !added.remove(object)).forEach(gone::add);
            next.announced().stream().filter(object -> !gone.remove(object)).forEach(added::add);
            return bounded(next.after(), added, gone);
        }

        private static Set<RpkiObject> asOwnSet(Collection<RpkiObject> objects) {
            return objects instanceof LinkedHashSet<RpkiObject> own ? own : new LinkedHashSet<>(objects);
        }
    }

    RpkiMailbox(Consumer<RpkiMailbox> onClose) {
        this.onClose = onClose;
    }

    /** Adds a change that begins at the set after the change before. */
    synchronized void put(RpkiChange change) {
        Merged before = pending;
        pending = before == null ? Merged.of(change) : before.and(change);
    }

    /** Returns everything since the last call as one change, or null when nothing changed. */
    @Nullable
    Merged take() {
        if (pending == null) {
            return null;
        }
        synchronized (this) {
            Merged taken = pending;
            pending = null;
            return taken;
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
