// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.schemes;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.pathproof.harness.CommandErrors;
import org.pathproof.schemes.ParameterSet;
import org.pathproof.schemes.PathSecurityScheme;
import org.pathproof.schemes.Schemes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code ./pathproof bench schemes}. */
@Command(
        name = "pathproof bench schemes",
        mixinStandardHelpOptions = true,
        version = "benchmark of path-security schemes",
        description = {
            "Measures the path-security schemes of the literature beside BGPsec, on one thread, in one run.",
            "Writes the tables of docs/comparisons. With --quick, measures only the published parameters, for two minutes."
        })
public final class SchemesCommand implements Callable<Integer> {
    /** Folder of the repository, which the launcher passes. */
    private static final Path ROOT = Path.of(System.getProperty("pathproof.root", ""));

    private static final Measurement QUICK = new Measurement(Duration.ofSeconds(1), Duration.ofSeconds(3));

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--quick",
            description = "Measure each scheme with its published parameters only, and write no pages.")
    private boolean quick;

    @Option(names = "--json", description = "Print one JSON object for each scheme, one in a line.")
    private boolean json;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Time for each operation of a scheme (default: ${DEFAULT-VALUE}). Unused with --quick.")
    private int seconds;

    @Option(
            names = "--updates",
            paramLabel = "FILE",
            description = "Recorded UPDATEs in MRT, for the caches of S-BGP. Without it, their table stays as it is.")
    private Optional<Path> updates = Optional.empty();

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Folder of the pages (default: ${DEFAULT-VALUE}). Unused with --quick.")
    private Path out = ROOT.resolve("docs", "comparisons");

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandErrors.commandLine(new SchemesCommand(), IllegalArgumentException.class);
    }

    @Override
    public Integer call() throws IOException {
        if (seconds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds " + seconds + " is too small: the minimum is 1");
        }
        List<SchemeResult> results = quick ? quick() : full();
        PrintWriter to = spec.commandLine().getOut();
        JsonMapper mapper = new JsonMapper();
        for (SchemeResult result : results) {
            to.println(json ? mapper.writeValueAsString(result) : text(result));
        }
        to.flush();
        return 0;
    }

    private List<SchemeResult> quick() {
        List<SchemeResult> results = new ArrayList<>();
        for (PathSecurityScheme scheme : Schemes.all()) {
            results.add(QUICK.basic(workload(scheme, scheme.parameterSets().getFirst())));
        }
        return results;
    }

    private List<SchemeResult> full() throws IOException {
        Machine machine = Machine.here();
        OpenSslRates openSsl = OpenSslRates.measure();
        Measurement measurement = new Measurement(Duration.ofSeconds(seconds), Duration.ofSeconds(4L * seconds));
        List<DetailedResult> results = new ArrayList<>();
        for (PathSecurityScheme scheme : Schemes.all()) {
            for (ParameterSet parameters : scheme.parameterSets()) {
                results.add(measurement.detailed(workload(scheme, parameters)));
            }
        }
        String run = new RunDescription(machine, openSsl).text();
        Map<String, String> keychain = new LinkedHashMap<>(new KeychainTables(results).parts());
        keychain.put("run", run);
        Pages.write(out.resolve("keychain.md"), keychain);
        Map<String, String> sbgp =
                new LinkedHashMap<>(SbgpTables.measure(results).parts());
        sbgp.put("run", run);
        if (updates.isPresent()) {
            sbgp.put("cache", CachedUpdates.read(updates.get()).table());
        }
        Pages.write(out.resolve("s-bgp.md"), sbgp);
        Pages.write(
                out.resolve("fast-bgpsec.md"),
                Map.of("run", run, "operations", new FastBgpsecTables(results).operations()));
        Pages.write(out.resolve("README.md"), Map.of("features", FeatureTable.text()));
        spec.commandLine().getErr().println("written to " + out);
        return results.stream().map(DetailedResult::basic).toList();
    }

    private Workload workload(PathSecurityScheme scheme, ParameterSet parameters) {
        spec.commandLine().getErr().println("measuring " + scheme.name() + " " + parameters.name());
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
