// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.networkrecords.NetworkRecords;

/** A policy API that starts from a snapshot while routes change. */
final class BusyStart {
    private static final int CHANGES_OF_STEP = 100;
    private static final int STEPS_OF_SECOND = 50;
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1) / STEPS_OF_SECOND;

    private final NetworkRecords records;
    private final Expectation expected;
    private final RecordWriter writer;

    // Used by the thread that writes, until it has ended
    private final SplittableRandom random = new SplittableRandom(11);
    private long written;

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopping;

    BusyStart(NetworkRecords records, Expectation expected, RecordWriter writer) {
        this.records = records;
        this.expected = expected;
        this.writer = writer;
    }

    /** Starts the policy API, and compares all of its routes when the changes have ended. */
    Outcome.BusyStart measure(Supplier<PolicyApi> start) throws IOException, InterruptedException {
        Thread changes = Thread.ofPlatform().name("changes").start(this::change);
        try (PolicyApi api = start.get()) {
            double ready = api.awaitReady().readySeconds();
            stopping = true;
            changes.join();
            if (failure.get() != null) {
                throw new IllegalStateException("changes could not be written", failure.get());
            }
            writer.flush();
            long end = System.nanoTime();
            new Shown(records, api).awaitMarks(writer.takeMarks().values());
            double behind = (System.nanoTime() - end) / 1e9;
            return new Outcome.BusyStart(ready, written / ready, behind, new RouteCheck(records, expected).check(api));
        } finally {
            stopping = true;
            changes.join();
        }
    }

    /** Changes random routes at a steady rate, a third of them to the path of another neighbor. */
    private void change() {
        try {
            long due = System.nanoTime();
            for (int step = 0; !stopping; step++, due += STEP_NANOS) {
                if (step % STEPS_OF_SECOND == 0) {
                    writer.nextVersion();
                }
                for (int i = 0; i < CHANGES_OF_STEP; i++, written++) {
                    int prefix = random.nextInt(records.prefixCount());
                    int session = random.nextInt(records.sessionCount());
                    if (random.nextInt(3) == 0) {
                        expected.setNeighbor(prefix, session, random.nextInt(records.neighbors()));
                    }
                    writer.route(prefix, session);
                }
                for (long left = due + STEP_NANOS - System.nanoTime();
                        left > 0;
                        left = due + STEP_NANOS - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
        } catch (IOException | RuntimeException e) {
            failure.set(e);
        }
    }
}
