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
 * The RPKI changes that one task has not taken yet, merged into one. Holds the newest set and its difference to the set
 * that the task uses. An object that is announced and then withdrawn, or withdrawn and then announced, is not part of
 * the difference. A stalled task needs memory for one set and at most {@link #MAX_LISTED_OBJECTS} listed objects. Any
 * thread may add changes; only the thread of the task takes them.
 */
final class RpkiMailbox implements AutoCloseable {
    /**
     * Maximum number of objects in a merged change. A larger change lists none, and the task validates all its routes
     * again.
     */
    static final int MAX_LISTED_OBJECTS = 200_000;

    private final Consumer<RpkiMailbox> onClose;
    private volatile @Nullable Merged pending;

    /**
     * One or more changes, merged into one.
     *
     * @param after the newest set
     * @param announced objects in {@code after} that are not in the set taken before
     * @param withdrawn objects of the set taken before that are not in {@code after}
     * @param isComplete false if the change is too large; both collections are empty then
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
         * Merges a change that follows. Reuses the sets of an earlier merge, so that the cost is proportional to the
         * objects of {@code next}.
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

    /** Adds a change that begins at the set after the previous change. */
    synchronized void put(RpkiChange change) {
        Merged before = pending;
        pending = before == null ? Merged.of(change) : before.and(change);
    }

    /** Returns all changes since the last call as one change; null if nothing changed. */
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
