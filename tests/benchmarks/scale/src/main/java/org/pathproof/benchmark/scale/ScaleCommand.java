// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.kit.BenchmarkCommand;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.workload.RealTables;
import org.pathproof.harness.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./pathproof bench scale}. */
@Command(
        name = "pathproof bench scale",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the policy API in a network of many routers: memory, reading from Kafka, starts with and without a"
                    + " snapshot, requests, changes, and pauses of the garbage collector (part read). Then routers with the"
                    + " same table send it through the whole chain, from BMP to the policy API (part chain).",
            "The part read writes synthetic verdicts to a Kafka broker on this machine. A run with 50 million rows needs 9 GB of disk"
                    + " for some minutes, and the heap. With --quick: 20 sessions with 50,000 prefixes, and 5 routers with 5,000"
                    + " routes, within two minutes."
        })
final class ScaleCommand extends BenchmarkCommand {
    private static final int MIN_SESSIONS = 12;
    private static final int MAX_SESSIONS = 10_000;
    private static final int MIN_PREFIXES = 1_000;
    private static final int MAX_PREFIXES = 4_000_000;
    private static final long MAX_ROWS = 2_000_000_000L;
    private static final int MANY_ROWS = 5_000_000;
    private static final int MIN_ROUTERS = 2;
    private static final int MAX_ROUTERS = 250;
    private static final int MIN_ROUTES = 1_000;
    private static final int MAX_ROUTES = 1_000_000;
    private static final Pattern HEAP = Pattern.compile("(\\d{1,6})([mg])");

    @Option(names = "--sessions", paramLabel = "N", description = "Number of sessions with a full table (default: 50).")
    private @Nullable Integer sessions;

    @Option(
            names = "--prefixes",
            paramLabel = "N",
            description = "Number of prefixes of a full table (default: 400000).")
    private @Nullable Integer prefixes;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Largest heap of the policy API, such as 512m or 4g (default: ${DEFAULT-VALUE}).")
    private String heap = "4g";

    @Option(
            names = "--signed-percent",
            paramLabel = "PERCENT",
            description = "Percentage of the paths that are signed (default: 20).")
    private @Nullable Integer signedPercent;

    /** The parts of a run. */
    enum Part {
        /** The policy API with synthetic verdicts. */
        READ,
        /** Routers with the same table, from BMP to the policy API. */
        CHAIN
    }

    @Option(
            names = "--part",
            paramLabel = "PART",
            split = ",",
            description = "Parts to run: read, chain (default: both). A part alone writes no page, unless --out names a"
                    + " folder.")
    private Set<String> parts = Set.of();

    @Option(names = "--routers", paramLabel = "N", description = "Number of routers of the part chain (default: 20).")
    private @Nullable Integer routers;

    @Option(
            names = "--routes",
            paramLabel = "N",
            description = "Number of routes of each of these routers (default: 100000).")
    private @Nullable Integer routes;

    @Option(
            names = "--tables",
            paramLabel = "FOLDER",
            description = "Folder with MRT table dumps of real routers. Without them, prefixes and paths are random"
                    + " (default: ${DEFAULT-VALUE}).")
    private Path tables = ROOT.resolve("..", "shared", "data", "mrt").normalize();

    public static void main(String[] args) {
        exit(new ScaleCommand(), args);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Progress progress = progress();
        Set<Part> wanted = parts();
        Sizes sizes = sizes();
        ChainSizes chain = chainSizes();
        Path work = buildFolder("bench").resolve("scale");
        RealTables real = new RealTables(tables, err());
        Outcome read = wanted.contains(Part.READ) ? measureRead(sizes, real, work, progress) : null;
        ChainOutcome whole = wanted.contains(Part.CHAIN) ? measureChain(chain, real, work, progress) : null;
        publish(read, whole);
        return 0;
    }

    private Set<Part> parts() {
        Set<Part> wanted = EnumSet.noneOf(Part.class);
        for (String part : parts) {
            try {
                wanted.add(Part.valueOf(part.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw wrongOption("--part " + part + " is not a part: use read or chain");
            }
        }
        return wanted.isEmpty() ? EnumSet.allOf(Part.class) : wanted;
    }

    private static Machine machine() {
        return Machine.here().withKafka(AppInfoParser.getVersion());
    }

    private static Outcome measureRead(Sizes sizes, RealTables tables, Path work, Progress progress)
            throws IOException, InterruptedException {
        Machine machine = machine();
        try (ProcessGroup processes = ProcessGroup.in(work)) {
            Resources.require(sizes, processes.folder());
            RealNetwork network = RealNetwork.of(tables, sizes.prefixes());
            progress.print("prefixes and paths: " + network.origin());
            ReadSide side = ReadSide.start(processes);
            return new ScaleRun(sizes, network, progress).measure(machine, side);
        }
    }

    private static ChainOutcome measureChain(ChainSizes sizes, RealTables tables, Path work, Progress progress)
            throws IOException, InterruptedException {
        CopiedTables copied = CopiedTables.of(work, tables, sizes);
        Machine machine = machine();
        try (ProcessGroup processes = ProcessGroup.in(work);
                ChainRun run = ChainRun.start(processes, sizes, copied, progress)) {
            return run.measure(machine);
        }
    }

    private void publish(@Nullable Outcome read, @Nullable ChainOutcome chain) throws IOException {
        ScaleResults own =
                new ScaleResults(read == null ? List.of() : List.of(read), chain == null ? List.of() : List.of(chain));
        if (isJson()) {
            printJson(isQuick() ? own.quickJson() : own.json());
        } else {
            print(own.page().text());
        }
        Optional<Path> folder = results(PAGES, !isQuick() && read != null && chain != null);
        if (folder.isPresent()) {
            ResultFile all = ResultFile.read(folder.get());
            all = read == null ? all : all.with(read);
            all = chain == null ? all : all.with(chain);
            all.write(folder.get());
            new ScaleResults(all.runs(), all.chains()).page().write(folder.get(), "scale.md");
        }
    }

    private ChainSizes chainSizes() {
        return new ChainSizes(
                checked("--routers", routers, isQuick() ? 5 : 20, MIN_ROUTERS, MAX_ROUTERS),
                checked("--routes", routes, isQuick() ? 5_000 : 100_000, MIN_ROUTES, MAX_ROUTES),
                isQuick() ? 3 : 10);
    }

    private Sizes sizes() {
        int count = checked("--sessions", sessions, isQuick() ? 20 : 50, MIN_SESSIONS, MAX_SESSIONS);
        int table = checked("--prefixes", prefixes, isQuick() ? 50_000 : 400_000, MIN_PREFIXES, MAX_PREFIXES);
        long rows = (long) count * table;
        if (rows > MAX_ROWS) {
            throw wrongOption(String.format(
                    Locale.ROOT,
                    "%,d sessions × %,d prefixes are not possible: use %,d rows at most",
                    count,
                    table,
                    MAX_ROWS));
        }
        return new Sizes(
                count,
                table,
                heapBytes(),
                checked("--signed-percent", signedPercent, 20, 1, 100),
                rows < MANY_ROWS ? 200_000 : 1_000_000,
                isQuick() ? 1 : 3,
                isQuick() ? 500 : 3_000,
                isQuick() ? 20 : 50);
    }

    private long heapBytes() {
        Matcher matcher = HEAP.matcher(heap.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw wrongOption("--heap " + heap + " is not a size: use a number with m or g, such as 4g");
        }
        return Long.parseLong(matcher.group(1)) << (matcher.group(2).equals("g") ? 30 : 20);
    }
}
