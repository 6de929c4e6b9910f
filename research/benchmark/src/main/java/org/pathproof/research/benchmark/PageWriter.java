// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.research.benchmark.costs.Cost;
import org.pathproof.research.benchmark.costs.CostRun;
import org.pathproof.research.benchmark.costs.CostTables;
import org.pathproof.research.benchmark.operations.Cores;
import org.pathproof.research.benchmark.operations.OperationTables;
import org.pathproof.research.benchmark.operations.OperationTables.OpenSslRate;
import org.pathproof.research.benchmark.operations.PipelineResults;
import org.pathproof.research.benchmark.operations.RawOperations;
import org.pathproof.research.schemes.bgpsec.BgpsecScheme;
import tools.jackson.databind.json.JsonMapper;

/** Measures what single pages need, and writes the pages, their plots and their results as JSON. */
final class PageWriter {
    /** Folder of the JSON files, below that of the pages. */
    static final String RESULTS = "results";

    private final Path out;
    private final boolean quick;
    private final Machine machine = Machine.here();
    private final OpenSslRates openSsl;
    private final String run;

    /**
     * Measures OpenSSL.
     *
     * @param quick true if pages say that the run was a quick one
     */
    PageWriter(Path out, boolean quick) throws IOException {
        this.out = out;
        this.quick = quick;
        openSsl = OpenSslRates.measure();
        run = new RunDescription(machine, openSsl, quick).text();
    }

    /** The content of the JSON file of a page. */
    private record Results<T>(Machine machine, boolean quick, T results) {}

    private <T> void writeResults(PageName page, T results) throws IOException {
        Path folder = Files.createDirectories(out.resolve(RESULTS));
        Files.writeString(
                folder.resolve(page + ".json"),
                JsonMapper.shared()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(new Results<>(machine, quick, results))
                        + "\n");
    }

    private void writePage(PageName page, Map<String, String> parts) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(parts);
        all.put("run", run);
        Pages.write(out.resolve(page.file()), all);
    }

    /** Writes the pages with results of all schemes. */
    void writeSchemes(Set<PageName> wanted, List<DetailedResult> results, Optional<Path> updates) throws IOException {
        if (wanted.contains(PageName.KEYCHAIN)) {
            writeResults(PageName.KEYCHAIN, results);
            writePage(PageName.KEYCHAIN, new KeychainTables(results).parts());
        }
        if (wanted.contains(PageName.S_BGP)) {
            Map<String, String> parts =
                    new LinkedHashMap<>(SbgpTables.measure(results).parts());
            if (updates.isPresent()) {
                parts.put("cache", CachedUpdates.read(updates.get()).table());
            }
            writePage(PageName.S_BGP, parts);
        }
    }

    /**
     * Measures each workload in the situations of the features, and writes README.md.
     *
     * @param pipelines folders with results of the pipeline, the most important first
     */
    void writeReadme(Measurement measurement, List<Workload> workloads, List<Path> pipelines) throws IOException {
        List<FeatureCosts> costs = workloads.stream()
                .map(workload -> FeatureCosts.measure(measurement, workload))
                .toList();
        List<PipelineResults> results = new ArrayList<>();
        for (Path folder : pipelines) {
            results.add(pipelineResults(folder));
        }
        writeResults(PageName.README, costs);
        writePage(
                PageName.README,
                Map.of(
                        "features",
                        FeatureTable.text(),
                        "costs",
                        FeatureCosts.table(costs),
                        "pipeline",
                        FeatureCosts.pipelineTable(results),
                        "latencies",
                        FeatureCosts.latencyTable(costs, results)));
    }

    /** Measures single operations and cores, and writes fast-bgpsec.md. */
    void writeFastBgpsec(Measurement measurement, Path pipeline) throws IOException {
        List<RawOperations.Rate> rates = RawOperations.measure(measurement::nanos);
        Duration time = measurement.perOperation();
        List<Cores> cores = Cores.measure(
                () -> {
                    Workload workload = new Workload(new BgpsecScheme(), BgpsecScheme.P256);
                    return () -> workload.verifyFourHops(RawOperations.BATCH);
                },
                time);
        OperationTables tables = new OperationTables(rates, openSslRates(), cores, pipelineResults(pipeline));
        writeResults(PageName.FAST_BGPSEC, Map.of("operations", rates, "openssl", openSslRates(), "cores", cores));
        writePage(PageName.FAST_BGPSEC, tables.parts());
        Files.writeString(out.resolve(OperationTables.CORES_PLOT), tables.coresPlot());
    }

    private Map<String, OpenSslRate> openSslRates() {
        Map<String, OpenSslRate> rates = new HashMap<>();
        for (OpenSslRates.Rate rate : openSsl.rates()) {
            for (RawOperations.Curve curve : RawOperations.Curve.values()) {
                if (rate.algorithm().contains("(nist" + curve.parameters.replace("-", "") + ")")) {
                    rates.put(curve.parameters, new OpenSslRate(rate.sign(), rate.verify()));
                }
            }
        }
        return rates;
    }

    private static PipelineResults pipelineResults(Path folder) throws IOException {
        return Files.exists(folder.resolve(PipelineResults.FILE)) ? PipelineResults.read(folder) : PipelineResults.NONE;
    }

    /** Measures keys and paths, and writes frr-bgpsec.md with its plots. */
    void writeFrrBgpsec(Path peers, Optional<Path> rtrlib, Optional<Path> srx, Path pipeline) throws IOException {
        List<Cost> costs = CostRun.measure(quick, peers, rtrlib, srx);
        CostTables tables = new CostTables(costs, pipelineResults(pipeline).rows());
        writeResults(PageName.FRR_BGPSEC, costs);
        writePage(PageName.FRR_BGPSEC, tables.parts());
        for (Map.Entry<String, String> plot : tables.plots().entrySet()) {
            Files.writeString(out.resolve(plot.getKey()), plot.getValue());
        }
    }

    /** Simulates forgeries, and writes forgery.md. */
    void writeForgery() throws IOException {
        Files.writeString(out.resolve(ForgeryPage.FILE), ForgeryPage.text());
    }
}
