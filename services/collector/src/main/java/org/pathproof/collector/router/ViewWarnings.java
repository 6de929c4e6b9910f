// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.HashSet;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.Source;
import org.pathproof.contracts.v1.State;
import org.pathproof.routes.SessionWarning;
import org.pathproof.wire.AfiSafi;

/** The warning of a view: its causes, and the label in the session's record, which changes with them. */
final class ViewWarnings {
    private final CollectorMetrics.OfRouter metrics;
    private final ObjLongConsumer<String> publisher;
    private final TableWarning warning = new TableWarning();
    private String published = TableWarning.NONE;

    /** @param publisher writes a label into the session's record, at a time in microseconds since 1970 */
    ViewWarnings(CollectorMetrics.OfRouter metrics, ObjLongConsumer<String> publisher) {
        this.metrics = metrics;
        this.publisher = publisher;
    }

    /**
     * Starts an epoch, and returns the label of its record. Warnings about mirrored routes stay over a new BMP
     * connection, because the router does not mirror earlier messages again.
     *
     * @param before the record of the epoch before; null for none
     * @param hard true for a new BGP session
     * @param onlyMirrored true if routes from before stay, and all of them came from Route Mirroring
     */
    String start(@Nullable Session before, boolean hard, boolean onlyMirrored, @Nullable PeerFacts facts) {
        warning.clear();
        published = onlyMirrored ? SessionWarning.ONLY_MIRRORED.label() : TableWarning.NONE;
        if (before != null && !hard && before.getState() != State.DOWN && isLost(before)) {
            warning.lose(unicast(facts));
            published = warning.label();
        }
        return published;
    }

    /** Continues with the warning of a record. */
    void resume(Session record, @Nullable PeerFacts facts) {
        warning.clear();
        published = record.getTableWarning();
        if (isLost(record)) {
            warning.lose(unicast(facts));
        }
    }

    /** Records an UPDATE of a source; {@code used} is true if a route of the UPDATE was published. */
    void update(Source source, boolean announces, boolean used, long nowMicros) {
        warning.update(source, announces, used);
        publish(nowMicros);
    }

    /** Adds a warning for the rest of the epoch. */
    void add(SessionWarning about, long nowMicros) {
        if (warning.note(about)) {
            publish(nowMicros);
        }
    }

    /** Records that mirrored messages of the peer were lost. */
    void lose(@Nullable PeerFacts facts, long nowMicros) {
        warning.lose(unicast(facts));
        publish(nowMicros);
    }

    /** Records that the peer has sent all routes of a family again. */
    void refresh(AfiSafi family, long nowMicros) {
        if (warning.refresh(family)) {
            publish(nowMicros);
        }
    }

    private void publish(long nowMicros) {
        String now = warning.label();
        if (now.equals(published)) {
            return;
        }
        published = now;
        if (!now.isEmpty()) {
            metrics.countTableWarning(now);
        }
        publisher.accept(now, nowMicros);
    }

    /** Returns true if, by its record, all routes of a session came from Route Mirroring. */
    static boolean wasOnlyMirrored(Session record) {
        return record.getTableWarning().equals(SessionWarning.ONLY_MIRRORED.label())
                || !record.getMonitored() && (record.getRoutesSeen() || isLost(record));
    }

    private static boolean isLost(Session record) {
        return record.getTableWarning().equals(SessionWarning.MESSAGES_LOST.label());
    }

    /** Returns the unicast families of a session; both if its families are unknown. */
    private static Set<AfiSafi> unicast(@Nullable PeerFacts facts) {
        Set<AfiSafi> families = new HashSet<>(Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST));
        if (facts != null && !facts.families().isEmpty()) {
            families.retainAll(facts.families());
        }
        return families;
    }
}
