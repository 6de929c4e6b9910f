// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.pathproof.wire.rpki.Vrp;

/**
 * Finds VRPs in the rows of both address families. The hash table has open addressing, holds row numbers, and takes 7
 * to 14 bytes per VRP. Removed rows remain as gaps in the columns. The hash has a random seed, so that a source cannot
 * choose colliding VRPs.
 */
final class VrpHash {
    private static final int FREE = 0;
    private static final int GONE = -1;
    private static final int FIRST_SLOTS = 64;

    private final VrpRows ipv4;
    private final VrpRows ipv6;
    private final long seed = ThreadLocalRandom.current().nextLong() | 1;
    /** A slot has {@link #FREE}, {@link #GONE}, 2 * row + 1 for IPv4, or 2 * row + 2 for IPv6. */
    private int[] slots = new int[FIRST_SLOTS];

    private int taken;
    private int removed;

    VrpHash(VrpRows ipv4, VrpRows ipv6) {
        this.ipv4 = ipv4;
        this.ipv6 = ipv6;
    }

    /** Adds the VRP to its family's rows. Returns false if it is already present. */
    boolean add(Vrp vrp) {
        if (slotOf(vrp) >= 0) {
            return false;
        }
        if (taken * 7L >= slots.length * 4L) {
            grow();
        }
        boolean four = vrp.prefix().isIpv4();
        VrpRows rows = four ? ipv4 : ipv6;
        rows.add(vrp);
        put(hash(vrp), 2 * (rows.size() - 1) + (four ? 0 : 1) + 1);
        taken++;
        return true;
    }

    boolean remove(Vrp vrp) {
        int slot = slotOf(vrp);
        if (slot < 0) {
            return false;
        }
        rows(slots[slot]).remove(row(slots[slot]));
        slots[slot] = GONE;
        removed++;
        return true;
    }

    boolean contains(Vrp vrp) {
        return slotOf(vrp) >= 0;
    }

    /** Returns the number of rows that were removed. */
    int removed() {
        return removed;
    }

    private int slotOf(Vrp vrp) {
        int mask = slots.length - 1;
        VrpRows rows = vrp.prefix().isIpv4() ? ipv4 : ipv6;
        for (int slot = hash(vrp) & mask; slots[slot] != FREE; slot = slot + 1 & mask) {
            int entry = slots[slot];
            if (entry != GONE && rows(entry) == rows && rows.is(row(entry), vrp)) {
                return slot;
            }
        }
        return -1;
    }

    private void put(int hash, int entry) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != FREE) {
            slot = slot + 1 & mask;
        }
        slots[slot] = entry;
    }

    private void grow() {
        int[] before = slots;
        slots = new int[2 * before.length];
        taken = 0;
        for (int entry : before) {
            if (entry != FREE && entry != GONE) {
                put(hash(rows(entry).get(row(entry))), entry);
                taken++;
            }
        }
        Arrays.fill(before, FREE);
    }

    private VrpRows rows(int entry) {
        return (entry - 1 & 1) == 0 ? ipv4 : ipv6;
    }

    private static int row(int entry) {
        return entry - 1 >>> 1;
    }

    private int hash(Vrp vrp) {
        long h = seed;
        h = mix(h ^ vrp.prefix().hi());
        h = mix(h ^ vrp.prefix().lo());
        h = mix(h ^ vrp.asn() << 16 ^ (long) vrp.prefix().length() << 8 ^ vrp.maxLength());
        return (int) (h >>> 32);
    }

    private static long mix(long value) {
        long v = (value ^ value >>> 32) * 0xd6e8feb86659fd93L;
        return v ^ v >>> 32;
    }
}
