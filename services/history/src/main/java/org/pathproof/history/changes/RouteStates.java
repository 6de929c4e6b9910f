// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.changes.Change.States;

/**
 * The last state of each live route, in arrays with open addressing: 40 bytes a place, of which at most two thirds are
 * used. A route is found by 128 bits of a keyed hash ({@link RouteHash}). Not thread-safe.
 */
public final class RouteStates {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 1 << 12;
    private static final int MAX_CAPACITY = 1 << 28;
    private static final int USED = 1 << 31;
    private static final int SEEN = 1 << 30;
    private static final int STATE_BITS = 8;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;

    private final RouteHash hash = new RouteHash();
    private long[] first;
    private long[] second;
    private long[] path;
    private long[] epoch;
    private int[] reason;
    private int[] bits;
    private int size;

    /** Creates an empty table. */
    public RouteStates() {
        this(INITIAL_CAPACITY);
    }

    private RouteStates(int capacity) {
        first = new long[capacity];
        second = new long[capacity];
        path = new long[capacity];
        epoch = new long[capacity];
        reason = new int[capacity];
        bits = new int[capacity];
    }

    /** Returns the number of live routes. */
    public int size() {
        return size;
    }

    /** Returns the memory of the arrays in bytes. */
    public long bytes() {
        return 40L * bits.length;
    }

    /** Returns the place of a route, or a negative number if the route is not live. */
    int find(RouteAddress route) {
        long key = hash.first(route);
        int place = place(key);
        long other = 0;
        boolean isHashed = false;
        while ((bits[place] & USED) != 0) {
            if (first[place] == key) {
                if (!isHashed) {
                    other = hash.second(route);
                    isHashed = true;
                }
                if (second[place] == other) {
                    return place;
                }
            }
            place = next(place);
        }
        return NONE;
    }

    private int place(long key) {
        return (int) (key >>> 20) & bits.length - 1;
    }

    private int next(int place) {
        return place + 1 & bits.length - 1;
    }

    /** Adds a route that is not live, or replaces the state of a live one. */
    void put(RouteAddress route, VerdictContent content) {
        put(
                route,
                new States(content.state, content.origin, content.aspa),
                content.epoch,
                pathHash(content),
                reasonHash(content));
    }

    /** Adds or replaces a route as a file has it. */
    public void put(
            RouteAddress route,
            States states,
            long ofEpoch,
            String asPath,
            long originAs,
            @Nullable String rules,
            int hop,
            long failAs) {
        put(route, states, ofEpoch, hash.path(asPath, originAs), hash.reason(rules, hop, failAs));
    }

    private void put(RouteAddress route, States states, long ofEpoch, long pathHash, int reasonHash) {
        int place = find(route);
        if (place == NONE) {
            if ((size + 1L) * 3 > bits.length * 2L) {
                grow();
            }
            long key = hash.first(route);
            place = place(key);
            while ((bits[place] & USED) != 0) {
                place = next(place);
            }
            first[place] = key;
            second[place] = hash.second(route);
            size++;
        }
        path[place] = pathHash;
        reason[place] = reasonHash;
        epoch[place] = ofEpoch;
        bits[place] = USED | SEEN | pack(states);
    }

    private static int pack(States states) {
        return (states.path() & STATE_MASK) << 2 * STATE_BITS
                | (states.origin() & STATE_MASK) << STATE_BITS
                | states.aspa() & STATE_MASK;
    }

    /** Removes a route. Returns false if the route is not live. */
    public boolean remove(RouteAddress route) {
        int place = find(route);
        if (place == NONE) {
            return false;
        }
        size--;
        int hole = place;
        int next = next(place);
        while ((bits[next] & USED) != 0) {
            int home = place(first[next]);
            // The route may move into the hole if its home is not between the hole and its place.
            if ((next - home & bits.length - 1) >= (next - hole & bits.length - 1)) {
                copy(next, hole);
                hole = next;
            }
            next = next(next);
        }
        bits[hole] = 0;
        return true;
    }

    private void copy(int from, int to) {
        first[to] = first[from];
        second[to] = second[from];
        path[to] = path[from];
        epoch[to] = epoch[from];
        reason[to] = reason[from];
        bits[to] = bits[from];
    }

    States states(int place) {
        int packed = bits[place];
        return new States(
                packed >>> 2 * STATE_BITS & STATE_MASK, packed >>> STATE_BITS & STATE_MASK, packed & STATE_MASK);
    }

    long epoch(int place) {
        return epoch[place];
    }

    void setEpoch(int place, long newer) {
        epoch[place] = newer;
        bits[place] |= SEEN;
    }

    boolean isSamePath(int place, VerdictContent content) {
        return path[place] == pathHash(content);
    }

    boolean isSameVerdict(int place, VerdictContent content) {
        int states = bits[place] & ~(USED | SEEN);
        return states == pack(new States(content.state, content.origin, content.aspa))
                && reason[place] == reasonHash(content);
    }

    private long pathHash(VerdictContent content) {
        return hash.path(content.asPath, content.originAs);
    }

    private int reasonHash(VerdictContent content) {
        return hash.reason(content.rules, content.hop, content.failAs);
    }

    /** Marks all routes as unseen. A later record of a route marks it as seen. */
    public void markUnseen() {
        for (int i = 0; i < bits.length; i++) {
            bits[i] &= ~SEEN;
        }
    }

    /** Returns true if the route is live and no record named it since {@link #markUnseen}. */
    public boolean isUnseen(RouteAddress route) {
        int place = find(route);
        return place != NONE && (bits[place] & SEEN) == 0;
    }

    /** Removes all routes. */
    public void clear() {
        Arrays.fill(bits, 0);
        size = 0;
    }

    private void grow() {
        if (bits.length >= MAX_CAPACITY) {
            throw new IllegalStateException("more live routes than the history can keep: " + size);
        }
        RouteStates larger = new RouteStates(bits.length * 2);
        for (int i = 0; i < bits.length; i++) {
            if ((bits[i] & USED) != 0) {
                larger.take(this, i);
            }
        }
        first = larger.first;
        second = larger.second;
        path = larger.path;
        epoch = larger.epoch;
        reason = larger.reason;
        bits = larger.bits;
    }

    private void take(RouteStates from, int at) {
        int place = place(from.first[at]);
        while ((bits[place] & USED) != 0) {
            place = next(place);
        }
        first[place] = from.first[at];
        second[place] = from.second[at];
        path[place] = from.path[at];
        epoch[place] = from.epoch[at];
        reason[place] = from.reason[at];
        bits[place] = from.bits[at];
    }
}
