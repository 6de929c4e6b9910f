// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.history.changes.Change.States;

/**
 * Compares each record of {@code pathproof.verdicts} with the last state of its route.
 *
 * <p>The validator repeats a verdict with a new epoch if readers regard the former one as dead
 * (docs/reference/topics.md). Such a route was withdrawn when its session ended, and is announced again. All other
 * repeated verdicts change nothing.
 *
 * <p>The records name no cause yet. An announced route and another path follow from an UPDATE, and a withdrawal after
 * the end of the session from the session. Other causes are {@link Cause#UNKNOWN}. Not thread-safe.
 */
public final class ChangeDetector {
    /** Timestamps of records have milliseconds, and ends of sessions microseconds. */
    private static final long PRECISION_US = TimeUnit.MILLISECONDS.toMicros(1) - 1;

    private final RouteStates states;
    private final SessionDeaths deaths;
    private final PartitionClocks clocks;
    private final Consumer<Change> sink;
    private final VerdictContent content = new VerdictContent();
    private @Nullable Cause forced;

    /** @param sink receives the changes, in the order of the records */
    public ChangeDetector(RouteStates states, SessionDeaths deaths, PartitionClocks clocks, Consumer<Change> sink) {
        this.states = states;
        this.deaths = deaths;
        this.clocks = clocks;
        this.sink = sink;
    }

    /** Sets the cause of all later changes; null returns to the causes that the records tell. */
    public void setCause(@Nullable Cause cause) {
        forced = cause;
    }

    /**
     * Reads a record.
     *
     * @param position position of the record ({@link Positions})
     * @param timestampMs timestamp of the record in Kafka
     * @param value null withdraws the route
     * @throws IllegalArgumentException if the key is not a route key or the value is not a verdict; nothing is changed
     */
    public void read(int partition, long position, long timestampMs, byte @Nullable [] key, byte @Nullable [] value) {
        if (key == null) {
            throw new IllegalArgumentException("it has no key");
        }
        RouteAddress route = RouteAddress.of(RouteKey.ofBytes(key));
        if (value != null) {
            content.read(value);
        }
        long timeUs = clocks.time(partition, timestampMs);
        int place = states.find(route);
        if (value == null) {
            if (place >= 0) {
                withdraw(route, place, timeUs, partition, position, causeOfWithdrawal(route, place, timeUs));
            }
        } else {
            put(route, place, timeUs, partition, position);
        }
    }

    private Cause causeOfWithdrawal(RouteAddress route, int place, long timeUs) {
        return deaths.isDead(route.session(), states.epoch(place), timeUs + PRECISION_US)
                ? Cause.SESSION
                : Cause.UNKNOWN;
    }

    private void put(RouteAddress route, int known, long timeUs, int partition, long position) {
        int place = known;
        if (place >= 0) {
            long died = deaths.between(route.session(), states.epoch(place), content.epoch);
            if (died != SessionDeaths.NEVER) {
                withdraw(route, place, Math.min(died, timeUs), partition, position, Cause.SESSION);
                place = -1;
            }
        }
        if (place < 0) {
            announce(route, timeUs, partition, position, Kind.ANNOUNCED, Cause.UPDATE, null);
            return;
        }
        boolean isSamePath = states.isSamePath(place, content);
        if (isSamePath && states.isSameVerdict(place, content)) {
            states.setEpoch(place, Math.max(content.epoch, states.epoch(place)));
        } else {
            announce(
                    route,
                    timeUs,
                    partition,
                    position,
                    isSamePath ? Kind.REVALIDATED : Kind.PATH_CHANGED,
                    isSamePath ? Cause.UNKNOWN : Cause.UPDATE,
                    states.states(place));
        }
    }

    private void announce(
            RouteAddress route,
            long timeUs,
            int partition,
            long position,
            Kind kind,
            Cause cause,
            @Nullable States before) {
        states.put(route, content);
        sink.accept(new Change(
                route,
                timeUs,
                partition,
                position,
                content.epoch,
                kind,
                forced == null ? cause : forced,
                new States(content.state, content.origin, content.aspa),
                before,
                content.originAs,
                content.asPath,
                content.rules,
                content.hop,
                content.failAs));
    }

    private void withdraw(RouteAddress route, int place, long timeUs, int partition, long position, Cause cause) {
        States before = states.states(place);
        long epoch = states.epoch(place);
        states.remove(route);
        sink.accept(withdrawal(route, timeUs, partition, position, epoch, forced == null ? cause : forced, before));
    }

    /** Returns the change of a withdrawn route. */
    public static Change withdrawal(
            RouteAddress route, long timeUs, int partition, long position, long epoch, Cause cause, States before) {
        return new Change(
                route,
                timeUs,
                partition,
                position,
                epoch,
                Kind.WITHDRAWN,
                cause,
                null,
                before,
                VerdictContent.NO_AS,
                null,
                null,
                0,
                VerdictContent.NO_AS);
    }
}
