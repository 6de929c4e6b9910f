// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.rtr;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.rtr.RtrLimits;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * The process of the RTR server. The process prints its port, and then replies to each line of the standard input with
 * one line: {@value #CHANGE} with a number of VRPs, {@value #CPU}, or {@value #MEMORY}.
 */
final class MeasuredCache {
    /** Name of the system property with the number of VRPs. */
    static final String VRPS = "vrps";

    /** Command: withdraws VRPs and announces as many. Reply: the new serial, and {@code nanoTime} before the change. */
    static final String CHANGE = "change";

    /** Command: CPU time. Reply: nanoseconds since the start. */
    static final String CPU = "cpu";

    /** Command: memory after a full collection. Reply: bytes of the heap in use, and of resident memory. */
    static final String MEMORY = "memory";

    private static final int MAX_ROUTERS = 50_000;
    private static final int IPV6_EVERY = 4;

    private final MemoryRpkiSource source = new MemoryRpkiSource(1);
    private final int vrps;
    private int changes;

    private MeasuredCache(int vrps) {
        this.vrps = vrps;
    }

    public static void main(String[] arguments) throws IOException {
        new MeasuredCache(Integer.parseInt(System.getProperty(VRPS, "0"))).run();
    }

    private void run() throws IOException {
        List<Vrp> all = new ArrayList<>(vrps);
        for (int i = 0; i < vrps; i++) {
            all.add(vrp(i, 64_496));
        }
        source.replace(all);
        RtrServerSettings settings = RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withNotifyInterval(Duration.ofMillis(100))
                .withLimits(RtrLimits.DEFAULT
                        .withMaxSessions(MAX_ROUTERS, MAX_ROUTERS)
                        .withPduTimeout(Duration.ofMinutes(5))
                        .withSendTimeout(Duration.ofMinutes(5)));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (source;
                RtrServer server = new RtrServer(settings, source).start();
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            out.println(server.port());
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String[] words = line.split(" ", 2);
                out.println(
                        switch (words[0]) {
                            case CHANGE -> change(Integer.parseInt(words[1]));
                            case CPU -> "" + cpu();
                            default -> memory();
                        });
            }
        }
    }

    private static Vrp vrp(int number, long asn) {
        return number % IPV6_EVERY == 0
                ? new Vrp(Prefix.ipv6(0x2400_0000_0000_0000L + ((long) number << 16), 0, 48), 48, asn)
                : new Vrp(Prefix.ipv4((1 << 24) + (number << 8), 24), 24, asn);
    }

    /** Gives VRPs another AS. */
    private String change(int count) {
        List<Vrp> before = new ArrayList<>();
        List<Vrp> after = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            before.add(vrp(i, 64_496 + changes));
            after.add(vrp(i, 64_497 + changes));
        }
        changes++;
        long began = System.nanoTime();
        RpkiSet set = source.apply(after, before);
        return set.serial().toLong() + " " + began;
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static String memory() throws IOException {
        ManagementFactory.getMemoryMXBean().gc();
        long resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(0);
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " " + resident;
    }
}
