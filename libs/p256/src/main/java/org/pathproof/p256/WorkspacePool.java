// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool of unused workspaces. A thread always tries the same slot first. Taking and returning a workspace does not
 * block. Taking allocates memory only if the pool is empty, and returning frees memory only if the pool is full.
 */
final class WorkspacePool implements AutoCloseable {
    private static final int MAX_POOLED = 64;

    private final AtomicReferenceArray<@Nullable Workspace> free = new AtomicReferenceArray<>(MAX_POOLED);
    private final Supplier<Workspace> maker;

    WorkspacePool(Supplier<Workspace> maker) {
        this.maker = maker;
    }

    Workspace take() {
        int first = place();
        for (int i = 0; i < MAX_POOLED; i++) {
            int at = (first + i) % MAX_POOLED;
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
        for (int i = 0; i < MAX_POOLED; i++) {
            if (free.compareAndSet((first + i) % MAX_POOLED, null, workspace)) {
                return;
            }
        }
        workspace.close();
    }

    private static int place() {
        return (int) (Thread.currentThread().threadId() % MAX_POOLED);
    }

    @Override
    public void close() {
        for (int i = 0; i < MAX_POOLED; i++) {
            Workspace workspace = free.getAndSet(i, null);
            if (workspace != null) {
                workspace.close();
            }
        }
    }
}
