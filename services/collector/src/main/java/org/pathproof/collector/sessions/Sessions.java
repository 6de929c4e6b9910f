// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final RouterIndex index;

    private final SessionPublisher publisher;
    private final Consumer<SessionId> sender;
    private final Gaps gaps;
    private final SessionQuota quota;
    private final Deletions deletions;

    /**
     * Creates an empty table without bounds.
     *
     * @param publisher writes the changes made through this object
     */
    public Sessions(SessionPublisher publisher) {
        this(publisher, SessionQuota.unlimited());
    }

    /**
     * Creates an empty table.
     *
     * @param publisher writes the changes made through this object
     * @param quota bounds of the table
     */
    public Sessions(SessionPublisher publisher, SessionQuota quota) {
        this(
                new ConcurrentHashMap<>(),
                new RouterIndex(),
                publisher,
                publisher::send,
                new Gaps(),
                quota,
                new Deletions());
    }

    private Sessions(
            ConcurrentHashMap<SessionId, Session> records,
            RouterIndex index,
            SessionPublisher publisher,
            Consumer<SessionId> sender,
            Gaps gaps,
            SessionQuota quota,
            Deletions deletions) {
        this.records = records;
        this.index = index;
        this.publisher = publisher;
        this.sender = sender;
        this.gaps = gaps;
        this.quota = quota;
        this.deletions = deletions;
    }

    /**
     * Returns the same sessions for one router.
     *
     * @param other sends the waiting records of a session after each change by {@link #change}
     */
    public Sessions sentBy(Consumer<SessionId> other) {
        return new Sessions(records, index, publisher, other, gaps, quota, deletions);
    }

    public Optional<Session> find(SessionId id) {
        return Optional.ofNullable(records.get(id));
    }

    /** Returns the gaps that the topic reports. */
    public Gaps gaps() {
        return gaps;
    }

    /** Returns the bounds of this table. */
    public SessionQuota quota() {
        return quota;
    }

    /** Returns the highest epoch of lost and deleted records; the epochs of new sessions are above it. */
    public long epochFloor() {
        return Math.max(gaps.epochFloor(), deletions.epochFloor());
    }

    /** Returns the records of a router. */
    public List<Session> ofRouter(Bytes router) {
        return index.of(router).stream().flatMap(id -> find(id).stream()).toList();
    }

    /** Returns true if there are records of a router. */
    public boolean hasRouter(Bytes router) {
        return index.has(router);
    }

    /** Counts and indexes a change of a record; null for no record. */
    private void follow(SessionId id, @Nullable Session before, @Nullable Session after) {
        quota.replace(before, after);
        index.replace(id, before, after);
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
                follow(key, before, after);
            }
            return after;
        });
        if (changed[0]) {
            sending.accept(id);
        }
        return Optional.ofNullable(now);
    }

    /**
     * Stores a record that is read from the topic before the first change. When the records exceed the bounds by a
     * quarter, drops the oldest ones of unknown routers; {@link #endLoad} deletes them from the topic.
     */
    public void load(SessionId id, Session record) {
        follow(id, records.put(id, record), record);
        if (quota.excess() > 0 && quota.excess() > records.size() / 4) {
            dropExcess();
        }
    }

    private void dropExcess() {
        for (SessionId id : new SessionShedding(quota).selectAtStart(records, quota.excess())) {
            Session dropped = records.remove(id);
            if (dropped != null) {
                follow(id, dropped, null);
                deletions.dropAtStart(id, dropped);
            }
        }
    }

    /** Ends the first reading: deletes the records beyond the bounds, and those that were dropped, from the topic. */
    public void endLoad() {
        dropExcess();
        int shed = 0;
        for (SessionId id : deletions.takeDropped()) {
            if (!records.containsKey(id)) {
                shed++;
                publishDeletion(id);
            }
        }
        quota.recordShed(shed, "the topic had more sessions than max-sessions or max-unknown-sessions");
    }

    private void publishDeletion(SessionId id) {
        deletions.begin(id);
        publisher.appendDeletion(id);
        publisher.sendLater(id);
    }

    /** Stores a record that another collector wrote, unless the current record has a later epoch. */
    public void merge(SessionId id, Session record) {
        records.compute(id, (key, mine) -> {
            Session now = mine == null || record.getEpoch() >= mine.getEpoch() ? record : mine;
            follow(key, mine, now);
            return now;
        });
    }

    /**
     * Returns true if a router may have one more session. If a bound is reached, deletes the oldest sessions of
     * disconnected routers first.
     */
    public boolean admit(SessionId id, SessionQuota.Router router, long nowMicros) {
        if (records.containsKey(id)) {
            return true;
        }
        SessionQuota.Bound bound = quota.exceeded(router).orElse(null);
        if (bound == null) {
            return true;
        }
        String scope = quota.scope(router, bound);
        if (deletions.maySearch(scope, nowMicros)) {
            int shed = 0;
            for (SessionId old : new SessionShedding(quota).selectFor(router, bound, records)) {
                shed += delete(old) ? 1 : 0;
            }
            deletions.recordSearch(scope, shed, nowMicros);
            quota.recordShed(shed, "pathproof.collector." + bound.setting() + " is reached");
        }
        SessionQuota.Bound left = quota.exceeded(router).orElse(null);
        if (left != null) {
            quota.refuse(router, left, nowMicros);
        }
        return left == null;
    }

    /** Deletes a session that is lost or down. Its routes disappear with its record. Does not block. */
    private boolean delete(SessionId id) {
        boolean[] deleted = {false};
        records.computeIfPresent(id, (key, record) -> {
            if (record.getState() != State.DOWN && record.getState() != State.LOST) {
                return record;
            }
            deletions.record(record);
            deletions.begin(key);
            publisher.appendDeletion(key);
            follow(key, record, null);
            deleted[0] = true;
            return null;
        });
        if (deleted[0]) {
            publisher.sendLater(id);
        }
        return deleted[0];
    }

    /**
     * Deletes the sessions of a collector that are down since before {@code sinceMicros}. Does not block.
     *
     * @return the number of deleted sessions
     */
    public int deleteOld(String collectorId, long sinceMicros) {
        int deleted = 0;
        for (Map.Entry<SessionId, Session> entry : records.entrySet()) {
            Session session = entry.getValue();
            if (session.getState() == State.DOWN
                    && session.getChangedUs() < sinceMicros
                    && session.getCollectorId().equals(collectorId)) {
                deleted += delete(entry.getKey()) ? 1 : 0;
            }
        }
        return deleted;
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
                follow(id, mine, read);
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

    /** Removes a session whose record was deleted from the topic, unless this collector has deleted it. */
    public void remove(SessionId id) {
        if (deletions.end(id)) {
            return; // a newer record may have followed
        }
        Session removed = records.remove(id);
        if (removed != null) {
            deletions.record(removed);
            follow(id, removed, null);
        }
    }

    /**
     * Ends a BGP session: the epoch rises by one, and all older routes are dead at once.
     *
     * @return false if the session is unknown or already down
     */
    public boolean down(SessionId id, String collectorId, String reason, long nowMicros) {
        boolean[] wentDown = {false};
        change(id, before -> {
            if (before == null || before.getState() == State.DOWN) {
                return before;
            }
            wentDown[0] = true;
            return SessionEnd.of(before, collectorId, reason, gaps.newest(), nowMicros);
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
    public void markRouterLost(Bytes routerHash, String reason, long nowMicros) {
        for (SessionId id : index.of(routerHash)) {
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
                String reason = before.getDownReason() + ", and the router did not reconnect";
                return SessionEnd.of(before, collectorId, reason, gaps.newest(), nowMicros);
            };
            change(id, expiry, publisher::sendLater);
        }
        return expired[0];
    }
}
