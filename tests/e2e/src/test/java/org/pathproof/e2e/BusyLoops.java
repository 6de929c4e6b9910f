// SPDX-License-Identifier: Apache-2.0
package org.pathproof.e2e;

import java.util.concurrent.atomic.AtomicBoolean;

/** Threads that do nothing and take a processor each, so that everything else gets less of the machine. */
final class BusyLoops implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();

    BusyLoops(int number) {
        for (int i = 0; i < number; i++) {
            Thread.ofPlatform().name("busy-" + i).daemon().start(() -> {
                while (!over.get()) {
                    Thread.onSpinWait();
                }
            });
        }
    }

    @Override
    public void close() {
        over.set(true);
    }
}
