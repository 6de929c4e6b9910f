// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that slow down the program under test. Each thread keeps one processor busy. */
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
