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

/** What the internet does all day: at each tick a route is withdrawn, and the one that was withdrawn longest ago comes back. */
public final class Churn implements AutoCloseable {
    private final Lab lab;
    private final Random random;
    private final int awayAtOnce;
    private final Deque<Away> away = new ArrayDeque<>();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("lab-churn").daemon().factory());

    private record Away(Attachment at, Update update) {}

    /**
     * Churn among a lab's ordinary routes; mischiefs stay.
     *
     * @param awayAtOnce how many routes are withdrawn at a time
     */
    public Churn(Lab lab, long seed, int awayAtOnce) {
        this.lab = lab;
        this.random = new Random(seed);
        this.awayAtOnce = awayAtOnce;
    }

    public void start(Duration tick) {
        var _ = ticker.scheduleAtFixedRate(this::tick, tick.toNanos(), tick.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** One withdrawal, and one return when enough routes are away. */
    public synchronized void tick() {
        if (ticker.isShutdown()) {
            return; // it waited for close, which has announced every route again
        }
        List<Attachment> attachments = lab.attachments();
        Attachment at = attachments.get(random.nextInt(attachments.size()));
        List<Nlri> table = at.router().table(at.peer());
        if (!table.isEmpty()) {
            Nlri nlri = table.get(random.nextInt(table.size()));
            at.router().withdraw(at.peer(), nlri).ifPresent(update -> away.addLast(new Away(at, update)));
        }
        if (away.size() > awayAtOnce) {
            comeBack(away.removeFirst());
        }
    }

    /** Stops, with every route announced again. */
    @Override
    public synchronized void close() {
        ticker.shutdownNow();
        away.forEach(Churn::comeBack);
        away.clear();
    }

    private static void comeBack(Away route) {
        route.at().router().announce(route.at().peer(), route.update());
    }
}
