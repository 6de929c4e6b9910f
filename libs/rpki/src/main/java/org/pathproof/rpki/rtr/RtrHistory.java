// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.VersionedRpkiSet;

/**
 * The data of an {@link RpkiSource} with its recent changes and its expiry, which several servers can share.
 * Thread-safe.
 */
public final class RtrHistory {
    private final RpkiSource source;
    private final int changes;
    private final Clock clock;
    private volatile @Nullable RtrView view;

    /** @param changes number of changes kept for Serial Queries */
    public RtrHistory(RpkiSource source, int changes) {
        this(source, changes, Clock.systemUTC());
    }

    /** Creates a history whose data expire by a clock. */
    RtrHistory(RpkiSource source, int changes, Clock clock) {
        this.source = source;
        this.changes = changes;
        this.clock = clock;
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

    /** Returns the time until the data expire, zero or negative afterwards; null for never. */
    public @Nullable Duration remaining() {
        Instant expires = source.status().expires();
        return expires == null ? null : Duration.between(clock.instant(), expires);
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
