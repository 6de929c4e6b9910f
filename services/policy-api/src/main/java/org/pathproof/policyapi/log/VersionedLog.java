// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.log;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries that result from the records of the topic in their order. Equal records give equal entries on every
 * replica. One thread applies records; reading is thread-safe.
 *
 * <p>The first record of a key is accepted, because compaction may have removed its predecessors. A later record is
 * accepted if its version follows the version in force. So of two replicas that write at the same time, one succeeds,
 * and a replica that was away cannot replace a newer record. Compaction would keep a refused record, so the key is
 * {@link #unsettled} until the record in force is written again.
 *
 * @param <K> type of the keys
 * @param <E> type of the entries
 */
public final class VersionedLog<K extends Comparable<K>, E extends LogEntry<K>> {
    private final ConcurrentSkipListMap<K, E> entries = new ConcurrentSkipListMap<>();
    /** Keys whose last record was refused. Used by the thread that applies records only. */
    private final Set<K> unsettled = new HashSet<>();

    /** The effect of a record. */
    public enum Outcome {
        ACCEPTED,
        /** The record is the one in force. */
        REPEATED,
        REFUSED,
        /** The record removes the entry. */
        REMOVED
    }

    /** Applies a record; null removes the entry. */
    public Outcome add(K key, @Nullable E next) {
        E current = entries.get(key);
        if (next == null) {
            entries.remove(key);
            unsettled.remove(key);
            return Outcome.REMOVED;
        }
        if (current == null || next.version() == current.version() + 1) {
            entries.put(key, next);
            unsettled.remove(key);
            return Outcome.ACCEPTED;
        }
        if (next.equals(current)) {
            unsettled.remove(key);
            return Outcome.REPEATED;
        }
        unsettled.add(key);
        return Outcome.REFUSED;
    }

    /** Returns the entries in force whose last record in the topic is a refused one. */
    public List<E> unsettled() {
        return unsettled.stream().map(this::find).flatMap(Optional::stream).toList();
    }

    /** Returns the entry in force. */
    public Optional<E> find(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Returns all entries, in the order of their keys. */
    public Collection<E> all() {
        return entries.values();
    }

    /** Removes all entries, before the topic is read again. */
    public void clear() {
        entries.clear();
        unsettled.clear();
    }
}
