// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RpkiObject;

/** An {@link RpkiSource} whose owner supplies the data, for example the RTR cache of a lab, or keys read from files. */
public final class MemoryRpkiSource implements RpkiSource {
    private final RpkiFeed feed = new RpkiFeed("rpki-memory");
    private final int sessionId;
    private @Nullable RpkiSnapshot set;
    private volatile @Nullable Instant lastUpdate;
    private volatile @Nullable String problem;
    private volatile @Nullable Instant expires;

    /**
     * Creates a source without data.
     *
     * @param sessionId the RTR session id of its sets, 0 to 65535
     */
    public MemoryRpkiSource(int sessionId) {
        this.sessionId = sessionId;
    }

    /** Replaces the whole set. The serial rises if the data differs. */
    public synchronized RpkiSet replace(Iterable<? extends RpkiObject> objects) {
        Serial serial = set == null ? new Serial(1) : set.serial().next();
        return publish(RpkiSnapshot.change(set, RpkiSnapshot.of(sessionId, serial, objects)));
    }

    /**
     * Applies withdrawals, then announcements. The serial rises if the data changes. Without data, the change applies
     * to an empty set.
     */
    public synchronized RpkiSet apply(
            Collection<? extends RpkiObject> announced, Collection<? extends RpkiObject> withdrawn) {
        if (set == null) {
            return replace(List.copyOf(announced));
        }
        return publish(set.apply(set.serial().next(), announced, withdrawn));
    }

    /**
     * Sets the problem that keeps the owner from supplying newer data, as a sentence for an operator; null for none.
     */
    public void setProblem(@Nullable String words) {
        problem = words;
    }

    /** Sets the time at which the data expire; null for never. */
    public void setExpires(@Nullable Instant time) {
        expires = time;
    }

    private RpkiSet publish(RpkiChange change) {
        lastUpdate = Instant.now();
        if (set != null && change.announced().isEmpty() && change.withdrawn().isEmpty()) {
            return set;
        }
        set = (RpkiSnapshot) change.after();
        feed.publish(change);
        return set;
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
        return new Status(true, lastUpdate, lastUpdate == null ? "no RPKI data yet" : problem, expires);
    }

    @Override
    public void close() {
        feed.close();
    }
}
