// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.memory.StoreFullException;

/**
 * Interned byte sequences. Equal sequences have the same number, which is their place in steps of 8 bytes; a number is
 * valid until {@link #forgetUnmarked}. Reading and finding a known sequence take no lock.
 *
 * <p>Forgetting: {@link #beginMarking}, then {@link #mark} for every number in use, while each interned sequence is
 * marked by itself, then {@link #forgetUnmarked} until it returns true, then {@link #reuse} when no reader can have the
 * forgotten numbers any more. No thread may intern between the begin and the end of the calls of {@link #beginMarking}
 * and {@link #forgetUnmarked}; their callers exclude the writers for that time.
 */
public final class Dictionary {
    /** The number that names no sequence. */
    public static final int NONE = 0;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long TAG = 0xffff_ffff_0000_0000L;
    /** The number of a forgotten sequence in the table. A search continues after it. */
    private static final int FORGOTTEN = -1;

    private static final int MIN_SLOTS = 1 << 6;

    private final String name;
    private final BlobPages pages = new BlobPages();
    /**
     * Hash table: the upper half of a hash, and a number. The index is the remainder of the upper half too, so that the
     * table grows without reading the sequences.
     */
    private volatile long[] slots = new long[MIN_SLOTS];
    /** Slots that are not empty. */
    private int usedSlots;

    private volatile int count;
    private volatile @Nullable NumberSet marks;
    /** The next slot of {@link #forgetUnmarked}. */
    private int nextSlot;

    private int[] forgotten = new int[0];
    /** The sequences of the present pages. */
    private volatile Sequences sequences = new Sequences(pages.pages());

    private int forgottenCount;

    /** @param name name in the plural, for messages */
    public Dictionary(String name) {
        this.name = name;
    }

    /** Returns the name in the plural. */
    public String name() {
        return name;
    }

    /**
     * Returns the number of a sequence. Adds the sequence if it is new.
     *
     * @param hash hash of the sequence, the same one each time
     * @throws StoreFullException when there is no further number
     */
    public int intern(long hash, byte[] array, int from, int length) {
        int found = find(slots, hash, array, from, length);
        if (found == NONE) {
            return add(hash, array, from, length);
        }
        mark(found);
        return found;
    }

    /** Returns the number of a sequence; {@link #NONE} if it is unknown. */
    public int find(long hash, byte[] array, int from, int length) {
        return find(slots, hash, array, from, length);
    }

    private int find(long[] table, long hash, byte[] array, int from, int length) {
        int tag = (int) (hash >>> 32);
        int mask = table.length - 1;
        for (int i = tag & mask; ; i = i + 1 & mask) {
            long slot = (long) SLOT.getAcquire(table, i);
            if (slot == 0) {
                return NONE;
            }
            int id = (int) slot;
            if ((int) (slot >>> 32) == tag && id != FORGOTTEN && pages.equals(id, array, from, length)) {
                return id;
            }
        }
    }

    private synchronized int add(long hash, byte[] array, int from, int length) {
        int found = find(slots, hash, array, from, length);
        if (found != NONE) {
            mark(found);
            return found;
        }
        if (usedSlots >= slots.length / 3 * 2) {
            rebuild();
        }
        int id = pages.add(array, from, length);
        if (id == NONE) {
            throw new StoreFullException("there are no numbers for further " + name + ": " + count + " are in use");
        }
        mark(id);
        count++;
        put(slots, hash & TAG | id & ~TAG);
        usedSlots++;
        return id;
    }

    private static void put(long[] table, long slot) {
        int mask = table.length - 1;
        int i = (int) (slot >>> 32) & mask;
        while (table[i] != 0) {
            i = i + 1 & mask;
        }
        SLOT.setRelease(table, i, slot);
    }

    /** Replaces the table by one without forgotten sequences, and with room for more. */
    private void rebuild() {
        int size = MIN_SLOTS;
        while (count >= size / 3) {
            size *= 2;
        }
        long[] table = new long[size];
        int used = 0;
        for (long slot : slots) {
            if (slot != 0 && (int) slot != FORGOTTEN) {
                put(table, slot);
                used++;
            }
        }
        slots = table;
        usedSlots = used;
        nextSlot = 0; // sequences that were visited already are visited again, which is harmless
    }

