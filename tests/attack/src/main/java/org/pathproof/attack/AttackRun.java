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
import org.pathproof.attack.site.StandaloneSite;
import org.pathproof.attack.truth.Canaries;
import org.pathproof.attack.truth.HealthWatch;
import org.pathproof.attack.truth.LogFile;
import org.pathproof.attack.truth.RestTable;
import org.pathproof.chaos.load.Ledger;
import org.pathproof.chaos.load.Load;
import org.pathproof.chaos.load.RouteName;
import org.pathproof.chaos.load.World;
import org.pathproof.chaos.oracle.Comparison;
import org.pathproof.chaos.oracle.Oracle;
import org.pathproof.chaos.oracle.Row;
import org.pathproof.harness.SmallDisk;
import org.pathproof.lab.SimulatedRouter;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;

/** A run: the program, load, one attack after the other, and the comparisons at the end. */
final class AttackRun implements AutoCloseable {
    /** Comparisons after the attacks: health, table, log. */
    static final int CHECKS = 3;

    private static final int PREFIXES = 400;
    private static final long SEED = 20261122;
    private static final int SHOWN = 10;
    private static final Duration CALM = Duration.ofMinutes(2);
    private static final Duration SETTLED = Duration.ofMinutes(2);
    /** Healthy seconds in a row before an attack begins. */
    private static final int CALM_SECONDS = 3;

    /** All viewers share one address, so the limit for one address is raised. */
    private static final String CONFIG = "pathproof.policy-api.event-clients-per-address: 1000\n";

    /** The program logs a killed Redis and a full disk at ERROR. */
    private static final Pattern EXPECTED_ERRORS = Pattern.compile("standalone\\.(RedisSupervisor|DiskWatch) ");

