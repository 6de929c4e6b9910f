// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.scale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Progress;
import org.pathproof.benchmark.pipeline.measure.CpuUse;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.measure.Scrape;
import org.pathproof.benchmark.pipeline.site.Site;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.contracts.metrics.EngineMetricNames;
import org.pathproof.contracts.metrics.StoreMetricNames;
import org.pathproof.contracts.metrics.ValidatorMetricNames;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Conditions;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of the whole chain: routers with the same table send it to a collector. Each step ends when the policy API
 * shows its result.
 */
final class ChainRun implements AutoCloseable {
    private static final String VALIDATOR = "validator";
    private static final String POLICY_API = "policy-api";
    private static final List<String> STAGES =
            List.of("collector", "broker", VALIDATOR, POLICY_API, "key-sync", "redis");
    private static final Duration STEP = Duration.ofMinutes(20);
    private static final int MAX_PAGE = 10_000;

    private final ChainSizes sizes;
    private final CopiedTables tables;
    private final Progress progress;
    private final Site site;
    private final KeepAliveClient client;

    private ChainRun(ChainSizes sizes, CopiedTables tables, Progress progress, Site site) {
        this.sizes = sizes;
        this.tables = tables;
        this.progress = progress;
        this.site = site;
        this.client = new KeepAliveClient(site.httpPort(api()));
    }

    private static ChildProcess only(Site site, String stage) {
        return site.of(stage).getFirst();
    }

    private ChildProcess api() {
        return only(site, POLICY_API);
    }

    /** Starts all parts, and waits until they can validate. */
    static ChainRun start(ProcessGroup processes, ChainSizes sizes, CopiedTables tables, Progress progress)
            throws IOException, InterruptedException {
        progress.print("starting all parts of the chain");
        Site site = Site.start(
                processes,
                SiteOptions.plain()
                        .withSettings(Map.of(
                                POLICY_API, Map.of("pathproof.policy-api.http.max-rate-per-client", "1000000"))));
        site.rpki().replace(tables.workload().rpki());
        site.awaitReady();
        int keys = tables.workload().keys().size();
        Conditions.await(
                "the router keys to reach the validator",
                () -> Scrape.of(site, VALIDATOR).sum(ValidatorMetricNames.VALIDATOR_KEYS) >= keys);
        return new ChainRun(sizes, tables, progress, site);
    }

    /** Runs all measurements. */
    ChainOutcome measure(Machine machine) throws InterruptedException {
        long emptyValidator = heap(VALIDATOR);
        long emptyApi = heap(POLICY_API);
        for (int router = 1; router <= sizes.routers(); router++) {
            site.player().open(router, site.bmpPort());
            site.player().play(tables.begin(router));
            site.player().awaitEnd(router, STEP);
        }
        ChainOutcome.Part first = play(1, 1);
        ChainOutcome.Part copies = play(2, sizes.routers());
        awaitStates("VALID", sizes.rows());
        ChainOutcome.Heap heap = new ChainOutcome.Heap(heap(VALIDATOR) - emptyValidator, heap(POLICY_API) - emptyApi);
        ChainOutcome.KeyChange key = withdrawKey();
        Samples roa = changeRoa();
        ChainOutcome.Leave leave = leave();
        return new ChainOutcome(
                machine,
                tables.origin(),
                sizes,
                (long) sizes.routers() * tables.sessions(),
                first,
                copies,
                heap,
                key,
                roa,
                (long) sizes.routers() * tables.copiesOfVrp(),
                leave);
    }

    private long heap(String stage) {
        return Memory.of(only(site, stage)).heap();
    }

