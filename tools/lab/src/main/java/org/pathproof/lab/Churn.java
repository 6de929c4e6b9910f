// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.pathproof.lab.Lab.Attachment;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Update;

/**
 * Withdraws a random route at each tick. Above a maximum of withdrawn routes, each tick also announces the earliest one
 * again.
 */
public final class Churn implements AutoCloseable {
    private final Lab lab;
    private final Random random;
    private final int maxWithdrawn;
    private final Deque<Withdrawn> withdrawn = new ArrayDeque<>();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("lab-churn").daemon().factory());

    private long updates;

    private record Withdrawn(Attachment at, Update update) {}

    /**
     * Creates churn for the ordinary routes of a lab. Routes of attacks stay announced.
     *
     * @param maxWithdrawn maximum number of routes that are withdrawn at a time
     */
    public Churn(Lab lab, long seed, int maxWithdrawn) {
        this.lab = lab;
        this.random = new Random(seed);
        this.maxWithdrawn = maxWithdrawn;
    }

    public void start(Duration tick) {
        var _ = ticker.scheduleAtFixedRate(this::tick, tick.toNanos(), tick.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Withdraws a route, and announces one again if more than the maximum are withdrawn. */
    public synchronized void tick() {
        if (ticker.isShutdown()) {
            return; // close() has announced all routes again while this tick waited
        }
        List<Attachment> attachments = lab.attachments();
        Attachment at = attachments.get(random.nextInt(attachments.size()));
        List<Nlri> table = at.router().table(at.peer());
        if (!table.isEmpty()) {
            Nlri nlri = table.get(random.nextInt(table.size()));
            at.router().withdraw(at.peer(), nlri).ifPresent(update -> {
                withdrawn.addLast(new Withdrawn(at, update));
                updates++;
            });
        }
        if (withdrawn.size() > maxWithdrawn) {
            announceAgain(withdrawn.removeFirst());
            updates++;
        }
    }

    /** Returns the number of withdrawals and announcements by ticks. */
    public synchronized long updates() {
        return updates;
    }

    /** Stops, and announces all withdrawn routes again. */
    @Override
    public synchronized void close() {
        ticker.shutdownNow();
        withdrawn.forEach(Churn::announceAgain);
        withdrawn.clear();
    }

    private static void announceAgain(Withdrawn route) {
        route.at().router().announce(route.at().peer(), route.update());
    }
}
