// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.pathproof.contracts.v1.PathState;

/**
 * Counts the routes of a task by state, and their memory. The thread of the task changes the counts; any thread may
 * read them.
 */
public final class RouteCounts {
    private final AtomicLongArray states = new AtomicLongArray(PathState.values().length);
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong untrusted = new AtomicLong();
    private final AtomicLong keys = new AtomicLong();
    private final AtomicLong keyBytes = new AtomicLong();
    private final AtomicLong otherBytes = new AtomicLong();

    void add(PathState state, int by) {
        states.addAndGet(state.getNumber(), by);
    }

    void addFailed(int by) {
        if (by != 0) {
            failed.addAndGet(by);
        }
    }

    /** Returns the number of routes that could not be validated because of an error in Pathproof. */
    public long failed() {
        return failed.get();
    }

    void addUntrusted(int by) {
        if (by != 0) {
            untrusted.addAndGet(by);
        }
    }

    /** Returns the number of routes whose path awaits a new proof. */
    public long untrusted() {
        return untrusted.get();
    }

    void setKeys(int count) {
        keys.lazySet(count);
    }

    void setBytes(long ofKeys, long all) {
        keyBytes.lazySet(ofKeys);
        otherBytes.lazySet(all - ofKeys);
    }

    /**
     * Returns the memory of the keys of rows, in bytes: prefixes, sessions and Path Identifiers, each as often as it is
     * stored.
     */
    public long keyBytes() {
        return keyBytes.get();
    }

    /** Returns the memory of rows beyond their keys, in bytes: parts of values, and the overhead of the store. */
    public long otherBytes() {
        return otherBytes.get();
    }

    /** Returns the number of routes of this state. */
    public long count(PathState state) {
        return states.get(state.getNumber());
    }

    long all() {
        return Arrays.stream(PathState.values())
                .filter(state -> state != PathState.UNRECOGNIZED)
                .mapToLong(this::count)
                .sum();
    }

    /** Returns the number of entries of the {@link KeyRegistry}. */
    public long keys() {
        return keys.get();
    }
}
