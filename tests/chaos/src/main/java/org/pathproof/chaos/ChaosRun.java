// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.pathproof.chaos.feeds.FeedSite;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.Load;
import org.pathproof.chaos.load.LoadListener;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.oracle.Flow;
import org.pathproof.chaos.oracle.Oracle;
import org.pathproof.chaos.oracle.Reader;
import org.pathproof.chaos.oracle.Row;
import org.pathproof.chaos.site.ChaosSite;
import org.pathproof.chaos.site.Cut;
import org.pathproof.chaos.site.Disks;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServerListener;

/**
 * Starts a site and its load, injects the faults of a plan, and compares the table with the oracle after each
 * schedule.
 */
final class ChaosRun implements AutoCloseable {
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(3);
    /** Time for which the load continues after the last fault, in milliseconds. */
    private static final int LOAD_AFTER_FAULTS_MS = 3_000;

    /** A site is warm after this many consecutive seconds without a backlog. */
    private static final int WARM_SECONDS = 3;
    /** Shortest wait for a verdict that counts as a backlog. */
    private static final long MAX_WAIT_NANOS = 1_000_000_000;

    private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(90);
    /** Delay of the updates to the second collector. */
    private static final Duration SECOND_COLLECTOR_DELAY = Duration.ofMillis(300);

    private final Plan plan;
    private final Journal journal;
    private final ProcessGroup processes;
    private final Optional<Cut> cut;
    private final Disks disks;
    private final boolean keepLogs;
    private final World world;
    private final Ledger ledger = new Ledger();
    private final Load load;
    private final Oracle oracle = new Oracle();
    private final ChaosSite site;
    private final Optional<FeedSite> feeds;
    private final Faults faults;
    private long rows;
    private long lost;
    private long wrong;
    private double longestGap;
    private String longestIn = "";

    ChaosRun(Plan plan, Journal journal, ProcessGroup processes, Optional<Cut> cut, boolean keepLogs)
            throws IOException {
        this.plan = plan;
        this.journal = journal;
        this.processes = processes;
        this.cut = cut;
        this.keepLogs = keepLogs;
        disks = Disks.mount(processes, plan.fullDisks());
        world = new World(plan.prefixes());
        feeds = plan.hasFeeds() ? Optional.of(new FeedSite(world, plan.seed())) : Optional.empty();
        load = new Load(
                world,
                ledger,
                plan.seed(),
                feeds.<LoadListener>map(FeedSite::model).orElse(LoadListener.NONE));
        site = new ChaosSite(
                processes,
                plan.brokers(),
                cut,
                world.rpki(),
                feeds.map(FeedSite::cacheListener).orElse(RtrServerListener.NONE));
        faults = new Faults(site, disks, world, ledger, feeds, journal);
    }

    /** Returns true if all tables agreed with the oracle, no verdict was impossible, and no override was at fault. */
    boolean run() throws IOException, InterruptedException {
        boolean agreed = false;
        try {
            agreed = rounds();
        } finally {
            if (!agreed || keepLogs) {
                journal.keepLogs(processes.folder());
            }
        }
        return agreed;
    }

