// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.pathproof.harness.SmallDisk;

/**
 * Fills the disk until 48 MiB are free. The intake must close and health must give the reason. Both must recover when
 * space is free again.
 */
final class DiskFull implements Attack {
    private static final Duration DETECTION_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration RECOVERY_TIMEOUT = Duration.ofSeconds(90);
    private static final long FREE_BYTES = 48L << 20;

    @Override
    public String name() {
        return "disk-full";
    }

    @Override
    public boolean requiresHealthOk() {
        return false;
    }

    @Override
    public void run(Target target, Consumer<String> faults) throws IOException, InterruptedException {
        if (target.disk().isEmpty()) {
            faults.accept("SKIPPED: no small file system could be mounted");
            return;
        }
        SmallDisk disk = target.disk().get();
        try {
            disk.fill(FREE_BYTES);
            target.site()
                    .await(
                            "failing health that names the disk",
                            DETECTION_TIMEOUT,
                            () -> target.watch().latest().reasons().stream()
                                    .anyMatch(reason ->
                                            reason.toLowerCase(Locale.ROOT).contains("disk")));
            // Updates continue: all later writes must fit into the remaining space.
            long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
            target.site().await("the end of 15 s without free space", DETECTION_TIMEOUT, () -> System.nanoTime() > end);
        } finally {
            disk.release();
        }
        target.site()
                .await(
                        "health ok after space was freed",
                        RECOVERY_TIMEOUT,
                        () -> target.watch().latest().status().equals("ok"));
    }
}
