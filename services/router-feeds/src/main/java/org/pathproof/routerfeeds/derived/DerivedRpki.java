// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routerfeeds.derived;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.feeds.origin.DerivedOrigins;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiFeed;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.Serial;

/**
 * The RPKI set of the derived origin feed: the genuine set with the differences of the feed. The derived set has its
 * own session id and serials, and expires with the genuine one. Reads are thread-safe; one thread publishes.
 */
final class DerivedRpki implements RpkiSource {
    private final RpkiFeed feed = new RpkiFeed("derived-origins-rpki");
    private final int sessionId;
    private final RpkiSource genuine;
    private @Nullable RpkiSnapshot published;
    private volatile @Nullable Instant lastUpdate;

    /**
     * Creates the set of a feed, without data.
     *
     * @param sessionId RTR session id, 0 to 65535. A restart needs another one (RFC 8210 section 5.1)
     * @param genuine source of the genuine set, with which the derived set expires
     */
    DerivedRpki(int sessionId, RpkiSource genuine) {
        this.sessionId = sessionId;
        this.genuine = genuine;
    }

    /** Puts the genuine set with differences in force. Returns true if the data changes, so that the serial rises. */
    boolean publish(RpkiSet genuine, DerivedOrigins differences) {
        RpkiSnapshot before = published;
        Serial serial = before == null ? new Serial(1) : before.serial().next();
        RpkiSnapshot base = RpkiSnapshot.renumbered(genuine, sessionId, serial);
        RpkiSet after =
                base.apply(serial, differences.added(), differences.removed()).after();
        RpkiChange change = RpkiSnapshot.change(before, after);
        lastUpdate = Instant.now();
        if (before != null && change.announced().isEmpty() && change.withdrawn().isEmpty()) {
            return false;
        }
        published = (RpkiSnapshot) after;
        feed.publish(change);
        return true;
    }

    @Override
    public Optional<RpkiSet> current() {
        return feed.current();
    }

    @Override
    public void onChange(Consumer<RpkiChange> listener) {
        feed.onChange(listener);
    }

    @Override
    public Status status() {
        return new Status(
                true,
                lastUpdate,
                lastUpdate == null ? "no RPKI data yet" : null,
                genuine.status().expires());
    }

    @Override
    public void close() {
        feed.close();
    }
}
