// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Frees slots of sessions that have few: takes slots without rows away, and joins old epochs in one walk over all
 * shards. A slot must not get another epoch while any shard has rows of the former one. So slots go all together at the
 * end, and only those that no shard counts rows of.
 */
final class EpochJoin implements UpkeepTask {
    /** Receives slots that are taken away, which must be released when no reader sees their rows. */
    interface Retired {
        void release(SessionSlots session, int slots);
    }

    private final List<Shard> shards;
    private final Retired retired;
    private final Map<Integer, SessionSlots> joined = new HashMap<>();
    private final LeafWalk walk;
    private boolean walking;

    EpochJoin(List<Shard> shards, SessionArray sessions, Retired retired) {
        this.shards = shards;
        this.retired = retired;
        sessions.forEach(session -> {
            if (session.isCrowded()) {
                retireEmpty(session);
                session.joinOldest();
                if (session.joined() != 0) {
                    joined.put(session.number(), session);
                }
            }
        });
        long[] folded = Leaf.folded(bits());
        walk = new LeafWalk(shards, (shard, afi, at) -> shard.relabel(afi, at, folded, this::slotOf));
        walking = !joined.isEmpty();
    }

    private long[] bits() {
        int bound = joined.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        long[] bits = new long[(bound >>> 6) + 1];
        joined.keySet().forEach(number -> bits[number >>> 6] |= 1L << number);
        return bits;
    }

    private int slotOf(int session, int slot) {
        SessionSlots slots = joined.get(session);
        return slots == null || (slots.joined() >>> slot & 1) == 0 ? slot : slots.target(slot);
    }

    @Override
    public boolean step() {
        walking = walking && walk.step();
        if (!walking) {
            joined.values().forEach(this::retireEmpty);
        }
        return walking;
    }

    private void retireEmpty(SessionSlots session) {
        int empty = 0;
        for (int left = session.used(); left != 0; left &= left - 1) {
            int slot = Integer.numberOfTrailingZeros(left);
            boolean hasRows = false;
            for (Shard shard : shards) {
                hasRows |= shard.counts().rows(session.number(), slot) != 0;
            }
            empty |= hasRows ? 0 : 1 << slot;
        }
        if (empty != 0) {
            session.retire(empty);
            for (Shard shard : shards) {
                shard.counts().clear(session.number(), empty);
            }
            retired.release(session, empty);
        }
    }
}
