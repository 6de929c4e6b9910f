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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process of the simulated routers. Every address of 127.0.0.0/8 is a router, on the port of the first line of
 * output. Lines of input:
 *
 * <ul>
 *   <li>{@code N A W} awaits that {@code N} routers read, and that each of them has read End-of-RIB and the given
 *       numbers of announced and withdrawn prefixes. The response has the time of the last one, in microseconds since
 *       1970, and the totals of these routers: prefixes announced, prefixes withdrawn, bytes.
 *   <li>{@code stop ADDRESS} makes a router stop reading. There is no response.
 * </ul>
 *
 * <p>The end of the input ends the process.
 */
final class SimulatedRouters {
    private static final int BACKLOG = 4096;

    /** Start of the line of input for a router that stops reading. */
    static final String STOP = "stop ";

    /** Start of the line of output after an error. */
    static final String FAILED = "failed: ";

    private final Selector selector;
    private final List<SimulatedRouter> routers = new ArrayList<>();
    private volatile @Nullable Goal goal;
    /** Address of the router that stops reading; null for none. */
    private volatile @Nullable String stopping;

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
            if (line.startsWith(STOP)) {
                stopping = line.substring(STOP.length());
            } else {
                goal = Goal.parse(line);
            }
            selector.wakeup();
        }
    }

    private void run() {
        try {
            while (true) {
                selector.select(key -> serve(key), 1000);
                stopReading();
                report();
                keepAlive();
            }
        } catch (IOException | RuntimeException e) {
            System.out.println(FAILED + e);
            System.exit(1);
        }
    }

    private void stopReading() throws IOException {
        String address = stopping;
        if (address == null) {
            return;
        }
        stopping = null;
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof SimulatedRouter router
                    && router.address().equals(address)) {
                router.stopReading(key);
            }
        }
    }

    private void keepAlive() throws IOException {
        Instant now = Instant.now();
        for (SimulatedRouter router : List.copyOf(routers)) {
            try {
                router.keepAliveIfDue(now);
            } catch (IOException e) {
                if (router.reading) {
                    throw e;
                }
                routers.remove(router); // the speaker has dropped it
            }
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
        if (current == null) {
            return;
        }
        List<SimulatedRouter> readers =
                routers.stream().filter(router -> router.reading).toList();
        if (readers.size() == current.routers() && readers.stream().allMatch(current::isReached)) {
            goal = null;
            System.out.println(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())
                    + " "
                    + readers.stream().mapToLong(router -> router.announced).sum()
                    + " "
                    + readers.stream().mapToLong(router -> router.withdrawn).sum()
                    + " " + readers.stream().mapToLong(router -> router.bytes).sum());
        }
    }
}
