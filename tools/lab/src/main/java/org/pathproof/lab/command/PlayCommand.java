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
import org.pathproof.lab.paths.RandomPaths;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code pathproof lab play}: sends signed tables from a simulated router to a collector, and serves the keys over RTR.
 */
@Command(
        name = "play",
        sortOptions = false,
        description = {
            "Sends signed routes to a running Pathproof: serves their router keys over RTR, then sends a table over BMP.",
            "Runs until Ctrl-C, or for the given time."
        })
final class PlayCommand implements Callable<Integer> {
    private static final Duration CONNECT_LIMIT = Duration.ofMinutes(10);
    private static final Duration REMINDER_INTERVAL = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Mixin
    private PathOptions options = new PathOptions();

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
            description = "RTR port on this machine for the keys (default: ${DEFAULT-VALUE}).")
    private int rtrPort;

    @Option(
            names = "--delay",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Seconds between the keys and the routes (default: ${DEFAULT-VALUE}).")
    private int delay;

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Seconds to run after the table was sent; 0 until Ctrl-C (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RandomPaths paths = options.paths(spec);
        PrintWriter out = spec.commandLine().getOut();
        print(out, String.format("creating keys and signing %,d routes", paths.count()));
        long started = System.nanoTime();
        SigningProgress progress = new SigningProgress(out, paths.count());
        LabSettings settings = new LabSettings(
                options.seed(),
                LabSettings.LOCAL_AS,
                1,
                IntStream.range(0, paths.count()).mapToObj(paths::route).toList(),
                SimulatedRouter.Reporting.MONITORING,
                false);
        try (Lab lab = Lab.build(settings, progress::addSigned);
                RtrServer cache = lab.serveRpki(rtrPort)) {
            print(
                    out,
                    String.format(
                            "%,d routes signed in %.1f s; their keys are served over RTR at 127.0.0.1:%d",
                            lab.routes(), secondsSince(started), cache.port()));
            CountDownLatch end = new CountDownLatch(1);
            print(out, "waiting " + delay + " s for the keys to arrive");
            pause(end, delay);
            long sending = System.nanoTime();
            print(out, "connecting to the collector at 127.0.0.1:" + collector + ", and sending the table");
            lab.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), collector));
            if (!isSent(lab)) {
                print(
                        out,
                        "the table was not sent: no collector accepted it at 127.0.0.1:" + collector + " within "
                                + CONNECT_LIMIT.toMinutes() + " min");
                return 1;
            }
            print(out, String.format("the table was written to the connection in %.1f s", secondsSince(sending)));
            if (seconds > 0) {
                print(out, "running for " + seconds + " s");
                pause(end, seconds);
            } else {
                print(out, "running until Ctrl-C");
                end.await();
            }
        }
        return 0;
    }

    /**
     * Waits until the table is sent or in the send buffer, with a message every {@link #REMINDER_INTERVAL}. Returns
     * false after {@link #CONNECT_LIMIT}.
     */
    private boolean isSent(Lab lab) throws InterruptedException {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < CONNECT_LIMIT.toNanos()) {
            if (lab.routers().getFirst().isConnectedWithin(REMINDER_INTERVAL)) {
                return true;
            }
            print(
                    spec.commandLine().getOut(),
                    "still connecting to 127.0.0.1:" + collector
                            + ", or sending: check that a collector listens on this port (--to PORT)");
        }
        return false;
    }

    private static void print(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    /** Prints the number of signed routes every 5 s. */
    private static final class SigningProgress {
        private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

        private final PrintWriter out;
        private final int all;
        private int signed;
        private long lastPrint = System.nanoTime();

        SigningProgress(PrintWriter out, int all) {
            this.out = out;
            this.all = all;
        }

        synchronized void addSigned(int more) {
            signed += more;
            if (System.nanoTime() - lastPrint > INTERVAL_NANOS) {
                lastPrint = System.nanoTime();
                print(out, String.format("%,d of %,d routes are signed", signed, all));
            }
        }
    }

    private static void pause(CountDownLatch end, int seconds) throws InterruptedException {
        boolean _ = end.await(seconds, TimeUnit.SECONDS);
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
