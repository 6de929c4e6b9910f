// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pathproof.benchmark.pipeline.measure.Memory;
import org.pathproof.benchmark.pipeline.report.Outcome;
import org.pathproof.benchmark.pipeline.site.SiteOptions;
import org.pathproof.benchmark.pipeline.workload.StreamRecipe;
import org.pathproof.benchmark.pipeline.workload.Workload;
import org.pathproof.harness.ProcessGroup;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.wire.Prefix;

/** A session with the path lengths of taraBGPsec's measurement comes up, is reset, and sends its table again. */
final class SessionReset implements Bench.Scenario {
    private static final long PEER = 64_496; // RFC 5398
    private static final int MOST_WARM_UP = 200_000;
    private static final int RESETS = 8;

    /** Sessions of the published measurement ("High Performance BGP Security", NANOG 69). */
    private static final Published A =
            new Published("e", "reset", "Session reset", 3.11, List.of(1353, 21_586, 6820, 1627, 942, 45, 14, 6));

    private static final Published C = new Published(
            "reset-c",
            "reset-c",
            "Session reset, to the second router",
            3.06,
            List.of(620, 16_028, 9434, 2922, 435, 46, 15, 27, 1));

    private final Published published;

    /**
     * A session of the published measurement.
     *
     * @param scenario name of the scenario
     * @param files begin of the name of the workload
     * @param seconds published CPU time
     * @param byLength number of routes by path length, from 1
     */
    private record Published(String scenario, String files, String title, double seconds, List<Integer> byLength) {}

    private SessionReset(Published published) {
        this.published = published;
    }

    /** (e) The session to router A. */
    static SessionReset toA() {
        return new SessionReset(A);
    }

    /** The session to router C, which has longer paths. */
    static SessionReset toC() {
        return new SessionReset(C);
    }

    @Override
    public Outcome run(Bench bench) throws IOException, InterruptedException {
        int size = Math.min(MOST_WARM_UP, bench.routes());
        Workload workload = bench.workload(published.files + "-" + size, () -> {
            List<LabRoute> table = bench.tables().fullTable(Math.max(size, 60_000));
            List<LabRoute> session = session(table);
            return Workload.Recipe.of(
                    new StreamRecipe(
                            "warm-up", 1, StreamRecipe.CONNECTION, table.subList(0, Math.min(size, table.size()))),
                    new StreamRecipe("session", 2, StreamRecipe.CONNECTION, session),
                    new StreamRecipe("reset", 2, StreamRecipe.RESET, session));
        });
        Outcome.Builder outcome = new Outcome.Builder(published.scenario, published.title);
        try (ProcessGroup processes = bench.processes();
                Run run = bench.start(processes, SiteOptions.plain(), workload)) {
            bench.progress().print("warming up");
            run.flatOut(workload.streams("warm-up"));
            Memory before = run.memory("validator");
            bench.progress().print("the session comes up");
            Measured up = run.flatOut(workload.streams("session"));
            Memory after = run.memory("validator");
            List<Measured> resets = new ArrayList<>();
            for (int i = 0; i < RESETS; i++) {
                bench.progress().print("the session is reset");
                resets.add(run.flatOut(workload.streams("reset")));
            }
            Measured first = resets.removeFirst();
            resets.sort(Comparator.comparingDouble(Measured::seconds));
            Measured reset = resets.get(resets.size() / 2);
            bench.profile(run, outcome, reset);
            int routes = up.arrivals().total();
            outcome.workload(
                            "%,d routes of one session, with the path lengths published for taraBGPsec (1 to %d signatures), and %,d routes of another router"
                                    .formatted(
                                            routes,
                                            published.byLength.size(),
                                            workload.stream("warm-up").updates()))
                    .atMost("from Peer Down to the last verdict of the new table", reset.seconds(), "s", 0.5)
                    .figure("fastest reset", resets.getFirst().seconds(), "s")
                    .figure("slowest reset", resets.getLast().seconds(), "s")
                    .figure("first reset", first.seconds(), "s")
                    .figure("first table, all signatures new", up.seconds(), "s")
                    .figure("first table, signatures verified", (double) up.verified(), "")
                    .figure(
                            "published: taraBGPsec, one core, %.2f s".formatted(published.seconds),
                            published.seconds / reset.seconds(),
                            "×")
                    .figure("first table, against taraBGPsec", published.seconds / up.seconds(), "×")
                    .figure("validator: heap a route", (double) (after.heap() - before.heap()) / routes, "B")
                    .rates(reset.arrivals().perSpan(reset.begun(), 100));
            for (int i = 0; i < published.byLength.size(); i++) {
                outcome.figure("routes of length %d".formatted(i + 1), published.byLength.get(i), "");
            }
            bench.describe(outcome, reset, workload);
            outcome.note(
                    "The session is reset %d times. The median excludes the first reset. CPU time, signatures and plot are those of the median reset."
                            .formatted(RESETS));
        }
        return outcome.build();
    }

    /** Returns routes with real prefixes. Their paths are real ones, cut to the published lengths. */
    private List<LabRoute> session(List<LabRoute> table) {
        int[] left = published.byLength.stream().mapToInt(Integer::intValue).toArray();
        List<LabRoute> routes = new ArrayList<>();
        Set<Prefix> taken = new HashSet<>();
        // Long paths are chosen first, because they are rare and every path can be cut to a short one.
        for (int length = left.length; length >= 1; length--) {
            for (LabRoute route : table) {
                if (left[length - 1] == 0) {
                    break;
                }
                List<Hop> hops = route.hops();
                boolean known = hops.stream().anyMatch(hop -> hop.asn() == PEER);
                if (!known && hops.size() >= length - 1 && taken.add(route.prefix())) {
                    List<Hop> path = new ArrayList<>(hops.subList(0, length - 1));
                    path.add(Hop.of(PEER));
                    routes.add(new LabRoute(route.prefix(), path));
                    left[length - 1]--;
                }
            }
        }
        java.util.Collections.shuffle(routes, new java.util.Random(1));
        return routes;
    }
}
