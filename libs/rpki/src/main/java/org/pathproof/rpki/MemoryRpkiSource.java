// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.RpkiObject;

/** An {@link RpkiSource} whose data is given by its owner: the RTR cache of a lab, or keys read from files. */
public final class MemoryRpkiSource implements RpkiSource {
    private final RpkiFeed feed = new RpkiFeed("rpki-memory");
    private final int sessionId;
    private @Nullable RpkiSnapshot set;
    private volatile @Nullable Instant lastUpdate;
    private volatile @Nullable String problem;

    /** A source without data yet. {@code sessionId} is what an RTR server serves it under, 0..65535. */
    public MemoryRpkiSource(int sessionId) {
        this.sessionId = sessionId;
    }

    /** Makes {@code objects} the whole set, at the next serial when that is a change. */
    public synchronized RpkiSet replace(Iterable<? extends RpkiObject> objects) {
        Serial serial = set == null ? new Serial(1) : set.serial().next();
        return publish(RpkiSnapshot.change(set, RpkiSnapshot.of(sessionId, serial, objects)));
    }

    /** Withdraws, then announces, at the next serial when that is a change. Without data yet, begins from an empty set. */
    public synchronized RpkiSet apply(
            Collection<? extends RpkiObject> announced, Collection<? extends RpkiObject> withdrawn) {
        if (set == null) {
            return replace(List.copyOf(announced));
        }
        return publish(set.apply(set.serial().next(), announced, withdrawn));
    }

    /** Says what keeps the owner from giving newer data, in a sentence for an operator; null when nothing does. */
    public void problem(@Nullable String words) {
        problem = words;
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
        return new Status(true, lastUpdate, lastUpdate == null ? "no RPKI data yet" : problem);
    }

    @Override
    public void close() {
        feed.close();
    }
}
