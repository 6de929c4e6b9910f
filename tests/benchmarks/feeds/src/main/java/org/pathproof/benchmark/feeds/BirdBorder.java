// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pathproof.benchmark.feeds.table.BirdPaths;
import org.pathproof.benchmark.feeds.table.BirdProgram;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Lan.Upstream;
import org.pathproof.benchmark.feeds.table.Poller;
import org.pathproof.benchmark.feeds.table.Timeline;
import org.pathproof.harness.ChildProcess;
import org.pathproof.wire.Prefix;

/** BIRD with BMP as border router. With a LAN, BIRD writes routes to the kernel's main table. */
final class BirdBorder implements Border {
    private static final String ONLY_BMP = """
            router id 10.0.0.1;
            protocol bmp probe {
              station address ip 127.0.0.1 port 11019;
              monitoring rib in pre_policy;
              monitoring rib in post_policy;
            }
            """;

    private final Timeline best = new Timeline("BIRD as border router");
    private final BirdProgram router;
    private final Poller poller;

    BirdBorder(Path program, Path folder, int port, int bmpPort) throws IOException {
        router = new BirdProgram(program, folder.resolve("border-bird.log"), config(port, bmpPort));
        poller = new Poller(best, new BirdPaths(router.control()));
    }

    /**
     * Returns the version of a BIRD, such as {@code BIRD version 2.19.2}.
     *
     * @throws IOException if the program cannot run, or if it has no BMP with both views
     */
    static String requireBmp(Path program) throws IOException {
        if (!Files.isExecutable(program)) {
            throw new IOException(program + " is not a program");
        }
        ChildProcess.Outcome version = ChildProcess.run(program.toString(), "--version");
        Path config = Files.createTempFile("bird", ".conf");
        try {
            Files.writeString(config, ONLY_BMP);
            ChildProcess.Outcome parsed = ChildProcess.run(program.toString(), "-p", "-c", config.toString());
            if (parsed.exitCode() != 0) {
                throw new IOException(program + " (" + version.output().strip()
                        + ") does not send BMP before and after policy; use BIRD 2.14 or later with the protocol bmp: "
                        + parsed.output().strip());
            }
        } finally {
            Files.delete(config);
        }
        return version.output().strip();
    }

    private static String config(int port, int bmpPort) {
        StringBuilder config = new StringBuilder("""
                router id 10.0.0.1;
                protocol device {}
                protocol bmp pathproof_bmp {
                  station address ip 127.0.0.1 port %d;
                  monitoring rib in pre_policy;
                  monitoring rib in post_policy;
                }
                """.formatted(bmpPort));
        config.append(
                Lan.isOwnNamespace()
                        ? """
                        protocol direct { ipv4; interface "%s"; }
                        protocol kernel { ipv4 { import none; export where source = RTS_BGP; }; }
                        """.formatted(Lan.INTERFACE)
                        : "protocol static { ipv4; route %s blackhole; }\n".formatted(Lan.NETWORK));
        for (Upstream upstream : Upstream.values()) {
            config.append(
                    session(port, upstream.address, upstream.asn, "", "import table on; import all; export none;"));
        }
        for (String inner : List.of(Lan.BIRD, Lan.FRR)) {
            config.append(session(port, inner, Workload.LOCAL_AS, "", "import none; export where source = RTS_BGP;"));
        }
        for (String feed : List.of(Lan.PATHPROOF, Lan.REPLICA)) {
            config.append(session(port, feed, Workload.LOCAL_AS, "rr client;", "import all; export none;"));
        }
        return config.toString();
    }

    /** Returns a session that the neighbor opens. */
    private static String session(int port, String neighbor, long asn, String options, String channel) {
        return """
                protocol bgp {
                  local %s port %d as %d;
                  neighbor %s as %d;
                  multihop;
                  passive;
                  strict bind yes;
                  error wait time 1, 2;
                  %s
                  ipv4 { %s };
                }
                """.formatted(Lan.BORDER, port, Workload.LOCAL_AS, neighbor, asn, options, channel);
    }

    @Override
    public Timeline best() {
        return best;
    }

    @Override
    public void watch(Prefix prefix) {
        poller.watch(prefix);
    }

    @Override
    public void close() throws IOException {
        poller.close();
        router.close();
    }
}
