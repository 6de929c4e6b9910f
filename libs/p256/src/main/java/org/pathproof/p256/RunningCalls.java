// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the running calls, so that memory which they may still read is not reused (read-copy-update). A call begins
 * before it looks up a table, and ends after its last use of the table. Its beginning and its end cost one write to a
 * counter each. A thread that evicts a table first removes all references to it, and then waits for the calls that run
 * at that time.
 */
final class RunningCalls {
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread waiting;

    /** The counter of one call at a time. */
    final class Call {
        private final AtomicLong count = new AtomicLong(); // odd within a call

        void begin() {
            count.incrementAndGet();
        }

        void end() {
            count.incrementAndGet();
            Thread waiter = waiting;
            if (waiter != null) {
                LockSupport.unpark(waiter);
            }
        }
    }

    Call register() {
        Call call = new Call();
        calls.add(call);
        return call;
    }

    void unregister(Call call) {
        calls.remove(call);
    }

    /** Waits until all calls that run now have ended. For one thread at a time, outside of any call. */
    void awaitEnd() {
        waiting = Thread.currentThread();
        for (Call call : calls) {
            long seen = call.count.get();
            while (seen % 2 == 1 && call.count.get() == seen) {
                LockSupport.park(this);
            }
        }
        waiting = null;
    }
}