    /**
     * Returns all present sequences. Those with numbers that a reader found before this call stay as they are in the
     * result.
     */
    public Sequences sequences() {
        byte[][] present = pages.pages();
        Sequences known = sequences;
        if (!known.isOf(present)) {
            known = new Sequences(present);
            sequences = known;
        }
        return known;
    }

    /** Returns the array that has a sequence. */
    public byte[] array(int id) {
        return pages.array(id);
    }

    /** Returns the index of a sequence in its array. */
    public int from(int id) {
        return pages.from(id);
    }

    /** Returns the number that a search for a hash finds first, usually that of the sequence; may be any number. */
    public int firstFound(long hash) {
        long[] table = slots;
        return (int) table[(int) (hash >>> 32) & table.length - 1];
    }

    /** Returns the first stored byte of a sequence, to bring the sequence into the processor's cache. */
    public int firstByte(int id) {
        return id == NONE || id == FORGOTTEN ? 0 : pages.firstByte(id);
    }

    /** Returns the length of a sequence in bytes. */
    public int length(int id) {
        return pages.length(id);
    }

    /** Returns a copy of a sequence. */
    public byte[] copy(int id) {
        byte[] array = pages.array(id);
        int from = pages.from(id);
        return Arrays.copyOfRange(array, from, from + pages.length(id));
    }

    /** Receives the number of each sequence. */
    public interface Visitor {
        void visit(int id);
    }

    /** Visits all sequences in any order. Sequences that are added meanwhile may be left out. */
    public void forEach(Visitor visitor) {
        forEach(0, Integer.MAX_VALUE, visitor);
    }

    /**
     * Visits the sequences of a part of the table.
     *
     * @return the first slot after the part; -1 at the end of the table
     */
    public int forEach(int firstSlot, int slotCount, Visitor visitor) {
        long[] table = slots;
        int end = (int) Math.min((long) firstSlot + slotCount, table.length);
        for (int i = firstSlot; i < end; i++) {
            int id = (int) (long) SLOT.getAcquire(table, i);
            if (id != NONE && id != FORGOTTEN) {
                visitor.visit(id);
            }
        }
        return end == table.length ? -1 : end;
    }

    /** Begins to mark. From now on every interned sequence is marked. */
    public synchronized void beginMarking() {
        marks = new NumberSet();
        nextSlot = 0;
    }

    /** Marks the number of a sequence that is in use. Any thread may call this method. */
    public void mark(int id) {
        NumberSet now = marks;
        if (now != null && id != NONE) {
            now.add(id);
        }
    }

    /** Returns true if a sequence is marked. */
    public boolean isMarked(int id) {
        NumberSet now = marks;
        return now == null || now.has(id);
    }

    /**
     * Forgets the unmarked sequences of a part of the table.
     *
     * @return true if nothing is left to forget: the marks are gone
     */
    public synchronized boolean forgetUnmarked(int slotCount) {
        long[] table = slots;
        int end = Math.min(nextSlot + slotCount, table.length);
        for (; nextSlot < end; nextSlot++) {
            int id = (int) table[nextSlot];
            if (id != NONE && id != FORGOTTEN && !isMarked(id)) {
                SLOT.setRelease(table, nextSlot, table[nextSlot] | ~TAG);
                count--;
                if (forgottenCount == forgotten.length) {
                    forgotten = Arrays.copyOf(forgotten, Math.max(1 << 10, 2 * forgottenCount));
                }
                forgotten[forgottenCount++] = id;
            }
        }
        if (nextSlot < table.length) {
            return false;
        }
        marks = null;
        return true;
    }

    /** Uses the memory of the forgotten sequences again, which no reader may have any more. */
    public synchronized void reuse() {
        for (int i = 0; i < forgottenCount; i++) {
            pages.free(forgotten[i]);
        }
        forgotten = new int[0];
        forgottenCount = 0;
    }

    /** Returns the number of sequences. */
    public int count() {
        return count;
    }

    /** Returns the bytes of the sequences in use and those not yet forgotten. */
    public synchronized long usedBytes() {
        return pages.usedBytes();
    }

    /** Returns the size in memory in bytes. */
    public synchronized long memoryBytes() {
        return pages.memoryBytes() + 8L * slots.length;
    }
}
