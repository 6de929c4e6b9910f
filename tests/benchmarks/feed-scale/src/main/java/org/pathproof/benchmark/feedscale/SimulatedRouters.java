// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process of the simulated routers. Every address of 127.0.0.0/8 is a router, on the port of the first line of
 * output. A line of input {@code N A W} awaits that each of {@code N} routers has read End-of-RIB and the given numbers
 * of announced and withdrawn prefixes. The answer has the time of the last one, in microseconds since 1970, and the
 * totals of all routers: prefixes announced, prefixes withdrawn, bytes. The end of the input ends the process.
 */
final class SimulatedRouters {
    private static final Duration KEEPALIVE = Duration.ofSeconds(30);
    private static final int BACKLOG = 4096;

    private final Selector selector;
    private final List<SimulatedRouter> routers = new ArrayList<>();
    private volatile @Nullable Goal goal;

    /** Counts that each of a number of routers must have read. */
    private record Goal(int routers, long announced, long withdrawn) {
        static Goal parse(String line) {
            String[] words = line.split(" ", 3);
            return new Goal(Integer.parseInt(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        boolean isReached(SimulatedRouter router) {
            return router.ended && router.announced >= announced && router.withdrawn >= withdrawn;
        }
    }

    private SimulatedRouters(Selector selector) {
        this.selector = selector;
    }

    public static void main(String[] args) throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress("0.0.0.0", 0), BACKLOG);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        System.out.println(server.socket().getLocalPort());
        SimulatedRouters routers = new SimulatedRouters(selector);
        Thread.ofPlatform().daemon().name("routers").start(routers::run);
        routers.readGoals();
    }

    private void readGoals() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            goal = Goal.parse(line);
            selector.wakeup();
        }
    }

    private void run() {
        Instant nextKeepAlive = Instant.now().plus(KEEPALIVE);
        try {
            while (true) {
                selector.select(key -> serve(key), 1000);
                report();
                if (Instant.now().isAfter(nextKeepAlive)) {
                    nextKeepAlive = Instant.now().plus(KEEPALIVE);
                    for (SimulatedRouter router : routers) {
                        router.keepAlive();
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            System.out.println("failed " + e);
            System.exit(1);
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.channel() instanceof ServerSocketChannel server) {
                SocketChannel channel = server.accept();
                channel.configureBlocking(false);
                SimulatedRouter router = new SimulatedRouter(channel);
                routers.add(router);
                channel.register(selector, SelectionKey.OP_READ, router);
            } else if (!((SimulatedRouter) key.attachment()).read()) {
                throw new IOException("a session ended");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void report() {
        Goal current = goal;
        if (current != null
                && routers.size() == current.routers()
                && routers.stream().allMatch(current::isReached)) {
            goal = null;
            System.out.println(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())
                    + " "
                    + routers.stream().mapToLong(router -> router.announced).sum()
                    + " "
                    + routers.stream().mapToLong(router -> router.withdrawn).sum()
                    + " " + routers.stream().mapToLong(router -> router.bytes).sum());
        }
    }
}
