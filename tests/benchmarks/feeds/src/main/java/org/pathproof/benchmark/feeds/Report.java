// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.benchmark.feeds.table.Lan;
import org.pathproof.benchmark.feeds.table.Poller;
import org.pathproof.benchmark.feeds.table.Times;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Page;

/**
 * The pages of a run, in Markdown. BIRD as border router has a page of its own, because most machines have no BIRD
 * with BMP.
 *
 * @param birdVersion null without BIRD as border router
 */
record Report(
        Machine machine, List<Result> results, @Nullable String birdVersion) {
    private static final String FILE = "feeds.md";
    private static final String BIRD_FILE = "feeds-bird.md";

    private static final String FEEDS =
            "Written by `./pathproof bench feeds`. [feeds-bird.md](feeds-bird.md) has BIRD as border router.";
    private static final String BIRD =
            "Written by `./pathproof bench feeds --daemon bird --bird PROGRAM`, where PROGRAM is a BIRD with BMP."
                    + " [feeds.md](feeds.md) has GoBGP and FRR as border router.";
    private static final String RESTARTS = """
            - FRR keeps the overrides of the first replica for the Restart Time after SIGKILL. GoBGP has no graceful
              restart here, and drops them with the connection.
            """;
    private static final String BIRD_RESTARTS =
            "- BIRD keeps the overrides of the first replica for the Restart Time after SIGKILL.\n";

    /** A row of the table: a time, and its measured values in a result. */
    private record Row(String name, Function<Result, Times> times) {}

    private static final List<Row> ROWS = List.of(
            new Row("tampered UPDATE to the valid path at the border router", result -> result.border),
            new Row("the same, in the kernel's routing table", result -> result.borderKernel),
            new Row("the same, at BIRD behind the border router", result -> result.bird),
            new Row("the same, in BIRD's kernel table", result -> result.birdKernel),
            new Row("the same, at FRR behind the border router", result -> result.frr),
            new Row("signed UPDATE back to the shorter path at the border router", result -> result.back),
            new Row("the same, at both routers behind it", result -> result.innerBack),
            new Row("withdrawal of the tampered path to the end of the override", result -> result.withdrawn),
            new Row("withdrawal of a router key to the valid path", result -> result.keyWithdrawn),
            new Row("return of the router key to the shorter path", result -> result.keyReturned),
            new Row("end of Redis, which has the keys, to the router's own choice", result -> result.redisEnded),
            new Row("end of the keys' Expire Interval to the router's own choice", result -> result.expired),
            new Row(
                    "request to switch all feeds off to the router's own choice, two replicas",
                    result -> result.switchedOff),
            new Row("the same, at both routers behind it", result -> result.switchedOffInner),
            new Row(
                    "SIGKILL of one of two replicas to the equal path of the other one",
                    result -> result.replicaKilled),
            new Row("SIGKILL of all replicas to the router's own choice", result -> result.failOpen));

    /** Returns the table of these results. */
    static String table(List<Result> results) {
        List<String> lines = new ArrayList<>();
        lines.add("| time in ms |"
                + results.stream()
                        .map(result -> " " + result.daemon() + ", median | worst | of |")
                        .collect(Collectors.joining()));
        lines.add("|---|" + "--:|--:|--:|".repeat(results.size()));
        for (Row row : ROWS) {
            if (results.stream().anyMatch(result -> !row.times().apply(result).isEmpty())) {
                lines.add("| " + row.name() + " |"
                        + results.stream()
                                .map(result -> cells(row.times().apply(result)))
                                .collect(Collectors.joining()));
            }
        }
        lines.add(counts(
                results,
                "changes of the next hop at border, inner routers and kernel after SIGKILL of one of two replicas",
                Result::replicaChanges));
        lines.add(counts(results, "changes of the next hop without a cause", Result::flaps));
        return String.join("\n", lines) + "\n";
    }

    private static String counts(List<Result> results, String name, ToIntFunction<Result> count) {
        return "| " + name + " |"
                + results.stream()
                        .map(result -> " " + count.applyAsInt(result) + " | | |")
                        .collect(Collectors.joining());
    }

    private static String cells(Times times) {
        return times.isEmpty()
                ? " - | | |"
                : " %s | %s | %d |".formatted(Times.text(times.median()), Times.text(times.worst()), times.count());
    }

    /** Writes a page for each kind of border router of the run into a folder. */
    void write(Path folder) throws IOException {
        List<Result> bird = of(Daemon.BIRD::equals);
        List<Result> others = of(daemon -> !daemon.equals(Daemon.BIRD));
        if (!others.isEmpty()) {
            page("Feeds", FEEDS, others, RESTARTS, "").write(folder, FILE);
        }
        if (!bird.isEmpty()) {
            page("Feeds: BIRD as border router", BIRD, bird, BIRD_RESTARTS, "BIRD: " + birdVersion + ".")
                    .write(folder, BIRD_FILE);
        }
    }

    private List<Result> of(Predicate<String> daemon) {
        return results.stream().filter(result -> daemon.test(result.daemon())).toList();
    }

    private Page page(String title, String command, List<Result> shown, String restarts, String version) {
        boolean expired = shown.stream().noneMatch(result -> result.expired.isEmpty());
        return new Page(
                        title,
                        "For operators: how fast a border router follows a verdict. " + command,
                        machine,
                        (version + " All programs share this machine.").strip())
                .lines(table(shown))
                .lines("""

                        - The border router has two signing upstreams with BGPsec_PATH beside AS_PATH, and sends BMP before
                          and after policy to one `./pathproof up`, which feeds it.
                        - The shorter path of a prefix gets a wrong signature. Times begin when the UPDATE is written to the
                          socket.
                        - FRR and BIRD are queried for their best path every %d ms. GoBGP and the kernel report changes
                          themselves.
                        - BIRD and FRR are iBGP neighbors of the border router.
                          %s
                        - Hold Time %d s, Restart Time %d s, `stale-after` %d s. By default they are 90 s, 120 s and 10 s.
                        - The Expire Interval is 10 min, the minimum of RFC 8210. The RTR cache ends before. %s
                        - The feeds are switched off while both replicas announce an override for each mended prefix and one
                          more. The last one in the order of prefixes is timed, and all others are awaited.
                        - The second replica is a policy API of its own. The router selects the path of the second replica,
                          which is killed. The replica advertises no graceful restart, the default with several replicas.
                        """.formatted(
                                Poller.INTERVAL_MS,
                                Lan.isOwnNamespace()
                                        ? "All run in a network namespace, and FRR and BIRD write their routes to the kernel."
                                        : "No network namespace was possible, so no route is in the kernel.",
                                Chain.HOLD_TIME.toSeconds(),
                                Chain.RESTART_TIME.toSeconds(),
                                Chain.STALE_AFTER.toSeconds(),
                                expired ? "" : "This run does not measure this end."))
                .lines(restarts);
    }
}
