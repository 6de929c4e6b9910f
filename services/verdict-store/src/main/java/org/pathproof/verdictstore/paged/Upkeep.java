// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Readers;
import org.pathproof.verdictstore.row.Dictionaries;

/**
 * The work of the store between batches, in steps of about a millisecond: joins epochs, moves blocks out of sparse
 * pages, makes summaries again, lets dictionaries forget, and uses numbers again. One task at a time; there is no
 * writer during a step. No row is removed: rows go by records only.
 */
public final class Upkeep {
    private final List<Shard> shards;
    private final Dictionaries dictionaries;
    private final SessionArray sessions;
    private final Readers readers;
    private final Lock alone;
    private @Nullable UpkeepTask task;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private volatile boolean joinWanted;
    /** Bytes of pages that no block used after the last compaction of a shard. */
    private final Map<Shard, Long> unused = new HashMap<>();
    /** Bytes of the dictionaries after they forgot. */
    private long rememberedBytes;

    private boolean reuseIsWaiting;
    /** True if a snapshot waits for the end of the present task, or has the numbers held. */
    private boolean holdWanted;
    /** A value of {@link System#nanoTime}, after which numbers are not held any more. */
    private long holdEnd;

    /** An action for the time when no reader has what was taken out before. */
    private record Waiting(long ticket, Runnable action) {}

    Upkeep(List<Shard> shards, Dictionaries dictionaries, SessionArray sessions, Readers readers, Lock alone) {
        this.shards = shards;
        this.dictionaries = dictionaries;
        this.sessions = sessions;
        this.readers = readers;
        this.alone = alone;
    }

    /** Asks for free slots of sessions that have few. Any thread may call this method. */
    public void wantJoin() {
        joinWanted = true;
    }

    /**
     * Runs an action while there is no writer, and lets steps follow for some time.
     *
     * @param first the action
     * @param nanos time for steps; at least one step is done if there is something to do
     */
    public void run(Runnable first, long nanos) {
        alone.lock();
        try {
            if (isHeld()) {
                return;
            }
            first.run();
            long end = System.nanoTime() + nanos;
            while (step() && System.nanoTime() < end) {}
        } finally {
            alone.unlock();
        }
    }

    /** Does everything that there is to do. */
    public void runAll() {
        run(() -> {}, Long.MAX_VALUE / 2);
    }

    private boolean isHeld() {
        if (holdWanted && holdEnd - System.nanoTime() < 0) {
            holdWanted = false;
        }
        return holdWanted && task == null && waiting.isEmpty();
    }

    /**
     * Holds all numbers: until {@link #release}, no number of a session, slot or dictionary is used again, and none is
     * forgotten. New ones are given. Meanwhile there is no upkeep.
     *
     * @param nanos time after which the numbers are not held any more, from the first call on
     * @return false if a task has to end first: call again later
     */
    public boolean tryHold(long nanos) {
        alone.lock();
        try {
            runWaiting();
            if (!holdWanted) {
                holdWanted = true;
                holdEnd = System.nanoTime() + nanos;
            }
            return isHeld();
        } finally {
            alone.unlock();
        }
    }

    /** Ends a hold. Returns false if it had ended by itself. */
    public boolean release() {
        alone.lock();
        try {
            boolean held = isHeld();
            holdWanted = false;
            return held;
        } finally {
            alone.unlock();
        }
    }

    /** Returns false if there is nothing to do now. */
    private boolean step() {
        runWaiting();
        UpkeepTask present = task;
        if (present == null) {
            present = nextTask();
            task = present;
            return present != null;
        }
        if (!present.step()) {
            task = null;
            finish(present);
        }
        return true;
    }

    private @Nullable UpkeepTask nextTask() {
        if (holdWanted) {
            return null;
        }
        if (joinWanted) {
            joinWanted = false;
            return new EpochJoin(shards, sessions, (session, slots) -> afterReaders(() -> session.release(slots)));
        }
        for (Shard shard : shards) {
            if (!shard.blocks().hasRetired() && Compaction.isNeeded(shard, unused.getOrDefault(shard, 0L))) {
                return new Compaction(shard);
            }
        }
        for (Shard shard : shards) {
            if (Summary.isNeeded(shard)) {
                return new Summary(shard);
            }
        }
        if (!reuseIsWaiting && Forgetting.isNeeded(dictionaries, rememberedBytes)) {
            return new Forgetting(shards, dictionaries);
        }
        return null;
    }

    private void finish(UpkeepTask done) {
        if (done instanceof Compaction compaction) {
            unused.put(compaction.shard(), Compaction.unused(compaction.shard()));
        }
        if (done instanceof Forgetting) {
            reuseIsWaiting = true;
            afterReaders(() -> {
                dictionaries.all().forEach(Dictionary::reuse);
                rememberedBytes = Forgetting.usedBytes(dictionaries);
                reuseIsWaiting = false;
            });
        }
    }

    /** Makes the number of a session without rows free when no reader sees its former rows. */
    public void free(SessionSlots session) {
        for (Shard shard : shards) {
            shard.counts().clear(session.number(), -1);
        }
        afterReaders(() -> sessions.free(session.number()));
    }

    /** Returns true if a session has rows, those of hidden ones included. */
    public boolean hasRows(SessionSlots session) {
        for (Shard shard : shards) {
            if (shard.counts().hasRows(session.number())) {
                return true;
            }
        }
        return false;
    }

    private void afterReaders(Runnable action) {
        waiting.addLast(new Waiting(readers.advance(), action));
        runWaiting();
    }

    private void runWaiting() {
        if (waiting.isEmpty()) {
            return;
        }
        long oldest = readers.oldest();
        for (Waiting next = waiting.peekFirst(); next != null && next.ticket() < oldest; next = waiting.peekFirst()) {
            waiting.removeFirst();
            next.action().run();
        }
    }
}
