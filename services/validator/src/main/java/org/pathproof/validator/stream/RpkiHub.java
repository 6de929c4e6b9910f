// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.RpkiSource;

/**
 * Passes the changes of the RPKI on to the mailboxes of all tasks of this process. Each task validates under the set
 * that it took last from its mailbox, so that its next change is relative to that set.
 */
public final class RpkiHub implements Supplier<Optional<RpkiSet>> {
    private final List<RpkiMailbox> mailboxes = new CopyOnWriteArrayList<>();
    private volatile @Nullable RpkiSet current;
    private boolean hasChanged;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** The set at the time of the subscription, and a mailbox for every later change. */
    record Subscription(Optional<RpkiSet> set, RpkiMailbox changes) {}

    private RpkiHub() {}

    /** Returns a hub that follows {@code source}. */
    public static RpkiHub following(RpkiSource source) {
        RpkiHub hub = new RpkiHub();
        source.onChange(hub::accept);
        hub.begin(source);
        return hub;
    }

    /** Returns the newest set; empty while there is no complete one. Tasks may still use an older set. */
    @Override
    public Optional<RpkiSet> get() {
        return Optional.ofNullable(current);
    }

    synchronized Subscription subscribe() {
        RpkiMailbox mailbox = new RpkiMailbox(mailboxes::remove);
        mailboxes.add(mailbox);
        return new Subscription(get(), mailbox);
    }

    private synchronized void accept(RpkiChange change) {
        RpkiChange next = hasChanged ? change : fromCurrent(change);
        hasChanged = true;
        current = next.after();
        mailboxes.forEach(mailbox -> mailbox.put(next));
        listeners.forEach(Runnable::run);
    }

    /** Adds a listener that runs after each change, when all mailboxes have it. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Returns the change from the current set. The first change may begin at an older set than the one that {@link
     * #begin} read. The reason is a change of the source between the registration and that reading.
     */
    private RpkiChange fromCurrent(RpkiChange change) {
        return current == null ? change : RpkiSnapshot.change(current, change.after());
    }

    /** Reads the set of a source that is already ready, because such a source does not announce its set again. */
    private synchronized void begin(RpkiSource source) {
        if (current == null) {
            current = source.current().orElse(null);
        }
    }
}
