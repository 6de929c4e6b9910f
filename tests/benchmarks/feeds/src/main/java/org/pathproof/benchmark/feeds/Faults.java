// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.pathproof.benchmark.feeds.Workload.Route;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.benchmark.feeds.table.KernelRoutes;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.benchmark.feeds.table.Times;
import org.pathproof.lab.routers.SigningUpstream;

/** Faults of Pathproof and of its keys, while an override is in force. */
final class Faults {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Chain chain;
    private final Routers routers;
    private final Timeline best;
    private final Result result;
    private int causes;

    Faults(Chain chain, Routers routers, Result result) {
        this.chain = chain;
        this.routers = routers;
        this.best = routers.border().best();
        this.result = result;
    }

    /**
     * Ends Redis and the RTR cache. Starts a second replica, switches all feeds off and on, and kills the replica.
     * Finally kills the first replica.
     *
     * @param others further prefixes that get an override before the faults
     * @param preferred sends the tampered path
     * @param kills number of times that a second replica is started and killed
     * @param expiry true to wait for the end of the Expire Interval
     */
    void run(Route route, List<Route> others, SigningUpstream preferred, int kills, boolean expiry)
            throws IOException, InterruptedException {
        for (Route other : others) {
            routers.watch(other.prefix());
            long sent = System.nanoTime();
            preferred.send(other.tampered());
            best.await(other.prefix(), sent, Best::isLongByOverride, LIMIT);
        }
        routers.watch(route.prefix());
        long begin = System.nanoTime();
        preferred.send(route.tampered());
        awaitOverride(route, begin);
        endRedis(route);
        if (expiry) {
            expireKeys(route);
        }
        for (int i = 0; i < kills; i++) {
            killReplica(route, others);
        }
        long killed = System.nanoTime();
        chain.kill();
        awaitOwnChoice(route, killed, result.failOpen);
        result.addFlaps(routers.flaps(route.prefix(), begin, causes));
    }

    private void endRedis(Route route) throws InterruptedException {
        long ended = System.nanoTime();
        chain.stopRedis();
        awaitOwnChoice(route, ended, result.redisEnded);
        long started = System.nanoTime();
        chain.startRedis();
        awaitOverride(route, started);
    }

    private void expireKeys(Route route) throws IOException, InterruptedException {
        chain.cache().stop();
        long expiry = chain.expiry();
        long now = System.nanoTime();
        Duration limit = LIMIT.plusNanos(Math.max(0, expiry - now));
        result.expired.add(expiry, best.await(route.prefix(), now, Best::isShort, limit));
        causes++;
        long started = System.nanoTime();
        chain.cache().start();
        awaitOverride(route, started);
    }

    /**
     * Starts the second replica, waits until the router has selected its path, uses the switch, and kills the replica.
     */
    private void killReplica(Route route, List<Route> others) throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (Replica replica = chain.startReplica()) {
            replica.awaitOverride();
            best.await(route.prefix(), started, path -> path.isFrom(Lan.REPLICA), LIMIT);
            switchOff(route, others);
            long killed = System.nanoTime();
            replica.kill();
            long other = best.await(route.prefix(), killed, path -> path.isFrom(Lan.PATHPROOF), LIMIT);
            result.replicaKilled.add(killed, other);
            result.addReplicaChanges(routers.flaps(route.prefix(), killed, 0));
        }
    }

    /** Switches all feeds off, waits until no router has an override, and switches the feeds on again. */
    private void switchOff(Route route, List<Route> others) throws IOException, InterruptedException {
        long off = System.nanoTime();
        chain.setSwitch(true);
        awaitOwnChoice(route, off, result.switchedOff);
        long bird = routers.inner().bird().await(route.prefix(), off, Best::isShort, LIMIT);
        long frr = routers.inner().frr().await(route.prefix(), off, Best::isShort, LIMIT);
        result.switchedOffInner.add(off, Math.max(bird, frr));
        for (Route other : others) {
            routers.watch(other.prefix());
            best.await(other.prefix(), off, Best::isShort, LIMIT);
        }
        long on = System.nanoTime();
        chain.setSwitch(false);
        for (Route other : others) {
            routers.watch(other.prefix());
            best.await(other.prefix(), on, Best::isLongByOverride, LIMIT);
        }
        routers.watch(route.prefix());
        awaitOverride(route, on);
        best.await(route.prefix(), on, path -> path.isFrom(Lan.REPLICA), LIMIT);
        routers.inner().bird().await(route.prefix(), on, Best::isLongByOverride, LIMIT);
        routers.inner().frr().await(route.prefix(), on, Best::isLongByOverride, LIMIT);
        KernelRoutes kernel = routers.kernel();
        if (kernel != null) {
            kernel.border().await(route.prefix(), on, Best::isViaLong, LIMIT);
            kernel.inner().await(route.prefix(), on, Best::isViaLong, LIMIT);
        }
    }

    private void awaitOverride(Route route, long from) throws InterruptedException {
        best.await(route.prefix(), from, Best::isLongByOverride, LIMIT);
        causes++;
    }

    private void awaitOwnChoice(Route route, long from, Times times) throws InterruptedException {
        times.add(from, best.await(route.prefix(), from, Best::isShort, LIMIT));
        causes++;
    }
}
