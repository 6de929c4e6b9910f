// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.router;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.Gaps;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.wire.Bytes;

/**
 * The newest record of every session of all collectors, as read from the sessions topic. Epochs continue from these
 * records after a restart, and when a router moves to another collector. Safe for use by several threads.
 */
public final class Sessions {
    private final ConcurrentHashMap<SessionId, Session> records;
    /** The sessions of each router, by its hash. */
    private final ConcurrentHashMap<Bytes, Set<SessionId>> byRouter;

    private final SessionPublisher publisher;
    private final Consumer<SessionId> sender;
    private final Gaps gaps;

    /** @param publisher writes the changes made through this object */
    public Sessions(SessionPublisher publisher) {
        this(new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), publisher, publisher::send, new Gaps());
    }

    private Sessions(
            ConcurrentHashMap<SessionId, Session> records,
            ConcurrentHashMap<Bytes, Set<SessionId>> byRouter,
            SessionPublisher publisher,
            Consumer<SessionId> sender,
            Gaps gaps) {
        this.records = records;
        this.byRouter = byRouter;
        this.publisher = publisher;
        this.sender = sender;
        this.gaps = gaps;
    }

    /**
     * Returns the same sessions for one router.
     *
     * @param other sends the waiting records of a session after each change by {@link #change}
     */
    public Sessions sentBy(Consumer<SessionId> other) {
        return new Sessions(records, byRouter, publisher, other, gaps);
    }

    public Optional<Session> find(SessionId id) {
        return Optional.ofNullable(records.get(id));
    }

    /** Returns the gaps that the topic reports. */
    public Gaps gaps() {
        return gaps;
    }

    /** Returns the records of a router. */
    List<Session> ofRouter(Bytes router) {
        return byRouter.getOrDefault(router, Set.of()).stream()
                .flatMap(id -> find(id).stream())
                .toList();
    }

    /** Returns true if there are records of a router. */
    boolean hasRouter(Bytes router) {
        return byRouter.containsKey(router);
    }

    private void index(SessionId id, Session record) {
        byRouter.compute(routerOf(record), (router, known) -> {
            Set<SessionId> ids = known == null ? ConcurrentHashMap.newKeySet() : known;
            ids.add(id);
            return ids;
        });
    }

    private static Bytes routerOf(Session record) {
        return Bytes.wrap(record.getRouterHash().toByteArray());
    }

    /** Returns all current records. */
    public List<Session> all() {
        return new ArrayList<>(records.values());
    }

    /**
     * Replaces the record of a session, and publishes the new one. May wait while Kafka is slow, so only the thread of
     * the session's router may call this method.
     *
     * @param change returns the new record for the current one (null for none), or its argument for no change; called
     *     once
     * @return the record after the change
     */
    public Optional<Session> change(SessionId id, UnaryOperator<@Nullable Session> change) {
        return change(id, change, sender);
    }

    private Optional<Session> change(
            SessionId id, UnaryOperator<@Nullable Session> change, Consumer<SessionId> sending) {
        boolean[] changed = {false};
        Session now = records.compute(id, (key, before) -> {
            Session after = change.apply(before);
            if (after != null && !after.equals(before)) {
                publisher.append(key, after);
                changed[0] = true;
            }
            if (before == null && after != null) {
                index(key, after);
            }
            return after;
        });
        if (changed[0]) {
            sending.accept(id);
        }
        return Optional.ofNullable(now);
    }

    /** Stores a record that is read from the topic before the first change. */
    public void load(SessionId id, Session record) {
        records.put(id, record);
        index(id, record);
    }

    /** Stores a record that another collector wrote, unless the current record has a later epoch. */
    public void merge(SessionId id, Session record) {
        records.merge(id, record, (mine, read) -> read.getEpoch() >= mine.getEpoch() ? read : mine);
        index(id, record);
    }

    /**
     * Handles a record about a session of this collector from another collector, which had not yet read that it lost
     * the router. Publishes the current record of this collector again. Does not block.
     *
     * @return false if the other record's epoch is not below the session's epoch: the session must then begin a new
     *     epoch
     */
    public boolean reassertOwnership(SessionId id, Session record) {
        boolean[] stands = {true};
        records.merge(id, record, (mine, read) -> {
            if (read.getEpoch() >= mine.getEpoch()) {
                stands[0] = false;
                return read;
            }
            publisher.append(id, mine);
            return mine;
        });
        if (stands[0]) {
            publisher.sendLater(id);
        }
        return stands[0];
    }

    /** Publishes the records of a collector's sessions again, after the topic was lost. Does not block. */
    public void republish(String collectorId) {
        for (SessionId id : records.keySet()) {
            records.computeIfPresent(id, (key, record) -> {
                if (record.getCollectorId().equals(collectorId)) {
                    publisher.append(key, record);
                }
                return record;
            });
            publisher.sendLater(id);
        }
    }

    /** Removes a session whose record was deleted from the topic. */
    public void remove(SessionId id) {
        Session removed = records.remove(id);
        if (removed != null) {
            byRouter.computeIfPresent(routerOf(removed), (router, ids) -> {
                ids.remove(id);
                return ids.isEmpty() ? null : ids;
            });
        }
    }

    /**
     * Ends a BGP session: the epoch rises by one, and all older routes are dead at once.
     *
     * @return false if the session is unknown or already down
     */
    boolean down(SessionId id, String collectorId, String reason, long nowMicros) {
        boolean[] wentDown = {false};
        change(id, before -> {
            if (before == null || before.getState() == State.DOWN) {
                return before;
            }
            wentDown[0] = true;
            return dead(before, collectorId, reason, nowMicros);
        });
        return wentDown[0];
    }

    /**
     * Marks a session of a collector as LOST: its routes stay for the hold time. Does not change sessions of other
     * collectors.
     */
    public void markLost(SessionId id, String collectorId, String reason, long nowMicros) {
        change(
                id,
                before -> before == null
                                || !before.getCollectorId().equals(collectorId)
                                || before.getState() == State.DOWN
                                || before.getState() == State.LOST
                        ? before
                        : before.toBuilder()
                                .setState(State.LOST)
                                .setDownReason(reason)
                                .setChangedUs(nowMicros)
                                .build());
    }

    /** Marks the sessions of a router as LOST, whichever collector wrote them. */
    void markRouterLost(Bytes routerHash, String reason, long nowMicros) {
        for (SessionId id : byRouter.getOrDefault(routerHash, Set.of())) {
            find(id).ifPresent(record -> markLost(id, record.getCollectorId(), reason, nowMicros));
        }
    }

    /** Marks the sessions of a starting collector as LOST, except relayed ones, whose messages come through Kafka. */
    public void markLostAtStart(String collectorId, long nowMicros) {
        records.forEach((id, record) -> {
            if (!record.getRelayed()) {
                markLost(id, collectorId, "the collector started again", nowMicros);
            }
        });
    }

    /**
     * Ends the sessions of a collector that were lost before {@code sinceMicros}. Sessions of other collectors end at
     * twice that age, because a stopped collector cannot end its own. Does not block.
     *
     * @return the number of sessions that ended
     */
    public int expireLost(String collectorId, long sinceMicros, long nowMicros) {
        int[] expired = {0};
        long othersSince = sinceMicros - (nowMicros - sinceMicros);
        for (SessionId id : records.keySet()) {
            UnaryOperator<@Nullable Session> expiry = before -> {
                if (before == null
                        || before.getState() != State.LOST
                        || (before.getCollectorId().equals(collectorId)
                                ? before.getChangedUs() > sinceMicros
                                : before.getChangedUs() >= othersSince)) {
                    return before;
                }
                expired[0]++;
                return dead(
                        before, collectorId, before.getDownReason() + ", and the router did not reconnect", nowMicros);
            };
            change(id, expiry, publisher::sendLater);
        }
        return expired[0];
    }

    private Session dead(Session before, String collectorId, String reason, long nowMicros) {
        long epoch = before.getEpoch() + 1;
        return before.toBuilder()
                .setState(State.DOWN)
                .setEpoch(epoch)
                .setDeadBefore(epoch)
                .setGapsHealed(gaps.newest())
                .setDownReason(reason)
                .setChangedUs(nowMicros)
                .setCollectorId(collectorId)
                .build();
    }
}
