// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.watch;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.lab.site.Polling;
import org.pathproof.standalone.console.Console;

/** A program that fills and empties its small heap, and prints the state of its {@link HeapWatch}. */
final class HeapProcess {
    private static final int PIECE = 16 * 1024;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private HeapProcess() {}

    public static void main(String[] args) throws InterruptedException {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        List<byte[]> live = new ArrayList<>();
        try (HeapWatch watch = HeapWatch.start(new Console(out), 3, PAUSE)) {
            fill(live, 0.5);
            out.println("half full: " + collectUntilShort(watch, true, Duration.ofSeconds(1)));
            fill(live, 0.9);
            out.println("full: " + collectUntilShort(watch, true, LIMIT) + " " + watch.health());
            live.subList(live.size() / 3, live.size()).clear();
            out.println("empty again: " + collectUntilShort(watch, false, LIMIT));
        }
        out.println("kept: " + live.size());
    }

    private static void fill(List<byte[]> live, double share) {
        long bytes = (long) (share * Runtime.getRuntime().maxMemory());
        while ((long) live.size() * PIECE < bytes) {
            live.add(new byte[PIECE]);
        }
    }

    /** Collects garbage until the heap is short, or no longer short, within a limit. Returns true if it is short. */
    private static boolean collectUntilShort(HeapWatch watch, boolean wanted, Duration limit)
            throws InterruptedException {
        boolean _ = Polling.until(
                () -> {
                    System.gc();
                    return watch.problem().isPresent() == wanted;
                },
                PAUSE,
                limit);
        return watch.problem().isPresent();
    }
}
