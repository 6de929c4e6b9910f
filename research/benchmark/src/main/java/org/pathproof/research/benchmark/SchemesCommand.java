// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.Schemes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench schemes}. */
@Command(
        name = "pathproof bench schemes",
        mixinStandardHelpOptions = true,
        version = "benchmark of path-security schemes",
        description = {
            "Measures the path-security schemes of the literature beside BGPsec, on one thread, in one run.",
            "Writes the tables of research/comparisons. With --quick, measures only the published parameters, for two minutes,"
                    + " and writes no pages unless --page names them."
        })
public final class SchemesCommand extends BenchmarkCommand {
    private static final Measurement QUICK = new Measurement(Duration.ofSeconds(1), Duration.ofSeconds(3));

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Time for each operation of a scheme (default: ${DEFAULT-VALUE}). Unused with --quick.")
    private int seconds;

    @Option(
            names = "--page",
            paramLabel = "NAME",
            description =
                    "Measure and write only this page, such as frr-bgpsec. Repeatable. The pages are ${COMPLETION-CANDIDATES}.")
    private List<PageName> pages = new ArrayList<>();

    @Option(
            names = "--rtrlib",
            paramLabel = "FOLDER",
            description = "Sources of RTRlib with a build in FOLDER/build, to measure it for frr-bgpsec.")
    private Optional<Path> rtrlib = Optional.empty();

    @Option(
            names = "--srx",
            paramLabel = "FOLDER",
            description = "Prefix of an installed SRxCryptoAPI of BGP-SRx, to measure it for frr-bgpsec.")
    private Optional<Path> srx = Optional.empty();

    @Option(
            names = "--pipeline",
            paramLabel = "FOLDER",
            description = "Folder with results of ./pathproof bench pipeline (default: ${DEFAULT-VALUE}).")
    private Path pipeline = ROOT.resolve("research", "comparisons", "results");

    @Option(
            names = "--updates",
            paramLabel = "FILE",
            description = "Recorded UPDATEs in MRT, for the caches of S-BGP. Without it, their table stays as it is.")
    private Optional<Path> updates = Optional.empty();

    public static void main(String[] args) {
        exit(new SchemesCommand(), args);
    }

    @Override
    public Integer call() throws IOException {
        if (seconds < 1) {
            throw wrongOption("--seconds " + seconds + " is too small: the minimum is 1");
        }
        List<SchemeResult> results = isQuick() && pages.isEmpty() ? quick() : full();
        for (SchemeResult result : results) {
            if (isJson()) {
                printJson(result);
            } else {
                print(text(result));
            }
        }
        return 0;
    }

    private List<SchemeResult> quick() {
        List<SchemeResult> results = new ArrayList<>();
        for (PathSecurityScheme scheme : Schemes.all()) {
            results.add(QUICK.basic(workload(scheme, scheme.parameterSets().getFirst())));
        }
        return results;
    }

    /** Measures and writes the pages. Returns the results of the schemes, if a page has them. */
    private List<SchemeResult> full() throws IOException {
        Set<PageName> wanted = pages.isEmpty() ? EnumSet.allOf(PageName.class) : EnumSet.copyOf(pages);
        Measurement measurement =
                isQuick() ? QUICK : new Measurement(Duration.ofSeconds(seconds), Duration.ofSeconds(4L * seconds));
        Path out = results(ROOT.resolve("research", "comparisons"), true).orElseThrow();
        PageWriter writer = new PageWriter(out, isQuick());
        List<SchemeResult> results = new ArrayList<>();
        if (wanted.stream().anyMatch(page -> page.ofSchemes)) {
            List<DetailedResult> detailed = new ArrayList<>();
            for (PathSecurityScheme scheme : Schemes.all()) {
                for (ParameterSet parameters : scheme.parameterSets()) {
                    detailed.add(measurement.detailed(workload(scheme, parameters)));
                }
            }
            writer.writeSchemes(wanted, detailed, updates);
            detailed.forEach(result -> results.add(result.basic()));
        }
        if (wanted.contains(PageName.README)) {
            Path benchmarks = ROOT.resolve("docs", "benchmarks");
            writer.writeReadme(
                    measurement,
                    Schemes.all().stream()
                            .map(scheme ->
                                    workload(scheme, scheme.parameterSets().getFirst()))
                            .toList(),
                    List.of(benchmarks, pipeline, benchmarks.resolve("zen3")));
        }
        if (wanted.contains(PageName.FAST_BGPSEC)) {
            say("measuring operations");
            writer.writeFastBgpsec(measurement, pipeline);
        }
        if (wanted.contains(PageName.FRR_BGPSEC)) {
            say("measuring keys and paths");
            writer.writeFrrBgpsec(ROOT.resolve("research", "benchmark", "peers"), rtrlib, srx, pipeline);
        }
        if (wanted.contains(PageName.FORGERY)) {
            say("simulating forgeries");
            writer.writeForgery();
        }
        say("written to " + out);
        return results;
    }

    private void say(String text) {
        err().println(text);
    }

    private Workload workload(PathSecurityScheme scheme, ParameterSet parameters) {
        say("measuring " + scheme.name() + " " + parameters.name());
        return new Workload(scheme, parameters);
    }

    private static String text(SchemeResult result) {
        return String.format(
                Locale.ROOT,
                "%-10s %-9s sign %,.1f µs, verify %,.1f µs a hop, %.1f bytes a hop, %.1f bytes a path of 4 hops,"
                        + " %,.0f messages/s, delay %.4f s on average and %.4f s at most",
                result.scheme(),
                result.parameters(),
                result.signMicros(),
                result.verifyMicros(),
                result.bytesPerHop(),
                result.bytesOfPath4(),
                result.messagesPerSecond(),
                result.delayAverage(),
                result.delayMax());
    }
}