    private List<ChildProcess> stages() {
        List<ChildProcess> all = new ArrayList<>();
        STAGES.forEach(stage -> all.addAll(site.of(stage)));
        return all;
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private Map<String, Double> cpuMicros(CpuUse before, long rows) {
        Map<String, Double> all = new LinkedHashMap<>();
        CpuUse.of(stages()).since(before).micros().forEach((stage, micros) -> all.put(stage, (double) micros / rows));
        return all;
    }

    /** Lets routers send their tables at once, and waits until the policy API has read all verdicts. */
    private ChainOutcome.Part play(int from, int to) throws InterruptedException {
        long rows = (long) (to - from + 1) * sizes.routes();
        long expected = (long) to * sizes.routes();
        CpuUse before = CpuUse.of(stages());
        double verified = verified();
        long begin = System.nanoTime();
        for (int router = from; router <= to; router++) {
            site.player().play(tables.table(router));
        }
        awaitLong("the routes of " + to + " routers", () -> routes() == expected && isComplete());
        ChainOutcome.Part part =
                new ChainOutcome.Part(rows, since(begin), verified() - verified, cpuMicros(before, rows));
        for (int router = from; router <= to; router++) {
            site.player().awaitEnd(router, STEP);
        }
        progress.print(String.format(
                Locale.ROOT,
                "routers %d to %d: %,d routes in %.1f s, %,.0f a second, CPU time for one, µs: %s",
                from,
                to,
                rows,
                part.seconds(),
                part.rowsPerSecond(),
                part.cpuMicros()));
        return part;
    }

    private double verified() {
        return Scrape.of(site, VALIDATOR).sum(EngineMetricNames.SIGNATURES);
    }

    /** Returns true if the policy API has read all records. */
    private boolean isComplete() {
        return Scrape.of(site, POLICY_API).sum(StoreMetricNames.STORE_LAG) < 1;
    }

    private void awaitLong(String what, BooleanSupplier condition) {
        Conditions.await(what, STEP, () -> {
            stages().forEach(ChildProcess::requireAlive);
            return condition.getAsBoolean();
        });
    }

    private JsonNode json(String path) {
        try {
            KeepAliveClient.Response response = client.get(path);
            if (response.status() != 200) {
                throw new IllegalStateException(
                        "GET " + path + ": status " + response.status() + ": " + response.text());
            }
            return JsonMapper.shared().readTree(response.text());
        } catch (IOException e) {
            api().requireAlive();
            throw new UncheckedIOException("GET " + path + " failed", e);
        }
    }

    private long routes() {
        return json("/api/v1/summary").path("routes").asLong();
    }

    private long count(String state) {
        return json("/api/v1/summary").path("states").path(state).asLong();
    }

    private void awaitStates(String state, long rows) {
        awaitLong(rows + " routes that are " + state, () -> count(state) == rows);
    }

    /** The key that has signed a tenth of the routes is withdrawn at the RPKI cache, and comes back. */
    private ChainOutcome.KeyChange withdrawKey() {
        long rows = (long) sizes.routers() * tables.touched();
        CpuUse before = CpuUse.of(stages());
        long begin = System.nanoTime();
        site.rpki().apply(List.of(), List.of(tables.key()));
        awaitStates("NOT_VALID", rows);
        double shown = since(begin);
        Map<String, Double> cpu = cpuMicros(before, rows);
        long again = System.nanoTime();
        site.rpki().apply(List.of(tables.key()), List.of());
        awaitStates("VALID", sizes.rows());
        ChainOutcome.KeyChange change = new ChainOutcome.KeyChange(rows, shown, since(again), cpu);
        progress.print(String.format(
                Locale.ROOT,
                "a key is withdrawn: %,d routes, shown after %.2f s, and %.2f s after its return",
                rows,
                change.shown(),
                change.restored()));
        return change;
    }

    /** A ROA authorises another origin for a prefix, repeatedly. Each ends before the next. */
    private Samples changeRoa() {
        Vrp right = tables.vrp();
        Vrp other = new Vrp(right.prefix(), right.maxLength(), right.asn() + 1);
        int rows = sizes.routers() * tables.copiesOfVrp();
        String invalid = "/api/v1/routes?prefix=" + right.prefix() + "&origin_state=invalid&limit=" + MAX_PAGE;
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < sizes.rounds(); i++) {
            long begin = System.nanoTime();
            site.rpki().apply(List.of(other), List.of(right));
            Shown.await(
                    "a prefix with an invalid origin",
                    () -> json(invalid).path("routes").size() == rows);
            times.add(since(begin) * 1e3);
            site.rpki().apply(List.of(right), List.of(other));
            Shown.await(
                    "a prefix with a valid origin",
                    () -> json(invalid).path("routes").isEmpty());
        }
        return Samples.of(times);
    }

    /** All neighbors of the last router go down. The collector ends the sessions, and validators delete the routes. */
    private ChainOutcome.Leave leave() throws InterruptedException {
        long left = sizes.rows() - sizes.routes();
        long begin = System.nanoTime();
        site.player().play(tables.goodbye(sizes.routers()));
        Shown.await("the end of a router", () -> routes() == left);
        double hidden = since(begin) * 1e3;
        awaitLong(
                "the routes of a router to be deleted",
                () -> Scrape.of(site, POLICY_API).sum(StoreMetricNames.STORE_ROWS) <= left);
        ChainOutcome.Leave leave = new ChainOutcome.Leave(sizes.routes(), hidden, since(begin));
        site.player().awaitEnd(sizes.routers(), STEP);
        return leave;
    }

    /** Ends all parts. */
    @Override
    public void close() {
        client.close();
        site.close();
    }
}
