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
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.transport.Endpoint;
import org.pathproof.transport.TcpProtection;

/**
 * Measures the CPU time of a transport: this process sends the bytes of a table through two relays, with the transport
 * between them, and discards them. The row of TCP has the cost of the relays themselves.
 */
final class TransportCost {
    private static final int BUFFER_BYTES = 64 << 10;

    private TransportCost() {}

    /** Returns CPU microseconds of this process per update, after a first pass that is not measured. */
    static double of(Kind kind, Workload.Recorded table, Credentials credentials)
            throws IOException, InterruptedException {
        try (ServerSocket sink = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            Endpoint target = new Endpoint(Endpoint.Transport.TCP, "127.0.0.1", sink.getLocalPort());
            try (Line line = new Line(kind, 2, Duration.ZERO, credentials, target, TcpProtection.NONE)) {
                pass(table.bytes(), sink, line.port());
                long before = cpuNanos();
                pass(table.bytes(), sink, line.port());
                return (cpuNanos() - before) / 1e3 / table.updates();
            }
        }
    }

    private static void pass(Path file, ServerSocket sink, int port) throws IOException, InterruptedException {
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.READ);
                SocketChannel router =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            long size = bytes.size();
            Thread sender = Thread.ofPlatform().name("sender").start(() -> send(bytes, size, router));
            try (Socket arrived = sink.accept()) {
                discard(arrived.getInputStream(), size);
            }
            sender.join();
        }
    }

    private static void send(FileChannel bytes, long size, SocketChannel router) {
        try {
            for (long at = 0; at < size; ) {
                at += bytes.transferTo(at, size - at, router);
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
