// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.rib;

/**
 * A map from positive numbers to numbers other than 0, with 8 bytes for each slot and without objects for entries. At
 * most 80 % of the slots are in use. Not thread-safe.
 */
final class IntTable {
    private static final int FIRST_CAPACITY = 8;

    /** Returns the new value of an entry, not 0. */
    interface Replacement {
        int replace(int key, int value);
    }

    /** Keys and their values in turn; the key 0 marks an empty slot. */
    private int[] slots = new int[2 * FIRST_CAPACITY];

    private int size;

    /** Returns the value of a key; 0 if there is none. */
    int get(int key) {
        return slots[slot(key) + 1];
    }

    /** Sets the value of a key. The value 0 removes the key. */
    void put(int key, int value) {
        int slot = slot(key);
        if (value == 0) {
            if (slots[slot] != 0) {
                remove(slot);
            }
            return;
        }
        slots[slot + 1] = value;
        if (slots[slot] == 0) {
            slots[slot] = key;
            size++;
            if (size > slots.length / 10 * 4) {
                resize(2 * slots.length);
            }
        }
    }

    int size() {
        return size;
    }

    /** Returns all keys. */
    int[] keys() {
        int[] keys = new int[size];
        int at = 0;
        for (int slot = 0; slot < slots.length; slot += 2) {
            if (slots[slot] != 0) {
                keys[at++] = slots[slot];
            }
        }
        return keys;
    }

    /** Replaces all values. The replacement must not change this table. */
    void replaceAll(Replacement replacement) {
        for (int slot = 0; slot < slots.length; slot += 2) {
            if (slots[slot] != 0) {
                slots[slot + 1] = replacement.replace(slots[slot], slots[slot + 1]);
            }
        }
    }

    private void remove(int removed) {
        int mask = slots.length - 1;
        int hole = removed;
        for (int slot = hole + 2 & mask; slots[slot] != 0; slot = slot + 2 & mask) {
            // An entry moves into the hole if the hole is not before its home.
            if ((slot - home(slots[slot]) & mask) >= (slot - hole & mask)) {
                slots[hole] = slots[slot];
                slots[hole + 1] = slots[slot + 1];
                hole = slot;
            }
        }
        slots[hole] = 0;
        slots[hole + 1] = 0;
        size--;
        if (slots.length > 2 * FIRST_CAPACITY && size < slots.length / 16) {
            resize(slots.length / 2);
        }
    }

    private void resize(int length) {
        int[] old = slots;
        slots = new int[length];
        for (int from = 0; from < old.length; from += 2) {
            if (old[from] != 0) {
                int slot = slot(old[from]);
                slots[slot] = old[from];
                slots[slot + 1] = old[from + 1];
            }
        }
    }

    /** Returns the index of a key, or the index of the empty slot where it belongs. */
    private int slot(int key) {
        int slot = home(key);
        while (slots[slot] != 0 && slots[slot] != key) {
            slot = slot + 2 & slots.length - 1;
        }
        return slot;
    }

    private int home(int key) {
        int hash = key * 0x9e37_79b9;
        return (hash ^ hash >>> 15) << 1 & slots.length - 1;
    }
}
