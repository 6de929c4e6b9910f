// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.tcp.TcpProtection;

/**
 * Measures the CPU time of a transport alone. This process sends the bytes of a table over plain TCP through one relay,
 * and then through two relays with the transport between them, and discards them. The difference is the cost of one hop
 * of the transport: its sending and its receiving end, kernel included. The sender, the receiver and the plain
 * connections are in both passes and cancel out.
 */
final class TransportCost {
    private static final int BUFFER_BYTES = 64 << 10;

    private TransportCost() {}

    /**
     * The length of a measurement. The JVM reads the CPU time of a process in steps of 10 ms, so that 500,000 updates
     * give steps of 0.02 µs.
     *
     * @param updates smallest number of updates in a pass; a small table is sent several times
     * @param warmUp rounds that do not count
     * @param rounds rounds that count, an odd number
     */
    record Effort(int updates, int warmUp, int rounds) {
        static final Effort QUICK = new Effort(500_000, 1, 3);
        static final Effort FULL = new Effort(2_000_000, 1, 5);
    }

    /** Returns CPU microseconds of this process per update, the median of the rounds. */
    static double of(Kind kind, Workload.Recorded table, Credentials credentials, Effort effort)
            throws IOException, InterruptedException {
        int repeats = Math.ceilDiv(effort.updates(), table.updates());
        try (ServerSocket sink = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                Line empty = line(Kind.TCP, 1, credentials, sink);
                Line line = line(kind, 2, credentials, sink)) {
            double[] rounds = new double[effort.warmUp() + effort.rounds()];
            for (int i = 0; i < rounds.length; i++) {
                long without = pass(table.bytes(), repeats, sink, empty.port());
                long with = pass(table.bytes(), repeats, sink, line.port());
                rounds[i] = (with - without) / 1e3 / table.updates() / repeats;
            }
            return median(Arrays.copyOfRange(rounds, effort.warmUp(), rounds.length));
        }
    }

    /** Returns the middle of an odd number of values. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static Line line(Kind kind, int length, Credentials credentials, ServerSocket sink)
            throws InterruptedException {
        Endpoint target = new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", sink.getLocalPort());
        return new Line(kind, length, Duration.ZERO, credentials, target, TcpProtection.NONE);
    }

    /** Sends a file several times over one connection. Returns CPU nanoseconds of this process. */
    private static long pass(Path file, int repeats, ServerSocket sink, int port)
            throws IOException, InterruptedException {
        long before = cpuNanos();
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.READ);
                SocketChannel router =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            long size = bytes.size();
            Thread sender = Thread.ofPlatform().name("sender").start(() -> send(bytes, size, repeats, router));
            try (Socket arrived = sink.accept()) {
                discard(arrived.getInputStream(), size * repeats);
            }
            sender.join();
        }
        return cpuNanos() - before;
    }

    private static void send(FileChannel bytes, long size, int repeats, SocketChannel router) {
        try {
            for (int i = 0; i < repeats; i++) {
                for (long at = 0; at < size; ) {
                    at += bytes.transferTo(at, size - at, router);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the relay ended the connection: " + e.getMessage(), e);
        }
    }

    private static void discard(InputStream in, long size) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (long at = 0; at < size; ) {
            int read = in.read(buffer);
            if (read < 0) {
                throw new IllegalStateException("the relay lost " + (size - at) + " bytes");
            }
            at += read;
        }
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
