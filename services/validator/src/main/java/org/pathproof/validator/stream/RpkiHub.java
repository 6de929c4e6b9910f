// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;

/**
 * Passes the changes of the RPKI on to all tasks of this process. Each task judges under the set that it has taken up itself, so that
 * what it judged before a change is exactly what the change has to go through.
 */
public final class RpkiHub implements Supplier<Optional<RpkiSet>> {
    private final Inbox.Group<RpkiChange> tasks = new Inbox.Group<>();
    private volatile @Nullable RpkiSet current;

    /** What a task starts from: the set at the moment of asking, and an inbox with every later change. */
    record Following(Optional<RpkiSet> set, Inbox<RpkiChange> changes) {}

    private RpkiHub() {}

    /** A hub that follows {@code source}. */
    public static RpkiHub following(RpkiSource source) {
        RpkiHub hub = new RpkiHub();
        source.onChange(hub::changed);
        hub.begin(source);
        return hub;
    }

    /** The newest set; tasks may be one change behind. */
    @Override
    public Optional<RpkiSet> get() {
        return Optional.ofNullable(current);
    }

    synchronized Following follow() {
        return new Following(get(), tasks.open());
    }

    private synchronized void changed(RpkiChange change) {
        current = change.after();
        tasks.tell(change);
    }

    /** A source that is ready already does not announce its set again. */
    private synchronized void begin(RpkiSource source) {
        if (current == null) {
            current = source.current().orElse(null);
        }
    }
}
