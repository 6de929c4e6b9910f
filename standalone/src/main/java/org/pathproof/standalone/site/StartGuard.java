// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.pathproof.standalone.console.Console;

/**
 * Ends the process at once, with its child processes, when a signal interrupts the start. Partly started services
 * cannot stop in order. The broker therefore recovers its log at the next start, as after a crash.
 */
final class StartGuard {
    private static final int STATUS = 130;
    private static final int END_SECONDS = 5;

    private final Thread hook;

    private StartGuard(Console console, Runnable cleanup) {
        hook = Thread.ofPlatform().name("start-guard").unstarted(() -> {
            console.say("Stopped during the start.");
            try {
                endChildren();
                cleanup.run();
            } finally {
                Runtime.getRuntime().halt(STATUS);
            }
        });
    }

    /** Begins to guard the start. {@code cleanup} runs before the process ends. */
    static StartGuard watch(Console console, Runnable cleanup) {
        StartGuard guard = new StartGuard(console, cleanup);
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    /** Ends the guard after the start, successful or not. Does not return if the process is already ending. */
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
