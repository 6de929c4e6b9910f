// SPDX-License-Identifier: Apache-2.0
package org.pathproof.attack;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.pathproof.attack.attacks.Attack;
import org.pathproof.attack.check.Canaries;
import org.pathproof.attack.check.HealthWatch;
import org.pathproof.attack.check.LogFile;
import org.pathproof.attack.check.RestTable;
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.Load;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.oracle.Oracle;
import org.pathproof.chaos.oracle.Row;
import org.pathproof.harness.SmallDisk;
import org.pathproof.lab.routers.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;

/** Starts the program and the load, runs the attacks one after the other, and compares the results at the end. */
final class AttackRun implements AutoCloseable {
    /** Comparisons after the attacks: health, table, restart, log. */
    static final int CHECKS = 4;

    private static final Duration RESTART_TIMEOUT = Duration.ofMinutes(1);

    private static final int PREFIXES = 400;
    private static final long SEED = 20261122;
    private static final int MAX_PRINTED = 10;
    private static final Duration CALM_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);
    /** Number of consecutive seconds with health ok before an attack begins. */
    private static final int CALM_SECONDS = 3;

    /**
     * All viewers share one address, so the limit for one address is raised. Sessions of attackers end soon, so that
     * health is ok before the next attack. A router with half a PDU is disconnected sooner than by default.
     */
    private static final String CONFIG = """
            pathproof.policy-api.event-clients-per-address: 1000
            pathproof.collector.hold-time: 10s
            pathproof.policy-api.rtr-pdu-timeout: 5s
            """;

    /** The program logs a killed Redis and a full disk at ERROR. */
    private static final Pattern EXPECTED_ERRORS =
            Pattern.compile("standalone\\.(redis\\.RedisSupervisor|watch\\.DiskWatch) ");

    private static final String ROUTERS = "chaos-";
    private static final String HEALTH_CHANGED = "health changed: ";

    private final PrintWriter out;
    private final int rate;
    private final Path folder;
    private final World world = new World(PREFIXES);
    private final Load load = new Load(world, new Ledger(), SEED);
    private final Oracle oracle = new Oracle();
    private final RtrServer cache;
    private final Optional<SmallDisk> disk;
    private final StandaloneSite site;
    private @Nullable Canaries canaries;
    private @Nullable HealthWatch watch;

    AttackRun(Path launcher, Path records, String heap, int diskMegabytes, int rate, PrintWriter out)
            throws IOException, InterruptedException {
        this.out = out;
        this.rate = rate;
        folder = Files.createTempDirectory(Files.createDirectories(records), "run-");
        disk = SmallDisk.mount(
                folder.resolve("data"),
                diskMegabytes,
                why -> print("the data folder has no size limit, because no file system can be mounted: " + why));
        cache = new RtrServer(
                RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withNotifyInterval(Duration.ofSeconds(1)),
                world.rpki());
        world.loadKeys();
        world.detour(true);
        cache.start();
        print("starting ./pathproof up with a heap of " + heap + " in " + folder);
        Path config = Files.writeString(folder.resolve("site.yaml"), CONFIG);
        site = new StandaloneSite(launcher, folder, heap, cache.port(), List.of("--config", config.toString()));
    }

    /** Runs the attacks and the comparisons. Returns the number of failed ones. */
    int run(List<Attack> attacks) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        load.fill();
        site.awaitServing();
        Canaries told = new Canaries(site);
        canaries = told;
        HealthWatch watching = new HealthWatch(site, told);
        watch = watching;
        for (SimulatedRouter router : world.routers()) {
            router.start(site.bmp());
        }
        if (!isTableCorrect()) {
            throw new IllegalStateException("the table differs from the reference model before the attacks");
        }
        load.start(rate);
        watching.start();
        int failed = 0;
        for (Attack attack : attacks) {
            if (!calm(watching)) {
                print(attack.name() + " FAILED: health was not ok for " + CALM_SECONDS + " s within "
                        + CALM_TIMEOUT.toSeconds() + " s before it: " + watching.latest());
                failed++;
                continue;
            }
            failed += passes(attack, watching) ? 0 : 1;
        }
        watching.setPhase("afterwards");
        boolean calm = calm(watching);
        double reached = load.stop();
        watching.close();
        failed += isHealthCorrect(watching, calm) ? 0 : 1;
        failed += isTableCorrect() ? 0 : 1;
        failed += isServingAfterRestart() ? 0 : 1;
        failed += isLogClean() ? 0 : 1;
        print(String.format(
                Locale.ROOT,
                "load %.0f updates/s; the run took %d s",
                reached,
                (System.nanoTime() - begun) / 1_000_000_000));
        return failed;
    }

    private boolean calm(HealthWatch watching) throws InterruptedException {
        watching.setPhase("calm");
        int first = watching.seconds();
        try {
            site.await("health ok", CALM_TIMEOUT, () -> {
                List<HealthWatch.Sample> calm = watching.of("calm");
                return watching.seconds() >= first + CALM_SECONDS
                        && calm.size() >= CALM_SECONDS
                        && calm.subList(calm.size() - CALM_SECONDS, calm.size()).stream()
                                .allMatch(s -> s.status().equals("ok"));
            });
            return true;
        } catch (IllegalStateException e) {
            site.requireAlive();
            printThreads("calm");
            return false;
        }
    }

    /** Prints which code the threads of the program run, to explain a fault. */
    private void printThreads(String phase) {
        try {
            Path file = folder.resolve("threads-" + phase.replace(' ', '-') + ".txt");
            site.threads(file).stream().limit(MAX_PRINTED).forEach(line -> print("  threads: " + line));
        } catch (IOException e) {
            print("  no dump of the threads: " + e);
        }
    }

    /** Repeats an attack once if only health changed, because other work on the machine can also change health. */
    private boolean passes(Attack attack, HealthWatch watching) throws InterruptedException {
        List<String> faults = faults(attack, watching, attack.name());
        if (!faults.isEmpty() && faults.stream().allMatch(c -> c.startsWith(HEALTH_CHANGED)) && calm(watching)) {
            faults = faults(attack, watching, attack.name() + " repeated");
        }
        return isPassedOrSkipped(faults);
    }

    /** Returns true if there are no faults, or if all of them report skipped parts. */
    private static boolean isPassedOrSkipped(List<String> faults) {
        return faults.stream().allMatch(c -> c.startsWith("SKIPPED"));
    }

    private List<String> faults(Attack attack, HealthWatch watching, String phase) throws InterruptedException {
        List<String> faults = new ArrayList<>();
        watching.setPhase(phase);
        long start = System.nanoTime();
        try {
            attack.run(new Attack.Target(site, world, watching, disk), faults::add);
        } catch (IOException | RuntimeException e) {
            site.requireAlive();
            faults.add(e.toString());
        }
        List<HealthWatch.Sample> samples = watching.of(phase);
        if (attack.requiresHealthOk()) {
            samples.stream()
                    .filter(s -> !s.status().equals("ok"))
                    .limit(1)
                    .forEach(s -> faults.add(HEALTH_CHANGED + s));
        }
        double behind = samples.stream()
                .mapToDouble(HealthWatch.Sample::behind)
                .filter(b -> !Double.isNaN(b))
                .max()
                .orElse(0);
        long failing = samples.stream().filter(s -> !s.status().equals("ok")).count();
        print(String.format(
                Locale.ROOT,
                "%-15s %s  took %d s; health was not ok in %d of %d s; the table was at most %.1f s behind the routers",
                phase,
                faults.isEmpty() ? "passed" : isPassedOrSkipped(faults) ? "SKIPPED" : "FAILED",
                (System.nanoTime() - start) / 1_000_000_000,
                failing,
                samples.size(),
                behind));
        faults.stream().limit(MAX_PRINTED).forEach(c -> print("  " + c));
        if (!isPassedOrSkipped(faults)) {
            printThreads(phase);
        }
        return faults;
    }

    private boolean isHealthCorrect(HealthWatch watching, boolean calm) {
        List<HealthWatch.Sample> wrong = watching.wrongSamples();
        print("health " + (wrong.isEmpty() && calm ? "passed" : "FAILED") + "  " + watching.seconds() + " s observed, "
                + wrong.size() + " wrong health reports"
                + (calm ? "" : ", and health is not ok at the end: " + watching.latest()));
        wrong.stream().limit(MAX_PRINTED).forEach(sample -> print("  " + sample));
        return wrong.isEmpty() && calm;
    }

    private boolean isTableCorrect() throws InterruptedException {
        try {
            site.await("agreement", SETTLE_TIMEOUT, () -> compare().agrees());
        } catch (IllegalStateException e) {
            site.requireAlive();
        }
        Comparison comparison = compare();
        print("table " + (comparison.agrees() ? "passed" : "FAILED") + "  " + comparison.rows() + " rows compared, "
                + comparison.lost().size() + " lost, " + comparison.wrong().size() + " wrong");
        comparison.lost().stream().limit(MAX_PRINTED).forEach(lost -> print("  lost: " + lost));
        comparison.wrong().stream().limit(MAX_PRINTED).forEach(wrong -> print("  wrong: " + wrong));
        return comparison.agrees();
    }

    /** Kills the program and starts it again on the data that the attacks have left. */
    private boolean isServingAfterRestart() throws InterruptedException {
        long begun = System.nanoTime();
        site.restart();
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        boolean quick = took.compareTo(RESTART_TIMEOUT) <= 0;
        print("restart " + (quick ? "passed" : "FAILED") + "  serving " + took.toSeconds() + " s after a kill");
        return quick && isTableCorrect();
    }

    private Comparison compare() {
        Map<RouteName, Row> expected =
                RestTable.comparable(oracle.table(world, world.rpki().current().orElseThrow()));
        try {
            return Comparison.of(expected, RestTable.read(site, ROUTERS));
        } catch (IOException e) {
            return new Comparison(0, List.of("REST returned no table: " + e.getMessage()), List.of());
        }
    }

    private boolean isLogClean() {
        List<String> faults = new ArrayList<>();
        try {
            for (Path log : site.logs()) {
                faults.addAll(LogFile.forbiddenLines(log, EXPECTED_ERRORS));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        print("log " + (faults.isEmpty() ? "passed" : "FAILED"));
        faults.forEach(c -> print("  " + c));
        return faults.isEmpty();
    }

    /** Copies the logs from the file system of the run before it is unmounted. */
    private void keepLogs() {
        try {
            for (Path log : site.logs()) {
                if (Files.exists(log) && log.startsWith(site.data())) {
                    Files.copy(log, folder.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            print("logs are in " + folder);
        } catch (IOException e) {
            print("could not copy the logs to " + folder + ": " + e);
        }
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public void close() {
        HealthWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
        Canaries told = canaries;
        if (told != null) {
            told.close();
        }
        world.close();
        site.close();
        keepLogs();
        cache.close();
        disk.ifPresent(SmallDisk::close);
    }
}
