// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.feeds.Lan.Upstream;
import org.pathproof.benchmark.feeds.Workload.Route;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.lab.LabUpdates;
import org.pathproof.lab.SigningUpstream;

/**
 * A run with one border router. Each repetition uses a prefix of its own, because Pathproof damps the changes of a
 * prefix.
 */
final class FeedRun {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Amounts amounts;
    private final Iterator<Route> unused;
    private final Result result;
    private final @Nullable KernelRoutes kernel;
    private final Chain chain;
    private final Border border;
    private final InnerRouters inner;
    private final SigningUpstream preferred;

    /** Numbers of repetitions: paths that are mended, paths that are withdrawn, and keys that are withdrawn. */
    record Amounts(int mended, int withdrawn, int keys) {
        static final Amounts QUICK = new Amounts(3, 2, 1);

        int prefixes() {
            return mended + withdrawn + keys + 2; // for the next hops, and for the faults of Pathproof itself
        }
    }

    /**
     * Starts all programs, and waits until all routers prefer the shorter paths and Pathproof has proved all paths.
     *
     * @param parts receives each started program
     */
    FeedRun(OpenParts parts, Path folder, Path launcher, Daemon daemon, Amounts amounts)
            throws IOException, InterruptedException {
        this.amounts = amounts;
        Workload workload = new Workload(amounts.prefixes());
        unused = workload.routes().iterator();
        result = new Result(daemon.label());
        int port = Ports.free();
        Files.createDirectories(folder);
        kernel = Lan.isOwnNamespace() && daemon == Daemon.FRR ? parts.add(new KernelRoutes()) : null;
        chain = parts.add(new Chain(folder, launcher, port, workload.keys()));
        border = parts.add(daemon.start(folder, port, chain.bmpPort()));
        inner = parts.add(new InnerRouters(folder, port));
        chain.awaitFeed();
        preferred = parts.add(upstream(Upstream.SHORT, port));
        SigningUpstream longer = parts.add(upstream(Upstream.LONG, port));
        resolveNextHops(longer, unused.next());
        for (Route route : workload.routes()) {
            preferred.send(route.preferred());
            longer.send(route.longer());
        }
        chain.awaitValid(2 * workload.routes().size());
        for (Route route : workload.routes()) {
            watch(route);
            border.best().await(route.prefix(), 0, FeedRun::isShort, LIMIT);
            inner.bird().await(route.prefix(), 0, FeedRun::isShort, LIMIT);
            inner.frr().await(route.prefix(), 0, FeedRun::isShort, LIMIT);
        }
    }

    /**
     * Announces a route and waits until the border router selects it. FRR 8.4 monitors no path after policy whose next
     * hop it did not know when the path arrived.
     */
    private void resolveNextHops(SigningUpstream longer, Route route) throws IOException, InterruptedException {
        border.watch(route.prefix());
        longer.send(route.longer());
        border.best().await(route.prefix(), 0, FeedRun::isLong, LIMIT);
        preferred.send(route.preferred());
        border.best().await(route.prefix(), 0, FeedRun::isShort, LIMIT);
    }

    private static SigningUpstream upstream(Upstream upstream, int port) throws IOException {
        InetSocketAddress router = new InetSocketAddress(InetAddress.ofLiteral(Lan.BORDER), port);
        SigningUpstream[] established = new SigningUpstream[1];
        Conditions.await("a session of " + upstream.address, () -> {
            try {
                established[0] = new SigningUpstream(upstream.address, upstream.asn, router);
                return true;
            } catch (IOException e) {
                return false; // the router has not read its configuration yet
            }
        });
        return established[0];
    }

    Result run() throws IOException, InterruptedException {
        for (int i = 0; i < amounts.mended(); i++) {
            mend(unused.next());
        }
        for (int i = 0; i < amounts.withdrawn(); i++) {
            withdraw(unused.next());
        }
        for (int i = 0; i < amounts.keys(); i++) {
            withdrawKey(unused.next());
        }
        fail(unused.next());
        return result;
    }

    private static boolean isShort(Best best) {
        return best.nextHop().equals(Upstream.SHORT.nextHop);
    }

