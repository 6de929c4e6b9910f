// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** All simulated routers, on a few threads. */
final class Routers implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int BUFFER = 1 << 18;
    private static final int SELECT_MILLIS = 100;

    /**
     * A session and a serial that a router has.
     *
     * @param session RTR session id; -1 for none
     */
    record Position(int session, long serial) {
        static final Position NONE = new Position(-1, 0);
    }

    private final InetSocketAddress cache;
    private final List<Selector> selectors = new ArrayList<>();
    private final LongAdder bytes = new LongAdder();
    private int routers;
    private long awaited = -1;
    private int arrived;
    private long prefixes;
    private long lastNanos;
    private Position last = Position.NONE;
    private @Nullable Throwable failure;
    private volatile boolean closed;

    Routers(int port) throws IOException {
        cache = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        for (int i = 0; i < THREADS; i++) {
            Selector selector = Selector.open();
            selectors.add(selector);
            Thread.ofPlatform().daemon().name("routers-" + i).start(() -> run(selector));
        }
    }

    /** Connects routers. Each router requests the whole set, or for the changes since the given position. */
    void connect(int count, Position known) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(cache);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            SimulatedRouter router = new SimulatedRouter(channel, this);
            router.begin(known);
            Selector selector = selectors.get(i % THREADS);
            channel.register(selector, SelectionKey.OP_READ, router);
            selector.wakeup();
        }
    }

    /** Begins to count routers that reach a serial. */
    synchronized void expect(int count, long serial) {
        routers = count;
        awaited = serial;
        arrived = 0;
        prefixes = 0;
    }

    /**
     * All routers have a response.
     *
     * @param atNanos {@link System#nanoTime} of the last one
     * @param prefixes data PDUs of all responses
     */
    record Reached(long atNanos, long prefixes, Position position) {}

    /** Waits until the expected routers have the expected serial. */
    synchronized Reached await(int minutes) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        while (arrived < routers) {
            Throwable thrown = failure;
            if (thrown != null) {
                throw new IOException("a simulated router failed: " + thrown.getMessage(), thrown);
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new IllegalStateException("only " + arrived + " of " + routers + " routers have the serial "
                        + awaited + " after " + minutes + " minutes");
            }
            wait(left);
        }
        return new Reached(lastNanos, prefixes, last);
    }

    synchronized void onEndOfData(Position position, long received) {
        prefixes += received;
        if (position.serial() == awaited) {
            arrived++;
            if (arrived == routers) {
                lastNanos = System.nanoTime();
                last = position;
                notifyAll();
            }
        }
    }

    void addBytes(int count) {
        bytes.add(count);
    }

    /** Returns the bytes that all routers have read. */
    long bytes() {
        return bytes.sum();
    }

    private void run(Selector selector) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try {
            while (!closed) {
                selector.select(
                        key -> {
                            try {
                                ((SimulatedRouter) key.attachment()).read(buffer);
                            } catch (IOException | RuntimeException e) {
                                key.cancel();
                                fail(e);
                            }
                        },
                        SELECT_MILLIS);
            }
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    private synchronized void fail(Throwable thrown) {
        if (!closed) {
            failure = thrown;
            notifyAll();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        for (Selector selector : selectors) {
            for (SelectionKey key : List.copyOf(selector.keys())) {
                key.channel().close();
            }
            selector.close();
        }
    }
}
