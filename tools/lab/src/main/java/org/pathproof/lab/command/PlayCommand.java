// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.RandomPaths;
import org.pathproof.lab.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof lab play}: signed tables, played at a collector by simulated routers, and the RPKI cache that goes with them. */
@Command(
        name = "play",
        sortOptions = false,
        description = {
            "Plays signed routes at a running Pathproof: serves their keys over RTR, and after a while lets a router send its table",
            "over BMP. Goes on until Ctrl-C, or for the time given."
        })
final class PlayCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Spec
    private CommandSpec spec;

    @Mixin
    private PathOptions wanted = new PathOptions();

    @Option(
            names = "--to",
            paramLabel = "PORT",
            defaultValue = "11019",
            description = "The collector's BMP port on this machine (default: ${DEFAULT-VALUE}).")
    private int collector;

    @Option(
            names = "--rtr-port",
            paramLabel = "PORT",
            defaultValue = "8323",
            description = "Where to serve the keys on this machine (default: ${DEFAULT-VALUE}).")
    private int rtrPort;

    @Option(
            names = "--delay",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "How long the keys are there before the routes come (default: ${DEFAULT-VALUE}).")
    private int delay;

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "How long to go on after the table was sent; 0 until Ctrl-C (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RandomPaths paths = wanted.paths(spec);
        PrintWriter out = spec.commandLine().getOut();
        long started = System.nanoTime();
        LabSettings settings = new LabSettings(
                wanted.seed(),
                LabSettings.LOCAL_AS,
                1,
                IntStream.range(0, paths.count()).mapToObj(paths::route).toList(),
                SimulatedRouter.Telling.MONITORING,
                false);
        try (Lab lab = Lab.build(settings);
                RtrServer cache = lab.serveRpki(rtrPort)) {
            out.printf(
                    "%,d routes signed in %.1f s; their keys are at 127.0.0.1:%d%n",
                    lab.routes(), since(started), cache.port());
            out.flush();
            CountDownLatch end = new CountDownLatch(1);
            pause(end, delay);
            long sending = System.nanoTime();
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), collector));
            lab.routers().getFirst().awaitConnected(PATIENCE);
            out.printf("the table was sent in %.1f s%n", since(sending));
            out.flush();
            if (seconds > 0) {
                pause(end, seconds);
            } else {
                end.await();
            }
        }
        return 0;
    }

    private static void pause(CountDownLatch end, int seconds) throws InterruptedException {
        boolean _ = end.await(seconds, TimeUnit.SECONDS);
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
