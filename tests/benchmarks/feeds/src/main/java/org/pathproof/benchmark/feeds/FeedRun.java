// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.feeds.Workload.Route;
import org.pathproof.benchmark.feeds.table.Best;
import org.pathproof.benchmark.feeds.table.KernelRoutes;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Lan.Upstream;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.Ports;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.routers.SigningUpstream;

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
    private final Routers routers;
    private final SigningUpstream preferred;

    /**
     * Numbers of repetitions: paths that are mended, paths that are withdrawn, keys that are withdrawn, and replicas
     * that are killed.
     *
     * @param expiry true to wait for the end of the keys' Expire Interval
     */
    record Amounts(int mended, int withdrawn, int keys, int kills, boolean expiry) {

        int prefixes() {
            return mended + withdrawn + keys + 2; // for the next hops, and for the faults of Pathproof itself
        }
    }

    /**
     * Starts all programs, and waits until all routers prefer the shorter paths and Pathproof has validated all paths.
     *
     * @param parts receives each started program
     * @param processes has the folder of the run
     */
    FeedRun(OpenParts parts, ProcessGroup processes, Path launcher, Daemon daemon, Amounts amounts)
            throws IOException, InterruptedException {
        this.amounts = amounts;
        Workload workload = new Workload(amounts.prefixes());
        unused = workload.routes().iterator();
        result = new Result(daemon.label());
        int port = Ports.free();
        Path folder = processes.folder(daemon.label());
        kernel = Lan.isOwnNamespace() && daemon.writesToKernel() ? parts.add(new KernelRoutes()) : null;
        chain = parts.add(new Chain(processes, folder, launcher, FeedPlan.oneBorder(port), workload.keys()));
        border = parts.add(daemon.starter().start(folder, port, chain.bmpPort()));
        inner = parts.add(new InnerRouters(folder, port));
        routers = new Routers(border, inner, kernel);
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
            routers.watch(route.prefix());
            border.best().await(route.prefix(), 0, Best::isShort, LIMIT);
            inner.bird().await(route.prefix(), 0, Best::isShort, LIMIT);
            inner.frr().await(route.prefix(), 0, Best::isShort, LIMIT);
        }
    }

    /**
     * Announces a route and waits until the border router selects it. FRR 8.4 monitors no path after policy whose next
     * hop it did not know when the path arrived.
     */
    private void resolveNextHops(SigningUpstream longer, Route route) throws IOException, InterruptedException {
        border.watch(route.prefix());
        longer.send(route.longer());
        border.best().await(route.prefix(), 0, Best::isLong, LIMIT);
        preferred.send(route.preferred());
        border.best().await(route.prefix(), 0, Best::isShort, LIMIT);
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
        List<Route> mended = new ArrayList<>();
        for (int i = 0; i < amounts.mended(); i++) {
            Route route = unused.next();
            mend(route);
            mended.add(route);
        }
        for (int i = 0; i < amounts.withdrawn(); i++) {
            withdraw(unused.next());
        }
        for (int i = 0; i < amounts.keys(); i++) {
            withdrawKey(unused.next());
        }
        new Faults(chain, routers, result).run(unused.next(), mended, preferred, amounts.kills(), amounts.expiry());
        return result;
    }

    /** Tampers with the preferred path. Waits for the override in all routers. Returns the time of the UPDATE. */
    private long tamper(Route route) throws IOException, InterruptedException {
        routers.watch(route.prefix());
        long sent = System.nanoTime();
        preferred.send(route.tampered());
        result.border.add(sent, border.best().await(route.prefix(), sent, Best::isLongByOverride, LIMIT));
        long bird = inner.bird().await(route.prefix(), sent, Best::isLongByOverride, LIMIT);
        long frr = inner.frr().await(route.prefix(), sent, Best::isLongByOverride, LIMIT);
        result.bird.add(sent, bird);
        result.frr.add(sent, frr);
        result.inner.add(sent, Math.max(bird, frr));
        if (kernel != null) {
            result.borderKernel.add(sent, kernel.border().await(route.prefix(), sent, Best::isViaLong, LIMIT));
            result.birdKernel.add(sent, kernel.inner().await(route.prefix(), sent, Best::isViaLong, LIMIT));
        }
        return sent;
    }

    private void mend(Route route) throws IOException, InterruptedException {
        long begin = tamper(route);
        long sent = System.nanoTime();
        preferred.send(route.preferred());
        result.back.add(sent, border.best().await(route.prefix(), sent, Best::isShort, LIMIT));
        long bird = inner.bird().await(route.prefix(), sent, Best::isShort, LIMIT);
        result.innerBack.add(sent, Math.max(bird, inner.frr().await(route.prefix(), sent, Best::isShort, LIMIT)));
        if (kernel != null) {
            kernel.border().await(route.prefix(), sent, Best::isShort, LIMIT);
        }
        countFlaps(route, begin, 2);
    }

    private void withdraw(Route route) throws IOException, InterruptedException {
        long begin = tamper(route);
        long sent = System.nanoTime();
        preferred.send(LabUpdates.withdrawal(route.preferred()));
        result.withdrawn.add(sent, border.best().await(route.prefix(), sent, Best::isLong, LIMIT));
        countFlaps(route, begin, 1);
    }

    private void withdrawKey(Route route) throws InterruptedException {
        routers.watch(route.prefix());
        long withdrawn = System.nanoTime();
        chain.cache().withdraw(route.preferredKey());
        result.keyWithdrawn.add(
                withdrawn, border.best().await(route.prefix(), withdrawn, Best::isLongByOverride, LIMIT));
        long returned = System.nanoTime();
        chain.cache().announce(route.preferredKey());
        result.keyReturned.add(returned, border.best().await(route.prefix(), returned, Best::isShort, LIMIT));
        countFlaps(route, withdrawn, 2);
    }

    private void countFlaps(Route route, long from, int expected) {
        result.addFlaps(routers.flaps(route.prefix(), from, expected));
    }
}
