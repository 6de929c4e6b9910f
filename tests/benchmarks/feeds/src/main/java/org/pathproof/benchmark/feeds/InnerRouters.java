// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pathproof.benchmark.feeds.table.BirdPaths;
import org.pathproof.benchmark.feeds.table.BirdProgram;
import org.pathproof.benchmark.feeds.table.FrrPaths;
import org.pathproof.benchmark.feeds.table.KernelRoutes;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Poller;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.harness.FrrBgpd;
import org.pathproof.harness.Ports;
import org.pathproof.harness.Programs;
import org.pathproof.wire.Prefix;

/**
 * BIRD and FRR as iBGP neighbors of the border router. With a LAN, BIRD writes routes to a kernel table of its own.
 */
final class InnerRouters implements AutoCloseable {
    private static final String VIEW = "view inner";

    private final Timeline bird = new Timeline("BIRD");
    private final Timeline frr = new Timeline("the inner FRR");
    private final BirdProgram birdProgram;
    private final FrrBgpd frrProgram;
    private final Poller birdPoller;
    private final Poller frrPoller;

    InnerRouters(Path logs, int borderPort) throws IOException {
        birdProgram =
                new BirdProgram(Path.of(Programs.require("bird")), logs.resolve("bird.log"), birdConfig(borderPort));
        frrProgram = new FrrBgpd(Files.createDirectories(logs.resolve("inner")), "bmp", frrConfig(borderPort));
        birdPoller = new Poller(bird, new BirdPaths(birdProgram.control()));
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
    }
}
