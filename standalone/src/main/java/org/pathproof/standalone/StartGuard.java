// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a start at once when it is interrupted by a signal. Services that are half made cannot be stopped in order; the broker recovers its
 * log as after a crash, and no child process is left behind.
 */
final class StartGuard {
    private static final int STATUS = 130;
    private static final int END_SECONDS = 5;

    private final Thread hook;

    private StartGuard(Console console, Runnable cleanup) {
        hook = Thread.ofPlatform().name("start-guard").unstarted(() -> {
            console.say("Stopped while it started.");
            try {
                endChildren();
                cleanup.run();
            } finally {
                Runtime.getRuntime().halt(STATUS);
            }
        });
    }

    /** Guards from now on; {@code cleanup} is run before the process ends. */
    static StartGuard watch(Console console, Runnable cleanup) {
        StartGuard guard = new StartGuard(console, cleanup);
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    /** The start is over. Does not return when the process is ending already. */
    void release() throws InterruptedException {
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            new CountDownLatch(1).await();
        }
    }

    private static void endChildren() {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        children.forEach(ProcessHandle::destroy);
        CompletableFuture<?>[] ends =
                children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        var _ = CompletableFuture.allOf(ends)
                .completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS)
                .join();
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