    private static final String ROUTERS = "chaos-";
    private static final String HEALTH_MOVED = "health moved: ";

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
                folder.resolve("data"), diskMegabytes, why -> say("no file system of a given size here: " + why));
        cache = new RtrServer(
                RtrServerSettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .withNotifyInterval(Duration.ofSeconds(1)),
                world.rpki());
        world.loadKeys();
        world.detour(true);
        cache.start();
        say("starting ./pathproof up with a heap of " + heap + " in " + folder);
        Path config = Files.writeString(folder.resolve("site.yaml"), CONFIG);
        site = new StandaloneSite(launcher, folder, heap, cache.port(), List.of("--config", config.toString()));
    }

    /** Runs the attacks and the comparisons; returns how many of them failed. */
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
        site.await(
                "agreement with the reference model before the attacks",
                SETTLED,
                () -> compare().agrees());
        load.start(rate);
        watching.start();
        int failed = 0;
        for (Attack attack : attacks) {
            if (!calm(watching)) {
                say(attack.name() + " FAILED: health was not ok for " + CALM_SECONDS + " s within " + CALM.toSeconds()
                        + " s before it: " + watching.latest());
                failed++;
                continue;
            }
            failed += passes(attack, watching) ? 0 : 1;
        }
        watching.phase("afterwards");
        boolean calm = calm(watching);
        double reached = load.stop();
        watching.close();
        failed += healthToldTheTruth(watching, calm) ? 0 : 1;
        failed += tableAgrees() ? 0 : 1;
        failed += logIsClean() ? 0 : 1;
        say(String.format(
                Locale.ROOT, "%.0f updates/s; %d s in all", reached, (System.nanoTime() - begun) / 1_000_000_000));
        return failed;
    }

    private boolean calm(HealthWatch watching) throws InterruptedException {
        watching.phase("calm");
        int first = watching.seconds();
        try {
            site.await("health ok", CALM, () -> {
                List<HealthWatch.Sample> calm = watching.of("calm");
                return watching.seconds() >= first + CALM_SECONDS
                        && calm.size() >= CALM_SECONDS
                        && calm.subList(calm.size() - CALM_SECONDS, calm.size()).stream()
                                .allMatch(s -> s.status().equals("ok"));
            });
            return true;
        } catch (IllegalStateException e) {
            site.requireAlive();
            return false;
        }
    }

    /** Repeats an attack once when health moved, since other work on the machine can move it as well. */
    private boolean passes(Attack attack, HealthWatch watching) throws InterruptedException {
        List<String> complaints = complaints(attack, watching, attack.name());
        if (!complaints.isEmpty() && complaints.stream().allMatch(c -> c.startsWith(HEALTH_MOVED)) && calm(watching)) {
            complaints = complaints(attack, watching, attack.name() + " repeated");
        }
        return isSkipped(complaints);
    }

    /** Returns true for complaints that tell of skipped parts only; true for none. */
    private static boolean isSkipped(List<String> complaints) {
        return complaints.stream().allMatch(c -> c.startsWith("SKIPPED"));
    }

    private List<String> complaints(Attack attack, HealthWatch watching, String phase) throws InterruptedException {
        List<String> complaints = new ArrayList<>();
        watching.phase(phase);
        long start = System.nanoTime();
        try {
            attack.run(new Attack.Target(site, world, watching, disk), complaints::add);
        } catch (IOException | RuntimeException e) {
            site.requireAlive();
            complaints.add(e.toString());
        }
        List<HealthWatch.Sample> samples = watching.of(phase);
        if (attack.mustNotMoveHealth()) {
            samples.stream()
                    .filter(s -> !s.status().equals("ok"))
                    .limit(1)
                    .forEach(s -> complaints.add(HEALTH_MOVED + s));
        }
        double behind = samples.stream()
                .mapToDouble(HealthWatch.Sample::behind)
                .filter(b -> !Double.isNaN(b))
                .max()
                .orElse(0);
        long failing = samples.stream().filter(s -> !s.status().equals("ok")).count();
        say(String.format(
                Locale.ROOT,
                "%-15s %s  %d s, health not ok in %d of %d s, table at most %.1f s behind",
                phase,
                complaints.isEmpty() ? "passed" : isSkipped(complaints) ? "SKIPPED" : "FAILED",
                (System.nanoTime() - start) / 1_000_000_000,
                failing,
                samples.size(),
                behind));
        complaints.stream().limit(SHOWN).forEach(c -> say("  " + c));
        return complaints;
    }

    private boolean healthToldTheTruth(HealthWatch watching, boolean calm) {
        List<HealthWatch.Sample> lies = watching.lies();
        say("health " + (lies.isEmpty() && calm ? "passed" : "FAILED") + "  " + watching.seconds() + " s watched, "
                + lies.size() + " answers were untrue"
                + (calm ? "" : ", and it is not ok at the end: " + watching.latest()));
        lies.stream().limit(SHOWN).forEach(lie -> say("  " + lie));
        return lies.isEmpty() && calm;
    }

    private boolean tableAgrees() throws InterruptedException {
        try {
            site.await("agreement", SETTLED, () -> compare().agrees());
        } catch (IllegalStateException e) {
            site.requireAlive();
        }
        Comparison comparison = compare();
        say("table " + (comparison.agrees() ? "passed" : "FAILED") + "  " + comparison.rows() + " rows compared, "
                + comparison.lost().size() + " lost, " + comparison.wrong().size() + " wrong");
        comparison.lost().stream().limit(SHOWN).forEach(lost -> say("  lost: " + lost));
        comparison.wrong().stream().limit(SHOWN).forEach(wrong -> say("  wrong: " + wrong));
        return comparison.agrees();
    }

    private Comparison compare() {
        Map<RouteName, Row> foretold =
                RestTable.comparable(oracle.table(world, world.rpki().current().orElseThrow()));
        try {
            return Comparison.of(foretold, RestTable.read(site, ROUTERS));
        } catch (IOException e) {
            return new Comparison(0, List.of("no table: " + e.getMessage()), List.of());
        }
    }

    private boolean logIsClean() {
        List<String> complaints = new ArrayList<>();
        try {
            for (Path log : site.logs()) {
                complaints.addAll(LogFile.complaints(log, EXPECTED_ERRORS));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        say("log " + (complaints.isEmpty() ? "passed" : "FAILED"));
        complaints.forEach(c -> say("  " + c));
        return complaints.isEmpty();
    }

    /** Copies the logs from the file system of the run before it is unmounted. */
    private void keepLogs() {
        try {
            for (Path log : site.logs()) {
                if (Files.exists(log) && log.startsWith(site.data())) {
                    Files.copy(log, folder.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            say("logs are in " + folder);
        } catch (IOException e) {
            say("logs were not kept: " + e);
        }
    }

    private void say(String line) {
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
