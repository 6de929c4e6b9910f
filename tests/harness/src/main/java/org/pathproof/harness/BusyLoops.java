// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that keep one processor each busy, and so slow down the program under test. */
public final class BusyLoops implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();

    public BusyLoops(int number) {
        for (int i = 0; i < number; i++) {
            Thread.ofPlatform().name("busy-" + i).daemon().start(() -> {
                while (!closed.get()) {
                    Thread.onSpinWait();
                }
            });
        }
    }

    @Override
    public void close() {
        closed.set(true);
    }
}
