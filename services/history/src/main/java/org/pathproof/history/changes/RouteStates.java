// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.changes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.history.changes.Change.States;

/**
 * The last state of each live route, in one array with open addressing: 40 bytes a place, of which at most two
 * thirds are used. A route is found by 128 bits of a keyed hash ({@link RouteHash}). Not thread-safe.
 */
public final class RouteStates {
    private static final int NONE = -1;
    private static final int INITIAL_CAPACITY = 1 << 12;
    private static final int MAX_CAPACITY = 1 << 28;
    private static final int WORDS = 5;
    private static final int SECOND = 1;
    private static final int PATH = 2;
    private static final int EPOCH = 3;
    private static final int BITS = 4;
    private static final int REASON_SHIFT = 32;
    private static final int USED = 1 << 31;
    private static final int SEEN = 1 << 30;
    private static final int STATE_BITS = 8;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;

    private final RouteHash hash = new RouteHash();
    /** Places of {@link #WORDS} words: both halves of the hash of the key, path, epoch, reason and bits. */
    private long[] words;

    private int capacity;
    private int size;

    /** Creates an empty table. */
    public RouteStates() {
        this(INITIAL_CAPACITY);
    }

    private RouteStates(int capacity) {
        this.capacity = capacity;
        words = new long[capacity * WORDS];
    }

    /** Returns the number of live routes. */
    public int size() {
        return size;
    }

    /** Returns the memory of the arrays in bytes. */
    public long bytes() {
        return (long) words.length * Long.BYTES;
    }

    /** Returns the place of a route, or a negative number if the route is not live. */
    int find(RouteAddress route) {
        long key = hash.first(route);
        int place = place(key);
        long other = 0;
        boolean isHashed = false;
        while ((bits(place) & USED) != 0) {
            if (words[place * WORDS] == key) {
                if (!isHashed) {
                    other = hash.second(route);
                    isHashed = true;
                }
                if (words[place * WORDS + SECOND] == other) {
                    return place;
                }
            }
            place = next(place);
        }
        return NONE;
    }

    private int place(long key) {
        return (int) (key >>> 20) & capacity - 1;
    }

    private int next(int place) {
        return place + 1 & capacity - 1;
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
            if ((size + 1L) * 3 > capacity * 2L) {
                grow();
            }
            long key = hash.first(route);
            place = place(key);
            while ((bits(place) & USED) != 0) {
                place = next(place);
            }
            words[place * WORDS] = key;
            words[place * WORDS + SECOND] = hash.second(route);
            size++;
        }
        words[place * WORDS + PATH] = pathHash;
        words[place * WORDS + EPOCH] = ofEpoch;
        words[place * WORDS + BITS] =
                (long) reasonHash << REASON_SHIFT | Integer.toUnsignedLong(USED | SEEN | pack(states));
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
        while ((bits(next) & USED) != 0) {
            int home = place(words[next * WORDS]);
            // The route may move into the hole if its home is not between the hole and its place.
            if ((next - home & capacity - 1) >= (next - hole & capacity - 1)) {
                copy(next, hole);
                hole = next;
            }
            next = next(next);
        }
        words[hole * WORDS + BITS] = 0;
        return true;
    }

    private void copy(int from, int to) {
        System.arraycopy(words, from * WORDS, words, to * WORDS, WORDS);
    }

    private int bits(int place) {
        return (int) words[place * WORDS + BITS];
    }

    private int reason(int place) {
        return (int) (words[place * WORDS + BITS] >>> REASON_SHIFT);
    }

    States states(int place) {
        int packed = bits(place);
        return new States(
                packed >>> 2 * STATE_BITS & STATE_MASK, packed >>> STATE_BITS & STATE_MASK, packed & STATE_MASK);
    }

    long epoch(int place) {
        return words[place * WORDS + EPOCH];
    }

    void setEpoch(int place, long newer) {
        words[place * WORDS + EPOCH] = newer;
        words[place * WORDS + BITS] |= SEEN;
    }

    boolean isSamePath(int place, VerdictContent content) {
        return words[place * WORDS + PATH] == pathHash(content);
    }

    boolean isSameVerdict(int place, VerdictContent content) {
        int states = bits(place) & ~(USED | SEEN);
        return states == pack(new States(content.state, content.origin, content.aspa))
                && reason(place) == reasonHash(content);
    }

    private long pathHash(VerdictContent content) {
        return hash.path(content.asPath, content.originAs);
    }

    private int reasonHash(VerdictContent content) {
        return hash.reason(content.rules, content.hop, content.failAs);
    }

    /** Marks all routes as unseen. A later record of a route marks it as seen. */
    public void markUnseen() {
        for (int i = 0; i < capacity; i++) {
            words[i * WORDS + BITS] &= ~(long) SEEN;
        }
    }

    /** Returns true if the route is live and no record named it since {@link #markUnseen}. */
    public boolean isUnseen(RouteAddress route) {
        int place = find(route);
        return place != NONE && (bits(place) & SEEN) == 0;
    }

    /** Removes all routes. */
    public void clear() {
        Arrays.fill(words, 0);
        size = 0;
    }

    private void grow() {
        if (capacity >= MAX_CAPACITY) {
            throw new IllegalStateException("more live routes than the history can keep: " + size);
        }
        RouteStates larger = new RouteStates(capacity * 2);
        for (int i = 0; i < capacity; i++) {
            if ((bits(i) & USED) != 0) {
                larger.take(this, i);
            }
        }
        words = larger.words;
        capacity = larger.capacity;
    }

    private void take(RouteStates from, int at) {
        int place = place(from.words[at * WORDS]);
        while ((bits(place) & USED) != 0) {
            place = next(place);
        }
        System.arraycopy(from.words, at * WORDS, words, place * WORDS, WORDS);
    }
}