    private static boolean isViaLong(Best best) {
        return best.nextHop().equals(Upstream.LONG.nextHop);
    }

    private static boolean isOverride(Best best) {
        return best.override() && isViaLong(best);
    }

    private static boolean isLong(Best best) {
        return !best.override() && isViaLong(best);
    }

    private void watch(Route route) {
        border.watch(route.prefix());
        inner.watch(route.prefix());
    }

    /** Tampers with the preferred path. Waits for the override in all routers. Returns the time of the UPDATE. */
    private long tamper(Route route) throws IOException, InterruptedException {
        watch(route);
        long sent = System.nanoTime();
        preferred.send(route.tampered());
        result.border.add(sent, border.best().await(route.prefix(), sent, FeedRun::isOverride, LIMIT));
        long bird = inner.bird().await(route.prefix(), sent, FeedRun::isOverride, LIMIT);
        long frr = inner.frr().await(route.prefix(), sent, FeedRun::isOverride, LIMIT);
        result.bird.add(sent, bird);
        result.frr.add(sent, frr);
        result.inner.add(sent, Math.max(bird, frr));
        if (kernel != null) {
            result.borderKernel.add(sent, kernel.border().await(route.prefix(), sent, FeedRun::isViaLong, LIMIT));
            result.birdKernel.add(sent, kernel.inner().await(route.prefix(), sent, FeedRun::isViaLong, LIMIT));
        }
        return sent;
    }

    private void mend(Route route) throws IOException, InterruptedException {
        long begin = tamper(route);
        long sent = System.nanoTime();
        preferred.send(route.preferred());
        result.back.add(sent, border.best().await(route.prefix(), sent, FeedRun::isShort, LIMIT));
        long bird = inner.bird().await(route.prefix(), sent, FeedRun::isShort, LIMIT);
        result.innerBack.add(sent, Math.max(bird, inner.frr().await(route.prefix(), sent, FeedRun::isShort, LIMIT)));
        if (kernel != null) {
            kernel.border().await(route.prefix(), sent, FeedRun::isShort, LIMIT);
        }
        countFlaps(route, begin, 2);
    }

    private void withdraw(Route route) throws IOException, InterruptedException {
        long begin = tamper(route);
        long sent = System.nanoTime();
        preferred.send(LabUpdates.withdrawal(route.preferred()));
        result.withdrawn.add(sent, border.best().await(route.prefix(), sent, FeedRun::isLong, LIMIT));
        countFlaps(route, begin, 1);
    }

    private void withdrawKey(Route route) throws InterruptedException {
        watch(route);
        long withdrawn = System.nanoTime();
        chain.withdraw(route.preferredKey());
        result.keyWithdrawn.add(withdrawn, border.best().await(route.prefix(), withdrawn, FeedRun::isOverride, LIMIT));
        long returned = System.nanoTime();
        chain.announce(route.preferredKey());
        result.keyReturned.add(returned, border.best().await(route.prefix(), returned, FeedRun::isShort, LIMIT));
        countFlaps(route, withdrawn, 2);
    }

    /** Ends Redis, and later Pathproof, while an override is in force. */
    private void fail(Route route) throws IOException, InterruptedException {
        watch(route);
        long begin = System.nanoTime();
        preferred.send(route.tampered());
        border.best().await(route.prefix(), begin, FeedRun::isOverride, LIMIT);
        long ended = System.nanoTime();
        chain.stopRedis();
        result.stale.add(ended, border.best().await(route.prefix(), ended, FeedRun::isShort, LIMIT));
        long started = System.nanoTime();
        chain.startRedis();
        border.best().await(route.prefix(), started, FeedRun::isOverride, LIMIT);
        long killed = System.nanoTime();
        chain.kill();
        result.failOpen.add(killed, border.best().await(route.prefix(), killed, FeedRun::isShort, LIMIT));
        countFlaps(route, begin, 4);
    }

    private void countFlaps(Route route, long from, int expected) {
        result.addFlaps(Math.max(0, border.best().nextHopChanges(route.prefix(), from) - expected));
        Optional.ofNullable(kernel)
                .ifPresent(routes ->
                        result.addFlaps(Math.max(0, routes.border().nextHopChanges(route.prefix(), from) - expected)));
    }
}