    private boolean rounds() throws IOException, InterruptedException {
        load.fill();
        feeds.ifPresent(f -> f.configure(site, processes.folder()));
        site.start();
        if (plan.feedsFromStart()) {
            feeds.ifPresent(f -> f.start(site));
        }
        List<SimulatedRouter> routers = Stream.concat(
                        world.routers().stream(), feeds.stream().flatMap(f -> f.networks().monitored().stream()))
                .toList();
        for (SimulatedRouter router : routers) {
            router.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), site.bmpPort(1)));
            if (plan.hasSecondCollector()) {
                router.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), site.bmpPort(2)),
                        SECOND_COLLECTOR_DELAY);
            }
        }
        try (Reader reader = new Reader(site.bootstrapServers(), world, ledger)) {
            boolean agreed = beforeKeys(reader) && warm(reader);
            for (Schedule schedule : plan.schedules()) {
                agreed = agreed && round(schedule, reader);
            }
            List<String> impossible = reader.impossible();
            impossible.stream().limit(Differences.MAX_PRINTED).forEach(i -> journal.print("impossible: " + i));
            journal.print(String.format(
                    Locale.ROOT,
                    "%,d rows compared, %,d lost, %,d wrong; %,d records read, %,d impossible verdicts; longest wait for a verdict %.1f s (%s)",
                    rows,
                    lost,
                    wrong,
                    reader.records(),
                    impossible.size(),
                    longestGap,
                    longestIn));
            List<String> late = feeds.map(FeedSite::faults).orElse(List.of());
            late.stream().limit(Differences.MAX_PRINTED).forEach(fault -> journal.print("feed: " + fault));
            return agreed && impossible.isEmpty() && late.isEmpty();
        }
    }

    /**
     * Waits for verdicts on all routes, loads the keys, and waits until all routes are revalidated. The reader reports
     * a VALID or NOT_VALID verdict from before the keys as impossible.
     */
    private boolean beforeKeys(Reader reader) throws InterruptedException {
        load.start(plan.rate());
        sleep(2_000);
        load.stop();
        Map<RouteName, Integer> announced = new HashMap<>();
        world.neighbors()
                .forEach(n -> n.router().announced(n.peer()).keySet().forEach(nlri -> announced.put(n.name(nlri), 0)));
        Conditions.await(
                "verdicts on all routes before keys are loaded",
                () -> reader.table().keySet().equals(announced.keySet()));
        ledger.takeLongest();
        ledger.endWaits();
        world.loadKeys();
        faults.setDetour(true);
        return settle("start", System.nanoTime(), 0, reader);
    }

    /**
     * Waits until the JVMs are warm, or for a time limit. Otherwise the results of the first fault would include JIT
     * compilation and its backlog.
     */
    private boolean warm(Reader reader) throws InterruptedException {
        long start = System.nanoTime();
        reader.flow();
        ledger.takeLongest();
        load.start(plan.maxRate());
        int kept = 0;
        while (kept < WARM_SECONDS && millisSince(start) < WARM_UP_TIMEOUT.toMillis()) {
            sleep(1_000);
            Ledger.Gap gap = ledger.takeLongest();
            kept = gap.nanos() > 0 && gap.nanos() < MAX_WAIT_NANOS ? kept + 1 : 0;
        }
        journal.print(String.format(
                Locale.ROOT,
                kept < WARM_SECONDS
                        ? "not warm: no %d s without a backlog within %d s"
                        : "warm: %d s without a backlog after %d s",
                WARM_SECONDS,
                millisSince(start) / 1_000));
        return settle("warming", start, load.stop(), reader);
    }

    private boolean round(Schedule schedule, Reader reader) throws IOException, InterruptedException {
        if (schedule.needsFeeds()) {
            feeds.ifPresent(f -> startFeeds(f, schedule));
        }
        journal.print(schedule.name() + " begins");
        long start = System.nanoTime();
        reader.sessionsDown();
        reader.flow();
        load.start(plan.rate(schedule));
        feeds.filter(FeedSite::isStarted).ifPresent(f -> f.networks().startLoad());
        long reached = 0;
        for (Step step : schedule.steps()) {
            sleep(step.atMillis() - reached);
            reached = step.atMillis();
            journal.print(
                    String.format(Locale.ROOT, "  %6d ms %s %s", millisSince(start), step.action(), step.target()));
            faults.act(step);
        }
        sleep(LOAD_AFTER_FAULTS_MS);
        faults.endCalm();
        feeds.ifPresent(f -> f.networks().stopLoad());
        double rate = load.stop();
        boolean agreed = settle(schedule.name(), start, rate, reader);
        long down = reader.sessionsDown();
        if (down > 0 && schedule.steps().stream().noneMatch(s -> s.action() == Step.Action.PEER_DOWN)) {
            journal.print("wrong: " + down + " session records with state DOWN, although no session was down");
            wrong += down;
            return false;
        }
        return agreed;
    }

    private void startFeeds(FeedSite feeding, Schedule schedule) {
        feeding.start(site);
        feeding.awaitSessions();
        feeding.watch().limit(schedule.overrideLimit());
    }

    private Comparison compare(Map<RouteName, Row> expected, Reader reader) {
        Comparison table = Comparison.of(expected, reader.table());
        return feeds.filter(FeedSite::isStarted)
                .map(f -> table.plus(f.compare()))
                .orElse(table);
    }

    /** Waits until the reader agrees with the oracle; reports the differences after a time limit. */
    private boolean settle(String name, long begun, double reached, Reader reader) throws InterruptedException {
        long start = System.nanoTime();
        Flow underLoad = reader.flow();
        Map<RouteName, Row> expected =
                oracle.table(world, world.rpki().current().orElseThrow());
        Comparison comparison = compare(expected, reader);
        while (!comparison.agrees() && millisSince(start) < SETTLE_TIMEOUT.toMillis()) {
            sleep(200);
            comparison = compare(expected, reader);
        }
        rows += comparison.rows();
        lost += comparison.lost().size();
        wrong += comparison.wrong().size();
        Ledger.Gap longest = ledger.takeLongest();
        double gap = longest.nanos() / 1e9;
        ledger.endWaits();
        if (gap > longestGap) {
            longestGap = gap;
            longestIn = name;
        }
        journal.print(String.format(
                Locale.ROOT,
                "%-16s %,6.0f updates/s  %,7d rows  lost %d  wrong %d  impossible %d  longest gap %.1f s (from %d ms)  longest silence %.1f s  settled after %.1f s",
                name,
                reached,
                comparison.rows(),
                comparison.lost().size(),
                comparison.wrong().size(),
                reader.impossible().size(),
                gap,
                gap == 0 ? 0 : (longest.since() - begun) / 1_000_000,
                underLoad.longestSilence() / 1e9,
                millisSince(start) / 1e3));
        journal.print("  " + underLoad);
        feeds.ifPresent(f -> {
            if (f.isStarted()) {
                journal.print("  " + f.watch().takeReport());
                journal.print("  " + f.networks().report());
            }
            f.model().forgetEnded();
        });
        if (!comparison.agrees()) {
            new Differences(comparison, reader).print(journal);
        }
        return comparison.agrees();
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    /** Waits until the next step of the plan is due. */
    private static void sleep(long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public void close() {
        world.close();
        site.close();
        feeds.ifPresent(FeedSite::close);
        cut.ifPresent(Cut::close);
        disks.close();
    }
}
