// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The page of a run, in Markdown. */
record Report(Machine machine, List<Result> results) {
    private static final String FILE = "feeds.md";

    /** A row of the table: a time, and its measured values in a result. */
    private record Row(String name, Function<Result, Times> times) {}

    private static final List<Row> ROWS = List.of(
            new Row("tampered UPDATE to the proved path at the border router", result -> result.border),
            new Row("the same, in the kernel's routing table", result -> result.borderKernel),
            new Row("the same, at BIRD behind the border router", result -> result.bird),
            new Row("the same, in BIRD's kernel table", result -> result.birdKernel),
            new Row("the same, at FRR behind the border router", result -> result.frr),
            new Row("signed UPDATE back to the shorter path at the border router", result -> result.back),
            new Row("the same, at both routers behind it", result -> result.innerBack),
            new Row("withdrawal of the tampered path to the end of the override", result -> result.withdrawn),
            new Row("withdrawal of a router key to the proved path", result -> result.keyWithdrawn),
            new Row("return of the router key to the shorter path", result -> result.keyReturned),
            new Row("end of Redis, which has the keys, to the router's own choice", result -> result.redisEnded),
            new Row("end of the keys' Expire Interval to the router's own choice", result -> result.expired),
            new Row(
                    "SIGKILL of one of two replicas to the equal path of the other one",
                    result -> result.replicaKilled),
            new Row("SIGKILL of all replicas to the router's own choice", result -> result.failOpen));

    /** Returns the table of all results. */
    String table() {
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
                "changes of the next hop at border, inner routers and kernel after SIGKILL of one of two replicas",
                Result::replicaChanges));
        lines.add(counts("changes of the next hop without a cause", Result::flaps));
        return String.join("\n", lines);
    }

    private String counts(String name, ToIntFunction<Result> count) {
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

    /** Writes the page into a folder. */
    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(FILE), """
                # Feeds

                For operators: how fast a border router follows a verdict. Written by `./pathproof bench feeds`.

                %s, %d processors, %s, load %s before the run, %s.
                %s
                %s

                - The border router has two signing upstreams with BGPsec_PATH beside AS_PATH, and sends BMP before and after
                  policy to one `./pathproof up`, which feeds it. All programs share this machine.
                - The shorter path of a prefix gets a wrong signature. Times begin when the UPDATE is written to the socket.
                - FRR and BIRD are asked for their best path every %d ms. GoBGP and the kernel report changes themselves.
                - BIRD and FRR are iBGP neighbours of the border router.
                  %s
                - Hold Time %d s, Restart Time %d s, `stale-after` %d s. By default they are 90 s, 120 s and 10 s.
                - The Expire Interval is 10 min, the minimum of RFC 8210. The RTR cache ends before. A quick run leaves this out.
                - The second replica is a policy API of its own. The router selects the path of the second replica, which is
                  killed. It advertises no graceful restart, the default with several replicas.
                - FRR keeps the overrides of the first replica for the Restart Time after SIGKILL. GoBGP has no graceful
                  restart here, and drops them with the connection.
                """.formatted(
                        machine.processor(),
                        machine.processors(),
                        machine.system(),
                        machine.load(),
                        machine.when(),
                        machine.isBusy() ? "\n**The machine was busy: these figures are provisional.**\n" : "",
                        table(),
                        Poller.INTERVAL_MS,
                        Lan.isOwnNamespace()
                                ? "All run in a network namespace, and FRR and BIRD write their routes to the kernel."
                                : "No network namespace was possible, so no route is in the kernel.",
                        Chain.HOLD_TIME.toSeconds(),
                        Chain.RESTART_TIME.toSeconds(),
                        Chain.STALE_AFTER.toSeconds()));
    }
}
