// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Removes the dead rows of all sessions and joins epochs, in one walk over all shards. Afterwards it takes slots without
 * rows away from their sessions. A slot must not get another epoch while any shard has rows of the former one; so slots
 * go only at the end, all together, and only those that no shard counts rows of.
 */
final class Sweep implements UpkeepTask {
    private final List<Shard> shards;
    private final Map<Integer, Plan> plans = new HashMap<>();
    private final Consumer<Plan> retired;
    private final LeafWalk walk;
    private boolean walking;

    /**
     * What happens to the rows of a session.
     *
     * @param dead slots whose rows are removed
     * @param joined slots whose rows get the slot {@link SessionSlots#target}
     */
    record Plan(SessionSlots session, int dead, int joined) {
        int slotOf(int slot) {
            if ((dead >>> slot & 1) != 0) {
                return -1;
            }
            return (joined >>> slot & 1) != 0 ? session.target(slot) : slot;
        }
    }

    /**
     * Plans a walk. Joins the oldest epochs of sessions with few free slots.
     *
     * @param retired receives the slots that are taken away, which must be released when no reader sees them
     */
    Sweep(List<Shard> shards, SessionArray sessions, Consumer<Plan> retired) {
        this.shards = shards;
        this.retired = retired;
        sessions.forEach(session -> {
            retire(session);
            if (session.isCrowded()) {
                session.joinOldest();
            }
            int dead = session.dead();
            int joined = session.joined() & ~dead;
            if ((dead | joined) != 0) {
                plans.put(session.number(), new Plan(session, dead, joined));
            }
        });
        long[] folded = Leaf.folded(bits());
        walk = new LeafWalk(
                shards,
                (shard, afi, at) -> shard.sweep(afi, at, folded, (session, row) -> {
                    Plan plan = plans.get(session);
                    return plan == null ? row.slot : plan.slotOf(row.slot);
                }));
        walking = !plans.isEmpty();
    }

    private long[] bits() {
        int bound = plans.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        long[] bits = new long[(bound >>> 6) + 1];
        plans.keySet().forEach(number -> bits[number >>> 6] |= 1L << number);
        return bits;
    }

    @Override
    public boolean step() {
        walking = walking && walk.step();
        if (!walking) {
            plans.values().forEach(plan -> retire(plan.session()));
        }
        return walking;
    }

    /** Takes the slots without rows away that are dead or joined, or all of them if few are free. */
    private void retire(SessionSlots session) {
        int candidates = session.isCrowded() ? session.used() : session.dead() | session.joined();
        int empty = 0;
        for (int left = candidates; left != 0; left &= left - 1) {
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
            retired.accept(new Plan(session, empty, 0));
        }
    }
}
