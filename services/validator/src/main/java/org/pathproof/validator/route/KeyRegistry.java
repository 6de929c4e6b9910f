// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.validator.store.FixedEntryTable;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Assigns numbers to the router keys of rows, so that a hop takes a few bytes in a row instead of 40. There are two
 * kinds of entry. A <em>key</em> verified a hop of a row in the short form. A <em>name</em> (AS, SKI) stands for a hop
 * of a row in the long form. Each task has its own numbers. The numbers are part of the task's state store, like the
 * rows. Only the thread of the task uses this class.
 *
 * <p>An entry takes 40 bytes: AS (4), SKI (20), hash of the SubjectPublicKeyInfo (16, see {@link Digests#ofKey}; all 0
 * for a name). Entries are in the store only. This class holds the hash table that finds them, with 8 to 16 bytes for
 * each entry, and a cache of recent keys with up to 32 bytes for each entry.
 */
final class KeyRegistry {
    /** Bytes of the name (AS, SKI) of a key. */
    static final int NAME = 24;
    /** Bytes of an entry. */
    static final int ENTRY = NAME + Digests.KEY;

    private static final ByteString NO_HASH = ByteString.copyFrom(new byte[ENTRY - NAME]);
    private static final int FREE = -1;
    private static final int LEAST_RECENT = 1 << 11;
    private static final int MOST_RECENT = 1 << 16; // 512 KB
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final BiConsumer<Integer, byte @Nullable []> log;
    private final FixedEntryTable entries;
    private final BitSet unused = new BitSet(); // numbers of entries that no row uses
    private int[] table = filled(256); // numbers of entries by the hash of their names, with linear probing
    private int size;
    private int lowestFree; // all lower numbers have an entry

    /**
     * Recently used keys by their identity hash code, at least two places for each entry. {@link #recentNumbers} holds
     * their numbers.
     */
    private @Nullable RouterKey[] recent = new RouterKey[LEAST_RECENT];

    private int[] recentNumbers = new int[LEAST_RECENT];

    /**
     * Creates a registry without entries; {@link #restore} adds those of the store.
     *
     * @param entries the entries of the store
     * @param log puts an entry into the store, by number and bytes; null removes the entry
     */
    KeyRegistry(FixedEntryTable entries, BiConsumer<Integer, byte @Nullable []> log) {
        this.entries = entries;
        this.log = log;
    }

    /** Returns the number of entries. */
    int size() {
        return size;
    }

    /** Returns the number of the key that verified a hop; assigns one if it has none. */
    int key(Hop hop, ProofKey verifying) {
        RouterKey key = verifying.key();
        if (key == null) {
            return number(bytes(hop.getAsn(), hop.getSki(), verifying.spkiHash()));
        }
        int place = place(key);
        if (!isSame(recent[place], key)) {
            int number = number(bytes(hop.getAsn(), hop.getSki(), verifying.spkiHash()));
            place = place(key); // the new number may have enlarged the array
            recentNumbers[place] = number;
            recent[place] = key;
        }
        return recentNumbers[place];
    }

    /**
     * Returns the keys with these numbers, in their order; null if the RPKI set does not have all of them.
     *
     * @param numbers numbers of keys, not of names
     */
    @Nullable
    List<ProofKey> verifyingKeys(int[] numbers, RpkiSet rpki) {
        List<ProofKey> verifying = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            RouterKey key = authorised(number, rpki);
            if (key == null) {
                return null;
            }
            verifying.add(ProofKey.of(key));
        }
        return verifying;
    }

    private @Nullable RouterKey authorised(int number, RpkiSet rpki) {
        Bytes ski = Bytes.wrap(entries.bytes(number), entries.at(number) + 4, NAME - 4);
        for (RouterKey key : rpki.routerKeys(Integer.toUnsignedLong(asn(number)), ski)) {
            if (isNumberOf(number, key)) {
                return key;
            }
        }
        return null;
    }

    private boolean isNumberOf(int number, RouterKey key) {
        int place = place(key);
        if (isSame(recent[place], key)) {
            return recentNumbers[place] == number;
        }
        if (!spkiHash(number).equals(Digests.ofKey(key))) {
            return false;
        }
        recentNumbers[place] = number;
        recent[place] = key;
        return true;
    }

    private int place(RouterKey key) {
        return System.identityHashCode(key) & recent.length - 1;
    }

    /** Doubles the places of recent keys. */
    private void enlargeRecent() {
        @Nullable RouterKey[] keys = recent;
        int[] numbers = recentNumbers;
        recent = new RouterKey[2 * keys.length];
        recentNumbers = new int[2 * keys.length];
        for (int i = 0; i < keys.length; i++) {
            RouterKey key = keys[i];
            if (key != null) {
                recent[place(key)] = key;
                recentNumbers[place(key)] = numbers[i];
            }
        }
    }

    /** Compares by identity: comparing bytes takes longer than finding the entry. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(@Nullable RouterKey a, RouterKey b) {
        return a == b;
    }

    /** Returns the number of the name of a key; assigns one if it has none. */
    int name(int asn, ByteString ski) {
        return number(bytes(asn, ski, NO_HASH));
    }

    /** Passes on each number of this name and of the keys with this name. */
    void forEachNumberOf(int asn, ByteString ski, IntConsumer numbers) {
        byte[] entry = bytes(asn, ski, NO_HASH);
        for (int slot = slot(entry, 0); table[slot] != FREE; slot = next(slot)) {
            if (equals(table[slot], entry, NAME)) {
                numbers.accept(table[slot]);
            }
        }
    }

    int asn(int number) {
        return ByteBuffer.wrap(entries.bytes(number)).getInt(entries.at(number));
    }

    ByteString ski(int number) {
        return ByteString.copyFrom(entries.bytes(number), entries.at(number) + 4, NAME - 4);
    }

    ByteString spkiHash(int number) {
        return ByteString.copyFrom(entries.bytes(number), entries.at(number) + NAME, ENTRY - NAME);
    }

    /** Adds the entries of the store that are in use. The other entries remain in the store until {@link #tidy}. */
    void restore(BitSet used) {
        for (int number = entries.nextTaken(0); number >= 0; number = entries.nextTaken(number + 1)) {
            if (used.get(number)) {
                add(number);
            } else {
                unused.set(number);
            }
        }
    }

    /** Removes the entries that were unused at {@link #restore} from the store. */
    void tidy() {
        if (!unused.isEmpty()) {
            unused.stream().forEach(number -> log.accept(number, null));
            unused.clear();
            lowestFree = 0;
        }
    }

    private int number(byte[] entry) {
        for (int slot = slot(entry, 0); table[slot] != FREE; slot = next(slot)) {
            if (equals(table[slot], entry, ENTRY)) {
                return table[slot];
            }
        }
        int number = entries.nextFree(lowestFree);
        lowestFree = number + 1;
        log.accept(number, entry);
        add(number);
        return number;
    }

    private void add(int number) {
        size++;
        if (size > recent.length / 2 && recent.length < MOST_RECENT) {
            enlargeRecent();
        }
        if (size > table.length / 2) {
            int[] larger = filled(2 * table.length);
            for (int known : table) {
                if (known != FREE) {
                    place(known, larger);
                }
            }
            table = larger;
        }
        place(number, table);
    }

    private void place(int number, int[] into) {
        int slot = hash(entries.bytes(number), entries.at(number)) & (into.length - 1);
        while (into[slot] != FREE) {
            slot = (slot + 1) & (into.length - 1);
        }
        into[slot] = number;
    }

    private boolean equals(int number, byte[] entry, int bytes) {
        int at = entries.at(number);
        return Arrays.equals(entries.bytes(number), at, at + bytes, entry, 0, bytes);
    }

    private int slot(byte[] bytes, int at) {
        return hash(bytes, at) & (table.length - 1);
    }

    private int next(int slot) {
        return (slot + 1) & (table.length - 1);
    }

    /**
     * Returns the hash code of a name. An SKI is a SHA-1 hash, so that a part of it suffices. All keys with the same
     * name have the same hash code.
     */
    private static int hash(byte[] bytes, int at) {
        int mixed =
                ((int) INTS.get(bytes, at) * 31 + (int) INTS.get(bytes, at + 4)) * 31 + (int) INTS.get(bytes, at + 8);
        return mixed ^ mixed >>> 15;
    }

    private static int[] filled(int length) {
        int[] table = new int[length];
        Arrays.fill(table, FREE);
        return table;
    }

    private static byte[] bytes(int asn, ByteString ski, ByteString spkiHash) {
        if (ski.size() != NAME - 4 || spkiHash.size() != ENTRY - NAME) {
            throw new IllegalArgumentException(
                    "lengths are wrong: SKI " + ski.size() + " bytes, hash of the key " + spkiHash.size() + " bytes");
        }
        ByteBuffer entry = ByteBuffer.allocate(ENTRY).putInt(asn);
        ski.copyTo(entry);
        spkiHash.copyTo(entry);
        return entry.array();
    }
}
