// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.pathproof.benchmark.pipeline.workload.StreamIndex;

/**
 * A program that plays the routers. The kernel copies bytes from files to sockets, so that the load takes little CPU
 * time. Each line of standard input is a command for one router. The process ends at the end of its input. Commands:
 *
 * <pre>
 *  open ROUTER PORT                  connects to a collector
 *  play ROUTER FILE                  sends a file at full speed
 *  pace ROUTER FILE INDEX SCHEDULE   sends updates at their times
 *  shut ROUTER                       disconnects
 * </pre>
 *
 * The player prints {@code opened ROUTER MICROS} to {@code open}, {@code begun ROUTER MICROS} before the first byte
 * and {@code ended ROUTER MICROS} after the last, in microseconds since 1970. For {@code pace}, {@code begun} has the
 * due time of the first update. An I/O error while sending gets {@code failed ROUTER REASON}.
 */
public final class Player {
    /** Interval between two wake-ups of a paced stream. */
    private static final long TICK_NANOS = 250_000;
    /** Time from the command to the first update. */
    private static final long LEAD_MICROS = 10_000;

    private final Map<String, Router> routers = new ConcurrentHashMap<>();
    private final PrintStream answers;

    private record Router(SocketChannel socket, ExecutorService thread) {}

    private Player(PrintStream answers) {
        this.answers = answers;
    }

    public static void main(String[] arguments) throws IOException {
        Player player = new Player(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                player.execute(command.split(" ", -1));
            }
        }
        System.exit(0);
    }

    private void execute(String[] command) throws IOException {
        String router = command[1];
        switch (command[0]) {
            case "open" -> open(router, Integer.parseInt(command[2]));
            case "play" -> submit(router, socket -> play(router, socket, Path.of(command[2])));
            case "pace" ->
                submit(
                        router,
                        socket -> pace(
                                router, socket, Path.of(command[2]), Path.of(command[3]), Schedule.parse(command[4])));
            case "shut" -> submit(router, SocketChannel::close);
            default -> throw new IllegalArgumentException("unknown command: " + command[0]);
        }
    }

    private interface Work {
        void runOn(SocketChannel socket) throws IOException;
    }

    private void open(String router, int port) throws IOException {
        SocketChannel socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        // Nagle's algorithm would delay updates until an acknowledgement.
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        ExecutorService thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("router-" + router).daemon().factory());
        routers.put(router, new Router(socket, thread));
        answers.println("opened " + router + " " + now());
    }

    private void submit(String name, Work work) {
        Router router = Objects.requireNonNull(routers.get(name), name);
        router.thread().execute(() -> {
            try {
                work.runOn(router.socket());
            } catch (IOException e) {
                answers.println("failed " + name + " " + e);
            }
        });
    }

    private void play(String router, SocketChannel socket, Path file) throws IOException {
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.READ)) {
            answers.println("begun " + router + " " + now());
            send(bytes, 0, bytes.size(), socket);
            answers.println("ended " + router + " " + now());
        }
    }

    private void pace(String router, SocketChannel socket, Path file, Path index, Schedule schedule)
            throws IOException {
        long[] ends = StreamIndex.read(index).ends();
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.READ)) {
            long start = now() + LEAD_MICROS;
            answers.println("begun " + router + " " + start);
            long sent = 0;
            int updates = Math.min(schedule.updates(), ends.length);
            for (int done = 0; done < updates; ) {
                int due = Math.min(schedule.due(now() - start), updates);
                if (due > done) {
                    sent = send(bytes, sent, ends[due - 1], socket);
                    done = due;
                }
                LockSupport.parkNanos(TICK_NANOS); // paces the load
            }
            send(bytes, sent, updates == ends.length ? bytes.size() : sent, socket);
            answers.println("ended " + router + " " + now());
        }
    }

    private static long send(FileChannel bytes, long from, long to, SocketChannel socket) throws IOException {
        long at = from;
        while (at < to) {
            at += bytes.transferTo(at, to - at, socket);
        }
        return at;
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
