// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.measure.OpenSsl;
import org.pathproof.benchmark.pipeline.measure.Profile;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.EngineChoice;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.site.StartCache;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;

/**
 * The environment of scenarios.
 *
 * @param cache folder of workloads
 * @param routes number of routes of a full table
 * @param profile true to record the JVMs of collector and validator
 * @param startCaches true to start Pathproof's services with trained ahead-of-time caches, like the images
 */
public record Bench(
        Path cache, RealTables tables, int routes, boolean profile, boolean startCaches, Progress progress) {
    private static final double FRR_MICROS_PER_SIGNATURE = 71;
    private static final double TARA_UPDATES_PER_SECOND = 32_393 / 3.11;
    static final int THREADS_SHOWN = 8;
    private static final int FRAMES_SHOWN = 40;

    /** A measurement on a site of its own. */
    interface Scenario {
        Outcome run(Bench bench) throws IOException, InterruptedException;
    }

    /** Starts a site in a folder of its own, and waits until it is ready to validate. */
    Run start(ProcessGroup processes, SiteOptions options, Workload workload) throws IOException, InterruptedException {
        progress.print("starting all parts");
        SiteOptions recorded = profile ? options.withJvm(Profile.arguments()) : options;
        Run run = Run.start(processes, cached(recorded), workload);
        progress.print("ready");
        return run;
    }

    /** Returns options with the start caches of the services, if this run uses them. */
    SiteOptions cached(SiteOptions options) {
        return startCaches ? options.withStartCache(caches()) : options;
    }

    private StartCache caches() {
        return StartCache.ofServices(cache.resolve(StartCache.FOLDER));
    }

    ProcessGroup processes() throws IOException {
        return ProcessGroup.in(cache);
    }

    /** Returns the workload of a name, and creates it if it is missing. */
    Workload workload(String name, java.util.function.Supplier<Workload.Recipe> recipe) throws IOException {
        progress.print("workload " + name);
        return Workload.of(cache, name + "-" + tables.origin(), recipe);
    }

    /** Adds figures of CPU time and signatures. */
    void describe(Outcome.Builder outcome, Measured measured, Workload workload) {
        int updates = measured.arrivals().total();
        outcome.figure("CPU", measured.cpuMicrosPerUpdate(), "µs/update")
                .figure("CPU without JIT compilers", measured.warmMicrosPerUpdate(), "µs/update")
                .figure("signatures verified", (double) measured.verified(), "")
                .figure("signatures remembered", (double) measured.remembered(), "")
                .cpu(Run.perUpdate(measured.cpu(), updates));
        measured.cpu().threads().keySet().forEach(stage -> outcome.threads(stage, threads(measured, stage)));
        if (!startCaches || !caches().exists()) {
            outcome.note("The JVMs of the services started without ahead-of-time caches.");
        }
        EngineChoice.demanded().ifPresent(name -> outcome.note("Signature engine: " + name + ", by --engine."));
    }

    /** Returns the kinds of threads of a stage with the most CPU time, in microseconds per update. */
    static Map<String, Double> threads(Measured measured, String stage) {
        Map<String, Double> top = new LinkedHashMap<>();
        measured.cpu().threads().getOrDefault(stage, Map.of()).entrySet().stream()
                .limit(THREADS_SHOWN)
                .forEach(kind -> top.put(
                        kind.getKey(),
                        (double) kind.getValue() / measured.arrivals().total()));
        return top;
    }

    /**
     * Adds figures that compare a rate of new updates with published rates and with OpenSSL on signatures of this
     * workload.
     */
    void compare(Outcome.Builder outcome, double updatesPerSecond, Workload workload) throws IOException {
        double hops = workload.hops();
        outcome.figure(
                        "published: taraBGPsec, one core (32,393 routes in 3.11 s)",
                        updatesPerSecond / TARA_UPDATES_PER_SECOND,
                        "×")
                .figure(
                        "published: FRR, one core (71 µs a signature, and 71 µs to load its key)",
                        updatesPerSecond * hops * 2 * FRR_MICROS_PER_SIGNATURE / 1e6,
                        "×");
        progress.print("OpenSSL on the same signatures");
        OpenSsl.Result openSsl = OpenSsl.measure(workload.baseline(), cache);
        if (openSsl.signaturesPerSecond() > 0) {
            outcome.figure("OpenSSL, one thread, signatures", openSsl.signaturesPerSecond(), "/s")
                    .figure(
                            "against OpenSSL, one thread",
                            updatesPerSecond * hops / openSsl.signaturesPerSecond(),
                            "×");
        }
        outcome.note(openSsl.words());
    }

    /** Adds the profiles of the recorded JVMs. */
    void profile(Run run, Outcome.Builder outcome, Measured measured) throws IOException {
        if (!profile) {
            return;
        }
        for (String stage : Profile.STAGES) {
            progress.print("the profile of the " + stage);
            Profile found = Profile.of(
                    run.site().of(stage).getFirst(),
                    measured.begun(),
                    measured.arrivals().last());
            // Samples exclude threads of the JVM, so their CPU time is excluded, too.
            double micros = (double) measured.cpu().javaMicros(stage)
                    / measured.arrivals().total();
            outcome.profile(new Outcome.TopFrames(
                    stage,
                    found.samples(),
                    frames(found.byThread(FRAMES_SHOWN), micros),
                    frames(found.running(FRAMES_SHOWN), micros),
                    frames(found.including(2 * FRAMES_SHOWN), micros)));
        }
    }

    private static List<Outcome.Frame> frames(List<Profile.Share> shares, double micros) {
        return shares.stream()
                .map(share -> new Outcome.Frame(share.what(), share.share(), share.share() * micros))
                .toList();
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
