// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rpki;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.redis.RedisAddress;
import org.pathproof.rpki.redis.RedisRpkiSource;
import org.pathproof.validator.stream.RpkiHub;

/**
 * The process that loads the set, as a validator does: it follows Redis and gives the set to the hub of all tasks. The
 * process prints one line for the first set, one for each change, and one as the reply to each line of the standard
 * input.
 */
final class LoadingValidator {
    /** Name of the system property with the address of Redis. */
    static final String REDIS = "redis";

    private LoadingValidator() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        AtomicBoolean loaded = new AtomicBoolean();
        long began = System.nanoTime();
        try (RedisRpkiSource source = new RedisRpkiSource(RedisAddress.of(System.getProperty(REDIS, "")));
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            RpkiHub hub = RpkiHub.following(source);
            hub.onChange(() -> {
                long now = System.nanoTime();
                RpkiSet set = hub.get().orElseThrow();
                if (loaded.compareAndSet(false, true)) {
                    long running = System.currentTimeMillis()
                            - ManagementFactory.getRuntimeMXBean().getStartTime();
                    out.println((now - began) + " " + running + " " + cpu() + " "
                            + set.allRouterKeys().size() + " " + set.allVrps().size() + " "
                            + set.allAspas().size());
                } else {
                    out.println(set.serial().toLong() + " " + now);
                }
            });
            source.start();
            while (commands.readLine() != null) {
                out.println(memory());
            }
        }
    }

    /** Returns the CPU time of this process in nanoseconds. */
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Returns bytes of the heap in use after a full collection, of resident memory, and its maximum. */
    private static String memory() throws IOException {
        long peak = status("VmHWM:");
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " " + status("VmRSS:") + " " + peak;
    }

    private static long status(String field) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(field))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
