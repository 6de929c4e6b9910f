// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.transports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.AppInfoParser;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.measure.OpenSsl;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench transports}. */
@Command(
        name = "pathproof bench transports",
        mixinStandardHelpOptions = true,
        description = {
            "Measures BMP over each transport: a route every 50 ms through ten relays of 15 ms into a real collector,"
                    + " a full table without signatures, the CPU time of the transport alone, forged packets, and wrong,"
                    + " expired and revoked certificates.",
            "Runs in a network namespace of its own where the kernel permits it. The attacks need root.",
            "With --quick: 100 updates and a table of 20,000 routes for each transport. The page alone has the certificates."
        })
public final class TransportsCommand extends BenchmarkCommand {
    private static final Path FEEDS = PAGES.resolve("feeds.md");
    private static final int WARM_UP = 50_000;
    private static final int UPDATES_PER_SECOND = 20;

    @Option(
            names = "--updates",
            paramLabel = "NUMBER",
            description = "Updates through the line, a multiple of 20 (default: ${DEFAULT-VALUE}).")
    private int updates = 3_000;

    @Option(
            names = "--routes",
            paramLabel = "NUMBER",
            description = "Routes of a full table (default: ${DEFAULT-VALUE}).")
    private int routes = 1_200_000;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            description = "Transports to measure (default: all that this machine has).")
    private List<String> names = List.of();

    @Option(
            names = "--attacks",
            description = "Send the forged packets only, and print a JSON object for each transport.")
    private boolean attacks;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            split = ",",
            description = "Measure nothing. Write the page from transports.json of earlier runs: that of this machine"
                    + " first, then those of others, such as a virtual machine with TCP-AO.")
    private List<Path> earlier = List.of();

    @Option(names = "--loopback", description = "Use the loopback interface of this machine. The launcher reads it.")
    private boolean loopback;

    @Option(
            names = "--tables",
            paramLabel = "FOLDER",
            description = "Folder with MRT table dumps of real routers (default: ${DEFAULT-VALUE}).")
    private Path tables = ROOT.resolve("..", "shared", "data", "mrt").normalize();

    private final Path cache = ROOT.resolve(".build", "bench", "transports");

    public static void main(String[] args) {
        exit(new TransportsCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!earlier.isEmpty()) {
            Report.read(earlier).write(results(PAGES, true).orElseThrow(), FeedTimes.read(FEEDS));
            return 0;
        }
        Sizes sizes = isQuick() ? Sizes.QUICK : new Sizes(WARM_UP, updates, routes);
        if (updates < UPDATES_PER_SECOND || updates % UPDATES_PER_SECOND != 0 || routes < 1) {
            throw wrongOption("--updates is a multiple of 20, and --routes is at least 1");
        }
        List<Kind> kinds = kinds();
        List<TransportResult> results = new ArrayList<>();
        Progress progress = progress();
        if (loopback) {
            progress.print("forged packets are sent on the loopback interface of this machine");
        }
        Files.createDirectories(cache);
        if (attacks) {
            attack(kinds);
            return 0;
        }
        Optional<Path> folder = results(PAGES, !isQuick());
        Machine machine = Machine.here().withKafka(AppInfoParser.getVersion()); // before the run itself causes load
        List<CertificateResult> certificates = List.of();
        String openssl;
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            Credentials credentials = new Credentials(processes.folder("certificates"));
            progress.print("signing the routes of the lines, starting all parts, and playing a table to warm up");
            RealTables real = new RealTables(tables, err());
            try (ChainRun chain = ChainRun.start(processes, cache, real, sizes, credentials)) {
                openssl = openssl(chain, processes);
                for (Kind kind : kinds) {
                    String position = kind.label() + " (" + (results.size() + 1) + " of " + kinds.size() + ")";
                    TransportResult result = measure(kind, sizes, chain, credentials, position, progress);
                    results.add(result);
                    if (isJson()) {
                        printJson(result);
                    }
                }
                if (folder.isPresent() || !isJson()) {
                    certificates = certificates(kinds, chain, credentials, progress);
                }
            }
        }
        if (!isJson()) {
            print(Report.table(results));
            print(Report.certificates(certificates));
        }
        if (folder.isPresent()) {
            Run run = new Run(machine, sizes, openssl, results, certificates);
            new Report(List.of(run)).write(folder.get(), FeedTimes.read(FEEDS));
        }
        return 0;
    }

    private String openssl(ChainRun chain, ProcessGroup processes) throws IOException {
        if (isQuick()) {
            return "OpenSSL was not measured";
        }
        OpenSsl.Result result = OpenSsl.measure(chain.signatures(), processes.folder("openssl"));
        return result.signaturesPerSecond() == 0
                ? result.words()
                : String.format(Locale.ROOT, "%,.0f/s by %s", result.signaturesPerSecond(), result.words());
    }

    private static List<CertificateResult> certificates(
            List<Kind> kinds, ChainRun chain, Credentials credentials, Progress progress)
            throws IOException, InterruptedException {
        List<CertificateResult> results = new ArrayList<>();
        List<Kind> certified =
                Stream.of(Kind.TLS, Kind.QUIC).filter(kinds::contains).toList();
        if (!certified.isEmpty()) {
            progress.print("wrong, expired and revoked certificates");
        }
        // The collector limits the refusals of an address in its log, so each transport has a collector of its own.
        for (Kind kind : certified) {
            try (CertificateCheck check = new CertificateCheck(chain.site(), credentials)) {
                results.addAll(check.of(kind));
            }
        }
        return results;
    }

    private void attack(List<Kind> kinds) throws IOException, InterruptedException {
        try (ProcessGroup processes = ProcessGroup.in(cache)) {
            Credentials credentials = new Credentials(processes.folder("certificates"));
            for (Kind kind : kinds) {
                Optional<String> missing = kind.unavailable();
                Attack attack = new Attack(kind, credentials);
                Object result = missing.isPresent()
                        ? Map.of("transport", kind.label(), "unavailable", missing.get())
                        : Map.of(
                                "transport", kind.label(),
                                "survives_rst", attack.survivesReset(),
                                "survives_injection", attack.survivesInjection());
                printJson(result);
            }
        }
    }

    private List<Kind> kinds() {
        if (names.isEmpty()) {
            return List.of(Kind.values());
        }
        List<Kind> kinds = new ArrayList<>();
        for (String name : names) {
            kinds.add(Arrays.stream(Kind.values())
                    .filter(kind -> kind.label().equals(name))
                    .findFirst()
                    .orElseThrow(() -> wrongOption("unknown transport '" + name + "': use "
                            + Arrays.stream(Kind.values()).map(Kind::label).toList())));
        }
        return kinds;
    }

    private static TransportResult measure(
            Kind kind, Sizes sizes, ChainRun chain, Credentials credentials, String position, Progress progress)
            throws IOException, InterruptedException {
        Optional<String> missing = kind.unavailable();
        if (missing.isPresent()) {
            return TransportResult.unavailable(kind, missing.get());
        }
        progress.print(String.format(
                Locale.ROOT,
                "%s: %,d routes, one every 50 ms: %d s",
                position,
                sizes.updates(),
                sizes.updates() / UPDATES_PER_SECOND));
        ChainRun.LineTimes line = chain.line(kind, sizes.updates());
        progress.print(String.format(Locale.ROOT, "%s: a table of %,d routes", position, sizes.routes()));
        double seconds = chain.table(kind);
        progress.print(
                String.format(Locale.ROOT, "%s: the table took %.1f s; CPU time and attacks", position, seconds));
        double cpu = TransportCost.of(
                kind,
                chain.bytes(),
                credentials,
                sizes.equals(Sizes.QUICK) ? TransportCost.Effort.QUICK : TransportCost.Effort.FULL);
        Attack attack = new Attack(kind, credentials);
        return new TransportResult(
                kind.label(),
                null,
                line.updates(),
                TransportResult.millis(line.received(), 50),
                TransportResult.millis(line.received(), 99),
                TransportResult.Spread.of(line.received()),
                TransportResult.millis(line.verdict(), 50),
                TransportResult.millis(line.verdict(), 99),
                sizes.routes(),
                TransportResult.rounded(seconds),
                TransportResult.rounded(cpu),
                attack.survivesReset(),
                attack.survivesInjection());
    }
}
