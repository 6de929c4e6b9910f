// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Which calls run now, so that memory which they may still read is not used for something else: read-copy-update. A call begins
 * before it looks a table up, and ends after it has used it; both cost it one write to a counter of its own. Whoever takes a table
 * away makes it unfindable first, and then waits for the calls of that moment.
 */
final class RunningCalls {
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private volatile @Nullable Thread waiting;

    /** A thread's place in the list: for one call at a time. */
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

    /** Waits until every call that runs now has ended. For one thread at a time, and never within a call. */
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
