// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.pathproof.contracts.v1.PathState;

/** How many routes of each state a task has, and what they take. Changed by the thread of the task, read by any. */
public final class RouteCounts {
    private final AtomicLongArray states = new AtomicLongArray(PathState.values().length);
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong keys = new AtomicLong();
    private final AtomicLong keyOctets = new AtomicLong();
    private final AtomicLong otherOctets = new AtomicLong();

    void add(PathState state, int by) {
        states.addAndGet(state.getNumber(), by);
    }

    void addFailed(int by) {
        if (by != 0) {
            failed.addAndGet(by);
        }
    }

    /** Routes that could not be judged because of an error in Pathproof. */
    public long failed() {
        return failed.get();
    }

    void keys(int count) {
        keys.set(count);
    }

    void octets(long ofKeys, long all) {
        keyOctets.lazySet(ofKeys);
        otherOctets.lazySet(all - ofKeys);
    }

    /** Octets that the keys of rows take: prefix, session, path. */
    public long keyOctets() {
        return keyOctets.get();
    }

    /** Octets that rows take beyond their keys: values, and what the store needs beside them. */
    public long otherOctets() {
        return otherOctets.get();
    }

    /** Routes of this state. */
    public long count(PathState state) {
        return states.get(state.getNumber());
    }

    long all() {
        return Arrays.stream(PathState.values())
                .filter(state -> state != PathState.UNRECOGNIZED)
                .mapToLong(this::count)
                .sum();
    }

    /** Router keys, and names of keys, that routes speak of. */
    public long keys() {
        return keys.get();
    }
}
