// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.wire.Prefix;

/**
 * BIRD and FRR as iBGP neighbours of the border router. With a LAN, BIRD writes routes to a kernel table of its own.
 */
final class InnerRouters implements AutoCloseable {
    private static final String VIEW = "view inner";
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final Timeline bird = new Timeline("BIRD");
    private final Timeline frr = new Timeline("the inner FRR");
    private final Path folder;
    private final ChildProcess birdProgram;
    private final FrrBgpd frrProgram;
    private final Poller birdPoller;
    private final Poller frrPoller;

    InnerRouters(Path logs, int borderPort) throws IOException {
        folder = Files.createTempDirectory("bird"); // a Unix socket needs a short path
        Path control = folder.resolve("ctl");
        Path config = Files.writeString(folder.resolve("bird.conf"), birdConfig(borderPort));
        birdProgram = ChildProcess.start(
                logs.resolve("bird.log"),
                Programs.require("bird"),
                "-f",
                "-c",
                config.toString(),
                "-s",
                control.toString(),
                "-P",
                folder.resolve("pid").toString());
        Conditions.await("BIRD", START_TIMEOUT, () -> {
            birdProgram.requireAlive();
            return Files.exists(control);
        });
        frrProgram = new FrrBgpd(Files.createDirectories(logs.resolve("inner")), "bmp", frrConfig(borderPort));
        birdPoller = new Poller(bird, new BirdPaths(control));
        frrPoller = new Poller(frr, new FrrPaths(frrProgram.vty(), VIEW));
    }

    private static String birdConfig(int borderPort) {
        String routes = Lan.isOwnNamespace()
                ? """
                protocol direct { ipv4; interface "%s"; }
                protocol kernel { kernel table %d; ipv4 { import none; export where source = RTS_BGP; }; }
                """.formatted(Lan.INTERFACE, KernelRoutes.INNER_TABLE)
                : "protocol static { ipv4; route %s blackhole; }\n".formatted(Lan.NETWORK);
        return """
                router id 10.0.0.21;
                protocol device {}
                %sprotocol bgp border {
                  local %s port %d as %d;
                  neighbor %s port %d as %d;
                  multihop;
                  connect delay time 1;
                  connect retry time 1;
                  error wait time 1, 2;
                  ipv4 { import all; export none; };
                }
                """.formatted(
                        routes, Lan.BIRD, Ports.free(), Workload.LOCAL_AS, Lan.BORDER, borderPort, Workload.LOCAL_AS);
    }

    private static String frrConfig(int borderPort) {
        return """
                router bgp %1$d %2$s
                 bgp router-id 10.0.0.22
                 neighbor %3$s remote-as %1$d
                 neighbor %3$s port %4$d
                 neighbor %3$s update-source %5$s
                 neighbor %3$s timers connect 1
                exit
                """.formatted(Workload.LOCAL_AS, VIEW, Lan.BORDER, borderPort, Lan.FRR);
    }

    Timeline bird() {
        return bird;
    }

    Timeline frr() {
        return frr;
    }

    void watch(Prefix prefix) {
        birdPoller.watch(prefix);
        frrPoller.watch(prefix);
    }

    @Override
    public void close() throws IOException {
        birdPoller.close();
        frrPoller.close();
        birdProgram.close();
        frrProgram.close();
        Files.deleteIfExists(folder.resolve("bird.conf"));
        Files.deleteIfExists(folder.resolve("ctl"));
        Files.deleteIfExists(folder.resolve("pid"));
        Files.deleteIfExists(folder);
    }
}
