// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.io.IOException;
import org.pathproof.verdictstore.snapshot.SectionReader;
import org.pathproof.verdictstore.snapshot.SnapshotWriter;

/**
 * The epochs of a session that have rows, as slots. A row has the number of a slot, because an epoch has 64 bits. The
 * rows of a slot are hidden by one bit of {@link #hidden}.
 *
 * <p>Rows without a slot of their own have slot {@link #OTHER} and their epoch among their further fields. They are
 * rare until {@link Upkeep} has freed a slot. Writers call {@link #slot}; {@link Upkeep} calls the methods that take
 * slots away while no shard is being written. Any thread reads.
 */
public abstract class SessionSlots {
    /** Number of slots, {@link #OTHER} included. */
    public static final int SLOTS = 16;

    /** The slot of rows that have their epoch among their further fields. */
    public static final int OTHER = SLOTS - 1;

    /** Maximum number of sessions at once. */
    public static final int MAX_SESSIONS = 1 << 20;

    private static final int PLENTY = 4;
    private static final int ALL = (1 << SLOTS) - 1;

    private final int number;
    /** The id of the session, whose unsigned order is that of rows in answers. */
    private final long idHigh;

    private final long idLow;
    private final long[] epochs = new long[SLOTS];
    /** Slots that rows may have, as bits. */
    private volatile int used;
    /** Used slots whose rows {@link Upkeep} gives another slot of the same epoch. */
    private volatile int joined;
    /** Slots that were emptied and that readers may still see. */
    private int retired;

    private volatile int hidden = ALL;
    private volatile boolean known;
    private volatile long deadBefore;
    private volatile long currentEpoch;
    /** The slot that was asked for last, which is usually asked for again. */
    private int latest;

    /**
     * @param number number of the session among all sessions, less than {@link #MAX_SESSIONS}
     * @param idHigh first 8 bytes of the session's id
     * @param idLow last 8 bytes of the session's id
     */
    protected SessionSlots(int number, long idHigh, long idLow) {
        this.number = number;
        this.idHigh = idHigh;
        this.idLow = idLow;
    }

    final long idHigh() {
        return idHigh;
    }

    /** Compares the ids of two sessions. */
    final int compareId(SessionSlots other) {
        int c = Long.compareUnsigned(idHigh, other.idHigh);
        return c != 0 ? c : Long.compareUnsigned(idLow, other.idLow);
    }

    /** Returns the number of the session. */
    public final int number() {
        return number;
    }

    /** Returns the slot for a row of an epoch. */
    public final int slot(long epoch) {
        int last = latest;
        return (lookup() >>> last & 1) != 0 && epochs[last] == epoch ? last : find(epoch);
    }

    /** Returns the slots in which an epoch is looked up. */
    private int lookup() {
        return used & ~joined;
    }

    private synchronized int find(long epoch) {
        for (int left = lookup(); left != 0; left &= left - 1) {
            int slot = Integer.numberOfTrailingZeros(left);
            if (epochs[slot] == epoch) {
                latest = slot;
                return slot;
            }
        }
        int slot = Integer.numberOfTrailingZeros(~(used | retired));
        if (slot >= OTHER) {
            return OTHER;
        }
        epochs[slot] = epoch;
        used |= 1 << slot;
        latest = slot;
        updateHidden();
        return slot;
    }

    /** Returns the epoch of a slot that is not {@link #OTHER}. */
    public final long epoch(int slot) {
        return epochs[slot];
    }

    /** Returns true if the rows of a slot are hidden. For {@link #OTHER}, see {@link #isAlive(long)}. */
    public final boolean isHidden(int slot) {
        return (hidden >>> slot & 1) != 0;
    }

    /** Returns the slots whose rows are hidden, as bits. */
    public final int hidden() {
        return hidden;
    }

    /** Returns true if rows of an epoch are shown. */
    public final boolean isAlive(long epoch) {
        return known && epoch >= deadBefore;
    }

