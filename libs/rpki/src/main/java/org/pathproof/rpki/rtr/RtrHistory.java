// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.VersionedRpkiSet;

/** The data of an {@link RpkiSource} with its recent changes, which several servers can share. Thread-safe. */
public final class RtrHistory {
    private final RpkiSource source;
    private final int changes;
    private volatile @Nullable RtrView view;

    /** @param changes number of changes kept for Serial Queries */
    public RtrHistory(RpkiSource source, int changes) {
        this.source = source;
        this.changes = changes;
        source.onChange(this::advance);
    }

    /** Takes the data that the source has now. */
    void begin() {
        source.current().ifPresent(this::begin);
    }

    /** Returns the current data; null if there is none. */
    @Nullable
    RtrView view() {
        return view;
    }

    private synchronized void begin(RpkiSet set) {
        if (view == null) {
            view = new RtrView(VersionedRpkiSet.startingWith(set, changes));
        }
    }

    private synchronized void advance(RpkiChange change) {
        RtrView now = view;
        if (now == null) {
            begin(change.after());
            return;
        }
        RpkiSet current = now.versions().current();
        RpkiSet after = change.after();
        if (after.sessionId() != current.sessionId() || after.serial().isAfter(current.serial())) {
            view = new RtrView(now.versions().next(change));
        }
    }
}
