// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.Churn;
import org.pathproof.lab.Lab;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.feed.FeedWatch;
import org.pathproof.lab.site.AttackTable;
import org.pathproof.lab.site.LabRun;
import org.pathproof.lab.site.Polling;
import org.pathproof.lab.site.SiteApi;
import org.pathproof.lab.site.VerdictWatch;
import org.pathproof.rpki.rtr.RtrServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code lab network}: runs the network of the demo against a running Pathproof, and compares the verdicts again and
 * again while routes change.
 */
@Command(
        name = "network",
        sortOptions = false,
        description = {
            "Plays the network of the demo at a running Pathproof: serves its RPKI over RTR, sends the tables of three routers,",
            "and compares the verdict on each attack with the expected one. Then changes routes, and compares again after",
            "each interval, until Ctrl-C. Each comparison prints a line that begins with 'check'.",
            "The collector needs pathproof.collector.dual-path-peers: [AS64512], for signatures beside AS_PATH."
        })
final class NetworkCommand implements Callable<Integer> {
    private static final int MAX_WITHDRAWN_ROUTES = 200;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration RESOLVE_INTERVAL = Duration.ofMillis(500);
    private static final Duration RESOLVE_TIMEOUT = Duration.ofMinutes(10);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--collector",
            paramLabel = "HOST:PORT",
            required = true,
            description = "The collector's BMP address.")
    private String collector = "";

    @Option(
            names = "--api",
            paramLabel = "URL",
            required = true,
            description = "The policy API, for example http://localhost:8080.")
    private String api = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with a token for the policy API. Without it, requests have no token.")
    private @Nullable Path token;

    @Option(
            names = "--rtr",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:8323",
            description = "Address of the RTR cache of this lab (default: ${DEFAULT-VALUE}).")
    private String rtr = "";

    @Option(
            names = "--rtr-feed",
            paramLabel = "HOST:PORT",
            description = "RTR service that a simulated router follows, to measure gaps (default: none).")
    private @Nullable String rtrFeed;

    @Option(
            names = "--bgp-feed",
            paramLabel = "HOST:PORT",
            description = "Address on which a simulated router accepts BGP feeds, to measure gaps (default: none).")
    private @Nullable String bgpFeed;

    @Option(
            names = "--churn",
            paramLabel = "N",
            defaultValue = "100",
            description = "Routes withdrawn and announced again per second (default: ${DEFAULT-VALUE}).")
    private int churn;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Time between two comparisons (default: ${DEFAULT-VALUE}).")
    private int interval;

    @Option(names = "--exit", description = "End after the first comparison, with status 0 if all verdicts agree.")
    private boolean exit;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        String bearer = token == null ? "" : Files.readString(token).strip();
        try (Lab lab = Lab.build(LabSettings.demo());
                RtrServer cache = lab.serveRpki(address("--rtr", rtr));
                SiteApi site = new SiteApi(api, bearer);
                FeedWatch feeds = new FeedWatch(
                        lab,
                        rtrFeed == null ? null : address("--rtr-feed", rtrFeed),
                        bgpFeed == null ? null : address("--bgp-feed", bgpFeed))) {
            print(
                    out,
                    "%,d routes; RTR cache on port %d; routers connect to %s",
                    lab.routes(),
                    cache.port(),
                    collector);
            LabRun run = new LabRun(lab, site);
            InetSocketAddress routersTo = awaitResolved();
            long started = System.nanoTime();
            lab.start(routersTo);
            boolean first = run.awaitAnyVerdict();
            print(out, "%s after %.1f s", first ? "first verdict" : "NO VERDICT", secondsSince(started));
            boolean settled = run.awaitValidated();
            print(out, "%s after %.1f s", settled ? "all validated" : "NOT ALL VALIDATED", secondsSince(started));
            run.playKeyEvents();
            List<LabRun.Row> rows = run.results();
            AttackTable.print(rows, out);
            boolean agrees = settled && rows.stream().allMatch(LabRun.Row::agrees);
            boolean fed = feeds.awaitComplete(SETTLE_TIMEOUT);
            print(out, "feeds: %s", feeds.describe());
            agrees &= fed;
            print(out, "check 0: %s", agrees ? "agrees" : "DISAGREES");
            if (!exit) {
                repeat(lab, run, site, feeds, out);
            }
            return agrees ? 0 : 1;
        }
    }

    /**
     * Changes routes, restores them and compares, until this thread is interrupted. Then, the number of routes in each
     * state must be that of the first comparison again, and each attack must have its verdict. A request can remain
     * without a response while replicas of the policy API are replaced. The comparison is repeated until the time
     * limit.
     */
    private void repeat(Lab lab, LabRun run, SiteApi site, FeedWatch feeds, PrintWriter out)
            throws InterruptedException {
        Map<PathState, Long> first = site.summary().map(SiteApi.Summary::states).orElse(Map.of());
        CountDownLatch never = new CountDownLatch(1);
        for (int check = 1; ; check++) {
            try (VerdictWatch watch = new VerdictWatch(lab, site)) {
                print(out, "check %d begins", check);
                FeedWatch.Measurement measured;
                long updates;
                try (Churn changes = new Churn(lab, check, MAX_WITHDRAWN_ROUTES);
                        FeedWatch.Measurement running = feeds.measure()) {
                    measured = running;
                    if (churn > 0) {
                        changes.start(Duration.ofSeconds(1).dividedBy(churn));
                    }
                    boolean _ = never.await(interval, TimeUnit.SECONDS);
                    updates = changes.updates();
                }
                long quiet = System.nanoTime();
                boolean settled = Polling.until(
                        () -> site.summary()
                                        .filter(summary -> summary.syncing() == 0
                                                && summary.states().equals(first))
                                        .isPresent()
                                && disagreeing(run).isEmpty(),
                        POLL_INTERVAL,
                        SETTLE_TIMEOUT);
                List<LabRun.Row> wrong = settled ? List.of() : disagreeing(run);
                print(
                        out,
                        "check %d: %s; settled in %.1f s; %d lost; meanwhile %d updates/s, %d answers, %d wrong, longest gap %.1f s",
                        check,
                        settled ? "agrees" : "DISAGREES",
                        secondsSince(quiet),
                        lost(first, site),
                        updates / interval,
                        watch.answers(),
                        watch.wrong(),
                        watch.longestGap().toMillis() / 1e3);
                print(out, "feeds %d: %s; %s", check, measured.gaps(), feeds.describe());
                if (!settled) {
                    print(out, "routes by state: %s, expected %s", site.summary(), first);
                }
                if (!wrong.isEmpty()) {
                    AttackTable.print(wrong, out);
                }
            }
        }
    }

    private static List<LabRun.Row> disagreeing(LabRun run) {
        return run.results().stream().filter(row -> !row.agrees()).toList();
    }

    /** Returns the number of routes that the site had at the first comparison and lacks now. */
    private static long lost(Map<PathState, Long> first, SiteApi site) {
        long routes = first.values().stream().mapToLong(Long::longValue).sum();
        return Math.max(0, routes - site.summary().map(SiteApi.Summary::routes).orElse(0L));
    }

    /** Waits until the collector's host name has an address. In a cluster, its Service may be created later. */
    private InetSocketAddress awaitResolved() throws InterruptedException {
        boolean _ = Polling.until(
                () -> !address("--collector", collector).isUnresolved(), RESOLVE_INTERVAL, RESOLVE_TIMEOUT);
        InetSocketAddress resolved = address("--collector", collector);
        if (resolved.isUnresolved()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--collector " + collector + ": the host has had no address for " + RESOLVE_TIMEOUT.toMinutes()
                            + " min");
        }
        return resolved;
    }

    private InetSocketAddress address(String option, String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new InetSocketAddress(
                    text.substring(0, Math.max(colon, 0)), Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + " " + text + " is not HOST:PORT", e);
        }
    }

    private static void print(PrintWriter out, String format, Object... arguments) {
        out.printf(format + "%n", arguments);
        out.flush();
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