    /**
     * Sets which rows are shown.
     *
     * @param isKnown false if there is no record of the session: all rows are hidden
     * @param firstAlive epoch below which rows are dead
     * @param current epoch of the session's record
     */
    protected final synchronized void setLife(boolean isKnown, long firstAlive, long current) {
        known = isKnown;
        deadBefore = firstAlive;
        currentEpoch = current;
        updateHidden();
    }

    private void updateHidden() {
        int bits = known ? 0 : ALL;
        for (int slot = 0; slot < OTHER; slot++) {
            if (((used | retired) >>> slot & 1) != 0 && epochs[slot] < deadBefore) {
                bits |= 1 << slot;
            }
        }
        hidden = bits;
    }

    /** Returns the used slots whose rows another slot takes. */
    final int joined() {
        return joined;
    }

    /** Returns the slot that takes the rows of a joined slot. */
    final synchronized int target(int slot) {
        for (int left = lookup(); left != 0; left &= left - 1) {
            int other = Integer.numberOfTrailingZeros(left);
            if (epochs[other] == epochs[slot]) {
                return other;
            }
        }
        throw new IllegalStateException("no slot takes the rows of slot " + slot + " of session " + number);
    }

    /** Returns true if few slots are free. */
    public final synchronized boolean isCrowded() {
        return SLOTS - Integer.bitCount(used | retired) <= PLENTY;
    }

    /**
     * Joins old epochs while few slots are free, if that changes no answer: two epochs next to each other that are both
     * dead or both alive. The record of the session must be of a later epoch, so that a peer that goes down from now on
     * ends both of them.
     */
    final synchronized void joinOldest() {
        for (int slot = joinable(); isCrowdedWithoutJoined() && slot < OTHER; slot = joinable()) {
            long epoch = epochs[slot];
            long next = epochs[oldest(epoch + 1)];
            for (int left = used; left != 0; left &= left - 1) {
                int other = Integer.numberOfTrailingZeros(left);
                if (epochs[other] == epoch) { // it, and those that were joined with it
                    epochs[other] = next;
                }
            }
            joined |= 1 << slot;
        }
        updateHidden();
    }

    private boolean isCrowdedWithoutJoined() {
        return SLOTS - Integer.bitCount((used | retired) & ~joined) <= PLENTY;
    }

    /** Returns the slot of the oldest epoch that may be joined with the next one; {@link #OTHER} for none. */
    private int joinable() {
        int slot = oldest(Long.MIN_VALUE);
        while (slot < OTHER) {
            int next = oldest(epochs[slot] + 1);
            if (next == OTHER || !known || epochs[next] >= currentEpoch) {
                return OTHER;
            }
            if (isAlive(epochs[slot]) == isAlive(epochs[next])) {
                return slot;
            }
            slot = next;
        }
        return OTHER;
    }

    /** Returns the slot of the oldest epoch from a given one on; {@link #OTHER} for none. */
    private int oldest(long from) {
        int found = OTHER;
        for (int left = lookup(); left != 0; left &= left - 1) {
            int slot = Integer.numberOfTrailingZeros(left);
            if (epochs[slot] >= from && (found == OTHER || epochs[slot] < epochs[found])) {
                found = slot;
            }
        }
        return found;
    }

    /** Takes slots without rows away, until readers that may see their former rows have ended. */
    final synchronized void retire(int slots) {
        used &= ~slots;
        joined &= ~slots;
        retired |= slots;
    }

    /** Makes retired slots free. */
    final synchronized void release(int slots) {
        retired &= ~slots;
        updateHidden();
    }

    /** Writes the slots to a snapshot, while none is taken away. */
    public final synchronized void writeSlots(SnapshotWriter to) throws IOException {
        to.putInt(used);
        for (long epoch : epochs) {
            to.putLong(epoch);
        }
    }

    /** Reads the slots of a snapshot, while there are none. */
    public final synchronized void readSlots(SectionReader in) throws IOException {
        int slots = in.getInt();
        if ((slots & ~ALL) != 0 || (slots >>> OTHER & 1) != 0) {
            throw in.damaged("a session has the slots " + slots);
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            epochs[slot] = in.getLong();
        }
        used = slots;
        updateHidden();
    }

    /** Returns the used slots, as bits. */
    final int used() {
        return used;
    }
}
