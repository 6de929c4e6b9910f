// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack.attacks;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.pathproof.harness.SmallDisk;

/**
 * The disk fills up to the last megabytes. Intake stops and health gives the reason; both recover when there is
 * space.
 */
final class DiskFull implements Attack {
    private static final Duration NOTICED = Duration.ofSeconds(30);
    private static final Duration BACK = Duration.ofSeconds(90);
    private static final long LEFT_BYTES = 48L << 20;

    @Override
    public String name() {
        return "disk-full";
    }

    @Override
    public boolean mustNotMoveHealth() {
        return false;
    }

    @Override
    public void run(Target target, Consumer<String> complaints) throws IOException, InterruptedException {
        if (target.disk().isEmpty()) {
            complaints.accept("SKIPPED: no small file system could be mounted");
            return;
        }
        SmallDisk disk = target.disk().get();
        try {
            disk.fill(LEFT_BYTES);
            target.site()
                    .await(
                            "failing health that names the disk",
                            NOTICED,
                            () -> target.watch().latest().reasons().stream()
                                    .anyMatch(reason ->
                                            reason.toLowerCase(Locale.ROOT).contains("disk")));
            // Updates continue: all later writes must fit into the remaining space.
            long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
            target.site().await("end of the time without space", NOTICED, () -> System.nanoTime() > end);
        } finally {
            disk.release();
        }
        target.site()
                .await(
                        "health after there is space again",
                        BACK,
                        () -> target.watch().latest().status().equals("ok"));
    }
}
