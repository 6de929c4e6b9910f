// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.memory.StoreFullException;

/**
 * The sessions by number. The number of a removed session is used again when no reader can see its rows. Any thread
 * reads; changes are synchronized.
 */
public final class SessionArray {
    private volatile @Nullable SessionSlots[] sessions = new SessionSlots[16];
    /** Places of the sessions in the order of their ids, by number; null until a reader asks for them. */
    private volatile int @Nullable [] ranks;

    private int bound;
    /** Numbers that were used before. */
    private final Deque<Integer> free = new ArrayDeque<>();

    /**
     * Adds a session.
     *
     * @param create creates the session with its number
     * @throws StoreFullException when there are too many sessions
     */
    public synchronized <T extends SessionSlots> T add(IntFunction<T> create) {
        if (free.isEmpty() && bound == SessionSlots.MAX_SESSIONS) {
            throw new StoreFullException("there are " + bound + " sessions, which is the maximum");
        }
        int number = free.isEmpty() ? bound++ : free.removeFirst();
        T added = create.apply(number);
        @Nullable
        SessionSlots[] changed = number < sessions.length ? sessions : Arrays.copyOf(sessions, 2 * sessions.length);
        changed[number] = added;
        sessions = changed; // publishes the element
        ranks = null;
        return added;
    }

    /**
     * Adds sessions that have numbers, to an empty array. The numbers between them are free.
     *
     * @param numbered sessions with different numbers
     */
    synchronized void restore(Collection<? extends SessionSlots> numbered) {
        bound = numbered.stream().mapToInt(SessionSlots::number).max().orElse(-1) + 1;
        @Nullable SessionSlots[] restored = new SessionSlots[Math.max(sessions.length, bound)];
        numbered.forEach(session -> restored[session.number()] = session);
        for (int number = 0; number < bound; number++) {
            if (restored[number] == null) {
                free.addLast(number);
            }
        }
        sessions = restored;
        ranks = null;
    }

    /** Returns true if there is a session with a number. */
    boolean has(int number) {
        return number < sessions.length && sessions[number] != null;
    }

    /** Makes the number of a removed session free. No reader may see a row of it any more. */
    synchronized void free(int number) {
        sessions[number] = null;
        free.addLast(number);
    }

    /** Returns the places of the sessions in the order of their ids, by number, for rows that were found before. */
    int[] ranks() {
        int[] known = ranks;
        return known == null ? makeRanks() : known;
    }

    private synchronized int[] makeRanks() {
        SessionSlots[] ordered = Arrays.stream(sessions)
                .filter(Objects::nonNull)
                .sorted(SessionSlots::compareId)
                .toArray(SessionSlots[]::new);
        int[] made = new int[bound];
        for (int i = 0; i < ordered.length; i++) {
            made[ordered[i].number()] = i;
        }
        ranks = made;
        return made;
    }

    /** Passes all sessions on. */
    void forEach(Consumer<SessionSlots> consumer) {
        for (SessionSlots session : sessions) {
            if (session != null) {
                consumer.accept(session);
            }
        }
    }

    /** Returns the session of a row. */
    SessionSlots get(int number) {
        SessionSlots session = sessions[number];
        if (session == null) {
            throw new IllegalStateException("no session has number " + number);
        }
        return session;
    }
}
