// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Workspaces that are not in use. A thread looks first where it left one; taking and giving back neither wait nor allocate. */
final class WorkspacePool implements AutoCloseable {
    private static final int KEPT = 64;

    private final AtomicReferenceArray<@Nullable Workspace> free = new AtomicReferenceArray<>(KEPT);
    private final Supplier<Workspace> maker;

    WorkspacePool(Supplier<Workspace> maker) {
        this.maker = maker;
    }

    Workspace take() {
        int first = place();
        for (int i = 0; i < KEPT; i++) {
            int at = (first + i) % KEPT;
            if (free.get(at) != null) {
                Workspace workspace = free.getAndSet(at, null);
                if (workspace != null) {
                    return workspace;
                }
            }
        }
        return maker.get();
    }

    void give(Workspace workspace) {
        int first = place();
        for (int i = 0; i < KEPT; i++) {
            if (free.compareAndSet((first + i) % KEPT, null, workspace)) {
                return;
            }
        }
        workspace.close();
    }

    private static int place() {
        return (int) (Thread.currentThread().threadId() % KEPT);
    }

    @Override
    public void close() {
        for (int i = 0; i < KEPT; i++) {
            Workspace workspace = free.getAndSet(i, null);
            if (workspace != null) {
                workspace.close();
            }
        }
    }
}
