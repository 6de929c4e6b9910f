// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feedscale;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.ProcessGroup;

/** The process of the {@link SimulatedRouters}, seen from the measured process. */
final class RouterProcess {
    private static final int PER_SUBNET = 250;
    private static final long START_MINUTES = 2;

    private final ChildProcess process;
    private final BufferedReader answers;
    private final Writer goals;
    private final int port;

    RouterProcess(ProcessGroup processes) throws IOException, InterruptedException {
        process = processes.javaWithPipes("routers", "-Xmx512m -XX:+UseSerialGC", SimulatedRouters.class.getName());
        answers = process.process().inputReader(StandardCharsets.UTF_8);
        goals = process.process().outputWriter(StandardCharsets.UTF_8);
        port = Integer.parseInt(line(START_MINUTES));
    }

    /** Returns the TCP port of all routers. */
    int port() {
        return port;
    }

    /** Returns the address of a router. */
    static String address(int router) {
        return "127.1." + router / PER_SUBNET + "." + (1 + router % PER_SUBNET);
    }

    static InetAddress inetAddress(int router) {
        return InetAddress.ofLiteral(address(router));
    }

    /**
     * The time at which all routers had read the awaited numbers.
     *
     * @param atUs microseconds since 1970
     * @param bytes bytes that all routers have read
     */
    record Reached(long atUs, long bytes) {}

    /** Makes a router stop reading. The router still sends KEEPALIVEs. */
    void stopReading(int router) throws IOException {
        goals.write(SimulatedRouters.STOP + address(router) + "\n");
        goals.flush();
    }

    /**
     * Waits until each router that reads has read the given numbers of prefixes since its start.
     *
     * @throws IllegalStateException when it takes too long, or when a router has read more than that
     */
    Reached await(int routers, long announced, long withdrawn, long minutes) throws IOException, InterruptedException {
        goals.write(routers + " " + announced + " " + withdrawn + "\n");
        goals.flush();
        String line = line(minutes);
        if (line.startsWith(SimulatedRouters.FAILED)) {
            throw new IllegalStateException("the process of the routers " + line);
        }
        String[] words = line.split(" ", 4);
        if (words.length < 4
                || Long.parseLong(words[1]) != routers * announced
                || Long.parseLong(words[2]) != routers * withdrawn) {
            throw new IllegalStateException("the routers have read other numbers of prefixes than " + routers
                    + " times " + announced + " announced and " + withdrawn + " withdrawn: " + line);
        }
        return new Reached(Long.parseLong(words[0]), Long.parseLong(words[3]));
    }

    private String line(long minutes) throws IOException, InterruptedException {
        FutureTask<String> line = new FutureTask<>(answers::readLine);
        Thread.ofPlatform().daemon().name("router-answers").start(line);
        try {
            String answer = line.get(minutes, TimeUnit.MINUTES);
            if (answer == null) {
                throw new IOException("the process of the routers ended: see " + process.log());
            }
            return answer;
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the routers did not read the expected prefixes within " + minutes + " minutes", e);
        } catch (ExecutionException e) {
            throw new IOException("no answer of the routers: " + e.getCause(), e);
        }
    }
}
