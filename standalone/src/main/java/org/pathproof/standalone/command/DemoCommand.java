// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.site.AttackTable;
import org.pathproof.lab.site.LabRun;
import org.pathproof.lab.site.SiteApi;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.console.StartFailure;
import org.pathproof.standalone.network.Ports;
import org.pathproof.standalone.settings.OperatorSettings;
import org.pathproof.standalone.settings.SiteSettings;
import org.pathproof.standalone.site.Site;
import org.springframework.boot.SpringApplication;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: runs a site, and sends signed routes with valid and tampered paths to it. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Starts Pathproof and sends a small signed internet to it: three routers, thousands of signed routes on real AS paths,",
            "an RPKI cache, and all attacks of the lab. Compares the REST answer on each attack with the expected one, and",
            "continues until Ctrl-C. Without --data, the data are deleted at the end."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int MAX_WITHDRAWN_ROUTES = 20;
    private static final long CHURN_SEED = 1;

    @Mixin
    private SiteOptions options;

    @Option(names = "--exit", description = "end after the table, with status 0 if all rows agree, else 1")
    private boolean exit;

    @Option(
            names = "--churn",
            paramLabel = "N",
            defaultValue = "2",
            description =
                    "routes withdrawn and announced again per second, after the table (default: ${DEFAULT-VALUE})")
    private int churn;

    @Option(
            names = "--training",
            hidden = true,
            description = "send a larger table and more changes, then end; the launcher creates start caches with it")
    private boolean training;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Console console = new Console(out);
        console.say("Creating keys and signing routes …");
        try (Lab lab = Lab.build(training ? TrainingLoad.settings() : LabSettings.demo());
                RtrServer cache = lab.serveRpki()) {
            Path data = options.data == null ? temporaryData() : options.data;
            SiteSettings settings = settings("127.0.0.1:" + cache.port(), data, console);
            Runnable cleanup = options.data == null ? () -> delete(data) : () -> {};
            console.say("Starting Pathproof in " + data.toAbsolutePath());
            try (Site site = Site.start(settings, console, cleanup);
                    SiteApi api = site.api()) {
                boolean agrees = play(lab, api, settings, out);
                if (training) {
                    TrainingLoad.change(lab);
                    agrees &= new LabRun(lab, api).awaitValidated();
                }
                if (exit || training) {
                    return agrees ? 0 : 1;
                }
                continueWithChurn(lab, site, out);
            }
        }
        return 0;
    }

    private SiteSettings settings(String cache, Path data, Console console) {
        OperatorSettings given = OperatorSettings.read(options.config());
        PortChoice ports = new PortChoice(given, console);
        int bmpPort = ports.flexible(Listener.BMP, options.bmpPort, Ports.ANY);
        if (bmpPort == SiteSettings.NO_PORT) {
            throw new StartFailure("the demo needs BMP: remove pathproof.collector.bmp-port: -1, or set --bmp-port");
        }
        return new SiteSettings(
                options.httpHost(),
                bmpPort,
                ports.flexible(Listener.HTTP, options.httpPort, options.httpAddress(given)),
                ports.flexible(Listener.RTR, options.rtrPort, Ports.ANY),
                List.of(cache),
                List.of("AS" + Attack.Session.DUAL_PATH.neighbor()),
                data,
                options.config());
    }

    private static boolean play(Lab lab, SiteApi api, SiteSettings settings, PrintWriter out)
            throws InterruptedException {
        long started = System.nanoTime();
        out.printf(
                "%n%d routers connect: %,d signed routes, %d attacks; the RPKI holds %,d router keys and %,d VRPs.%n",
                lab.routers().size(),
                lab.signedRoutes(),
                lab.attacks().size(),
                lab.rpki().current().orElseThrow().allRouterKeys().size(),
                lab.rpki().current().orElseThrow().allVrps().size());
        out.flush();
        LabRun run = new LabRun(lab, api);
        boolean settled = run.playTables(new InetSocketAddress(Ports.LOOPBACK, settings.bmpPort()));
        out.printf(
                "%s after %.1f s. Withdrawing keys from the RPKI and restoring them …%n%n",
                settled ? "All routes validated" : "SOME ROUTES NOT VALIDATED", (System.nanoTime() - started) / 1e9);
        out.flush();
        run.playKeyEvents();
        List<LabRun.Row> rows = run.results();
        AttackTable.print(rows, out);
        api.summary().ifPresent(summary -> printCounts(summary, out));
        boolean agrees = settled && rows.stream().allMatch(LabRun.Row::agrees);
        out.printf("%nDashboard: http://localhost:%d/%n", settings.httpPort());
        out.flush();
        return agrees;
    }

    private static void printCounts(SiteApi.Summary summary, PrintWriter out) {
        out.printf("%n%,d routes:", summary.routes());
        for (PathState state : PathState.values()) {
            out.printf(" %s %,d", state, summary.of(state));
        }
        out.printf("%norigins:");
        for (OriginState state : OriginState.values()) {
            out.printf(" %s %,d", state.label(), summary.origins().getOrDefault(state, 0L));
        }
        out.println();
    }

    private void continueWithChurn(Lab lab, Site site, PrintWriter out) throws InterruptedException {
        out.println("Press Ctrl-C to stop.");
        out.flush();
        try (Churn changes = new Churn(lab, CHURN_SEED, MAX_WITHDRAWN_ROUTES)) {
            if (churn > 0) {
                changes.start(Duration.ofSeconds(1).dividedBy(churn));
            }
            site.awaitEnd();
        }
    }

    /** Creates a folder that is deleted after the services have ended. */
    private static Path temporaryData() throws IOException {
        Path folder = Files.createTempDirectory("pathproof-demo-");
        SpringApplication.getShutdownHandlers().add(() -> delete(folder));
        return folder;
    }

    private static void delete(Path folder) {
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary folder " + folder + " cannot be deleted", e);
        }
    }
}
