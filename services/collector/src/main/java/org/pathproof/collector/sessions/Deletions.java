// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.sessions;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.Session;

/**
 * The deletions of session records that this collector writes, and the highest epoch of all deleted records. New epochs
 * are above it. So readers that have not read a deletion yet do not take routes of a new session for old ones. Safe for
 * use by several threads.
 */
public final class Deletions {
    /** Pause after a search that found no session to delete, in microseconds. */
    private static final long FUTILE_PAUSE_MICROS = 1_000_000;

    /** Maximum number of own deletions that are not read back. */
    private static final int MAX_PENDING = 1_000_000;

    private static final int MAX_SCOPES = 10_000;

    /** Number of own deletions of each session that are not read back. */
    private final Map<SessionId, Integer> pending = new HashMap<>();

    private final Set<SessionId> dropped = new HashSet<>();
    private long epochFloor;
    /** Times of searches that found nothing, by their scope. */
    private final Map<String, Long> futile = new HashMap<>();

    /** Records the epoch of a deleted record. */
    public synchronized void record(Session deleted) {
        epochFloor = Math.max(epochFloor, deleted.getEpoch());
    }

    public synchronized long epochFloor() {
        return epochFloor;
    }

    /** Records that this collector writes a deletion. */
    public synchronized void begin(SessionId id) {
        if (pending.size() >= MAX_PENDING) {
            pending.clear();
        }
        pending.merge(id, 1, Integer::sum);
    }

    /** Handles a deletion that was read. Returns true if this collector wrote it. */
    public synchronized boolean end(SessionId id) {
        Integer count = pending.get(id);
        if (count == null) {
            return false;
        }
        if (count == 1) {
            pending.remove(id);
        } else {
            pending.put(id, count - 1);
        }
        return true;
    }

    /** Records a session that was dropped during the first reading. */
    public synchronized void dropAtStart(SessionId id, Session session) {
        record(session);
        dropped.add(id);
    }

    /** Returns and forgets the dropped sessions. */
    public synchronized List<SessionId> takeDropped() {
        List<SessionId> all = List.copyOf(dropped);
        dropped.clear();
        return all;
    }

    /** Returns false for a second after a search of the same scope that found nothing. */
    public synchronized boolean maySearch(String scope, long nowMicros) {
        Long last = futile.get(scope);
        return last == null || nowMicros - last >= FUTILE_PAUSE_MICROS;
    }

    /** Records the number of sessions that a search found. */
    public synchronized void recordSearch(String scope, int found, long nowMicros) {
        futile.remove(scope);
        if (found == 0) {
            if (futile.size() >= MAX_SCOPES) {
                futile.clear();
            }
            futile.put(scope, nowMicros);
        }
    }
}
