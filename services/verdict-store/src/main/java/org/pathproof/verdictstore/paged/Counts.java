// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.row.Findings;

/**
 * Counts of the rows of one shard by session and epoch. The shard's writer changes them. Any thread reads; it may see a
 * change some time later.
 */
public final class Counts {
    /** By session number and slot. */
    private volatile @Nullable SlotCounts[] bySlot = new SlotCounts[0];
    /** Counts of the rows in {@link SessionSlots#OTHER}. */
    private final Map<OtherEpoch, SlotCounts> others = new ConcurrentHashMap<>(1);

    private record OtherEpoch(int session, long epoch) {}

    private static int index(int session, int slot) {
        return session * SessionSlots.SLOTS + slot;
    }

    /**
     * Adds a row, or removes it.
     *
     * @param epoch epoch of a row in {@link SessionSlots#OTHER}
     */
    void count(int session, int slot, long epoch, int flags, Findings findings, int by) {
        if (slot == SessionSlots.OTHER) {
            OtherEpoch key = new OtherEpoch(session, epoch);
            count(others.computeIfAbsent(key, k -> new SlotCounts()), flags, findings, by);
            others.computeIfPresent(key, (k, counts) -> counts.get(SlotCounts.ROWS) == 0 ? null : counts);
        }
        // Rows of the slot of other epochs are counted here too, to know if the session has rows.
        count(ofSlot(session, slot), flags, findings, by);
    }

    private static void count(SlotCounts counts, int flags, Findings findings, int by) {
        counts.count(flags, by);
        if (!findings.isEmpty()) {
            counts.countFindings(findings, by);
        }
    }

    private SlotCounts ofSlot(int session, int slot) {
        int index = index(session, slot);
        @Nullable SlotCounts[] all = bySlot;
        if (index >= all.length) {
            all = Arrays.copyOf(all, Math.max(index(session + 1, 0), 2 * all.length));
            bySlot = all;
        }
        SlotCounts counts = all[index];
        if (counts == null) {
            counts = new SlotCounts();
            all[index] = counts;
            bySlot = all; // publishes the element
        }
        return counts;
    }

    /** Returns the number of rows of a slot. */
    public int rows(int session, int slot) {
        @Nullable SlotCounts[] all = bySlot;
        int index = index(session, slot);
        SlotCounts counts = index < all.length ? all[index] : null;
        return counts == null ? 0 : counts.get(SlotCounts.ROWS);
    }

    /** Returns true if a session has rows. */
    boolean hasRows(int session) {
        for (int slot = 0; slot < SessionSlots.SLOTS; slot++) {
            if (rows(session, slot) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Passes the counts of the shown rows of a session on. */
    public void forEachAlive(SessionSlots session, BiConsumer<Long, SlotCounts> consumer) {
        @Nullable SlotCounts[] all = bySlot;
        for (int slot = 0; slot < SessionSlots.OTHER; slot++) {
            int index = index(session.number(), slot);
            SlotCounts counts = index < all.length ? all[index] : null;
            if (counts != null && !session.isHidden(slot)) {
                consumer.accept(session.epoch(slot), counts);
            }
        }
        if (rows(session.number(), SessionSlots.OTHER) != 0) {
            others.forEach((other, counts) -> {
                if (other.session() == session.number() && session.isAlive(other.epoch())) {
                    consumer.accept(other.epoch(), counts);
                }
            });
        }
    }

    /** Forgets the counts of a session without rows, or of a slot without rows. */
    void clear(int session, int slots) {
        @Nullable SlotCounts[] all = bySlot;
        for (int slot = 0; slot < SessionSlots.SLOTS; slot++) {
            int index = index(session, slot);
            if ((slots >>> slot & 1) != 0 && index < all.length) {
                all[index] = null;
            }
        }
    }
}
