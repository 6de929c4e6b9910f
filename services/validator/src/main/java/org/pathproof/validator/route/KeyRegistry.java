// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.validator.store.FixedEntryTable;
import org.pathproof.wire.rpki.RouterKey;

/**
 * Numbers for the router keys that rows speak of, so that a row takes a few octets for a hop and not 56. There are two kinds of entry:
 * a <em>key</em>, which proved a hop, and a <em>name</em>, (AS, SKI), which a hop that is not proved asks for. Each task has numbers of
 * its own; they are in its state store beside the rows, and so survive what the rows survive. Used by the thread of the task.
 *
 * <p>An entry is packed into 40 octets: AS (4), SKI (20), hash of the SubjectPublicKeyInfo (16, see {@link Digests#ofKey}; all 0 for a
 * name). It stands in the store and nowhere else; here is the hash table that finds it, of 8 to 16 octets for each.
 */
final class KeyRegistry {
    /** Octets of the name (AS, SKI) of a key. */
    static final int NAME = 24;
    /** Octets of an entry. */
    static final int ENTRY = NAME + Digests.KEY;

    private static final ByteString NO_HASH = ByteString.copyFrom(new byte[ENTRY - NAME]);
    private static final int FREE = -1;
    private static final int RECENT = 2048;

    private final BiConsumer<Integer, byte @Nullable []> log;
    private final FixedEntryTable entries;
    private final BitSet unused = new BitSet(); // of the entries
    private int[] table = filled(256); // numbers of entries by the hash of their names, with linear probing
    private int size;
    private int lowestFree; // all numbers below are taken

    /** Keys that were asked for lately, each at the place that follows from its identity, and their numbers. */
    private final @Nullable RouterKey[] recent = new RouterKey[RECENT];

    private final int[] recentNumbers = new int[RECENT];

    /**
     * Has no entries until they are restored.
     *
     * @param entries what is in the store
     * @param log is told of each new entry, by number and octets, and of each that goes, without octets; puts it into the store
     */
    KeyRegistry(FixedEntryTable entries, BiConsumer<Integer, byte @Nullable []> log) {
        this.entries = entries;
        this.log = log;
    }

    /** How many entries there are. */
    int size() {
        return size;
    }

    /** The number of the key that proved a hop; a new one if it has none. */
    int key(Hop hop, ProvingKey proving) {
        RouterKey key = proving.key();
        if (key == null) {
            return number(octets(hop.getAsn(), hop.getSki(), proving.spkiHash()));
        }
        int place = System.identityHashCode(key) & RECENT - 1;
        if (!isSame(recent[place], key)) {
            recentNumbers[place] = number(octets(hop.getAsn(), hop.getSki(), proving.spkiHash()));
            recent[place] = key;
        }
        return recentNumbers[place];
    }

    /** By identity: to compare the octets would take longer than to look them up. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(@Nullable RouterKey a, RouterKey b) {
        return a == b;
    }

    /** The number of the name of a key; a new one if it has none. */
    int name(int asn, ByteString ski) {
        return number(octets(asn, ski, NO_HASH));
    }

    /** Calls with each number under which this name is known, be it as a name or as a key. */
    void numbersOf(int asn, ByteString ski, IntConsumer numbers) {
        byte[] entry = octets(asn, ski, NO_HASH);
        for (int slot = slot(entry, 0); table[slot] != FREE; slot = next(slot)) {
            if (equals(table[slot], entry, NAME)) {
                numbers.accept(table[slot]);
            }
        }
    }

    int asn(int number) {
        return ByteBuffer.wrap(entries.octets(number)).getInt(entries.at(number));
    }

    ByteString ski(int number) {
        return ByteString.copyFrom(entries.octets(number), entries.at(number) + 4, NAME - 4);
    }

    ByteString spkiHash(int number) {
        return ByteString.copyFrom(entries.octets(number), entries.at(number) + NAME, ENTRY - NAME);
    }

    /** Takes up the entries of the store that are in use. The others are forgotten; they are in the store until {@link #tidy}. */
    void restore(BitSet used) {
        for (int number = entries.nextTaken(0); number >= 0; number = entries.nextTaken(number + 1)) {
            if (used.get(number)) {
                add(number);
            } else {
                unused.set(number);
            }
        }
    }

    /** Removes from the store what was forgotten. */
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
        int slot = hash(entries.octets(number), entries.at(number)) & (into.length - 1);
        while (into[slot] != FREE) {
            slot = (slot + 1) & (into.length - 1);
        }
        into[slot] = number;
    }

    private boolean equals(int number, byte[] entry, int octets) {
        int at = entries.at(number);
        return Arrays.equals(entries.octets(number), at, at + octets, entry, 0, octets);
    }

    private int slot(byte[] octets, int at) {
        return hash(octets, at) & (table.length - 1);
    }

    private int next(int slot) {
        return (slot + 1) & (table.length - 1);
    }

    /** Of the name: an SKI is a SHA-1, so that some octets of it do. Keys of one name, which are few, share it. */
    private static int hash(byte[] octets, int at) {
        ByteBuffer name = ByteBuffer.wrap(octets);
        int mixed = (name.getInt(at) * 31 + name.getInt(at + 4)) * 31 + name.getInt(at + 8);
        return mixed ^ mixed >>> 15;
    }

    private static int[] filled(int length) {
        int[] table = new int[length];
        Arrays.fill(table, FREE);
        return table;
    }

    private static byte[] octets(int asn, ByteString ski, ByteString spkiHash) {
        if (ski.size() != NAME - 4 || spkiHash.size() != ENTRY - NAME) {
            throw new IllegalArgumentException(
                    "an SKI of " + ski.size() + " octets, or a key's hash of " + spkiHash.size());
        }
        ByteBuffer entry = ByteBuffer.allocate(ENTRY).putInt(asn);
        ski.copyTo(entry);
        spkiHash.copyTo(entry);
        return entry.array();
    }
}
