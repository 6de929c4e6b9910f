// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pathproof.benchmark.feeds.table.Times;
import org.pathproof.benchmark.kit.Machine;
import org.pathproof.benchmark.kit.Page;

/** The page of the scenarios with two border routers, in Markdown. */
final class NetworkReport {
    private static final String FILE = "feeds-networks.md";
    private static final String EXPLANATION = """

            - Two border routers of one AS with two signing upstreams each, and FRR behind them; each router in a network
              namespace of its own. Both border routers send BMP before and after policy to one `./pathproof up`.
            - A trial tampers with the shorter path to a prefix, and mends it when the network is quiet. *Protected*: all
              routers forward along an accepted path, by their own tables. *Told*: a router uses a refused path, and
              `/api/v1/overrides` gives a reason other than that nothing is wrong. *Untold*: it does not.
            - *Messages*: the most UPDATEs that all routers together received after one event. *Without end*: events after
              which the messages did not end.
            - *Ghosts*: paths in tables after all upstreams have withdrawn all paths. *False claims*: routers that use a
              refused path while an override is said to be in force there, and not said to be out of use. *Lost*: time in
              which a router that had a path had none.
            - `fed-and-unfed` has a tampered path at either border router. If the accepted path enters at the one that is
              not fed, nothing is announced, and the reason names this router. `next-hop-self` of FRR is without `force`
              and then with it. Reflectors are no reflection clients of GoBGP, and other internal neighbors are.
            - GoBGP with a reflector loses withdrawals of reflected paths. The paths behind the reflector show it, so nothing
              is announced, with the reason `border-reflection`.

            Before [ADR 78](../adr/0078-overrides-at-the-best-borders.md), one trial of each kind, on 28 November 2026:

            | scenario | border routers | protected | told | untold | messages | ghosts | false claims | lost (ms) |
            |---|---|--:|--:|--:|--:|--:|--:|--:|
            | `two-borders-mesh` | gobgp | 0 of 2 | 1 | 1 | 14 | 4 | 2 | 0 |
            | `two-borders-reflector` | gobgp | 0 of 2 | 0 | 2 | 7 | 24 | 3 | 0 |
            | `fed-and-unfed` | gobgp | 0 of 2 | 1 | 1 | 3 | 0 | 0 | 0 |
            | `next-hop-self` | gobgp | 1 of 2 | 1 | 0 | 7 | 0 | 0 | 0 |
            | `add-path-upstream` | gobgp | 0 of 2 | 2 | 0 | 3 | 0 | 0 | 0 |
            | `localpref-policy` | gobgp | 1 of 2 | 1 | 0 | 3 | 0 | 0 | 0 |
            | `two-borders-mesh` | frr | 0 of 2 | 1 | 1 | 4 | 0 | 2 | 0 |
            | `two-borders-reflector` | frr | 1 of 2 | 1 | 0 | 12 | 0 | 0 | 0 |
            | `fed-and-unfed` | frr | 0 of 2 | 1 | 1 | 1 | 0 | 0 | 0 |
            | `next-hop-self` | frr | 1 of 4 | 2 | 1 | 4 | 0 | 0 | 1,149 |
            | `add-path-upstream` | frr | 0 of 2 | 0 | 2 | 1 | 0 | 0 | 0 |
            | `localpref-policy` | frr | 1 of 2 | 1 | 0 | 1 | 0 | 0 | 0 |

            The 24 ghosts of GoBGP with a reflector came from the reflector as a client of GoBGP, and are there without
            overrides, too.
            """;

    private NetworkReport() {}

    /** Writes the page into a folder. */
    static void write(Machine machine, List<ScenarioResult> results, Path folder) throws IOException {
        new Page(
                        "Feeds in networks",
                        "For operators: how a network with two border routers follows a verdict. Written by"
                                + " `./pathproof bench feeds`. [feeds.md](feeds.md) has one border router.",
                        machine,
                        "All programs share this machine.")
                .lines(table(results))
                .lines(EXPLANATION)
                .write(folder, FILE);
    }

    static String table(List<ScenarioResult> results) {
        if (results.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>(List.of(
                "| scenario | border routers | protected, median (ms) | worst | protected | told | untold | messages"
                        + " | without end | ghosts | false claims | lost (ms) |",
                "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"));
        for (ScenarioResult result : results) {
            lines.add("| `%s` | %s | %s | %s | %d of %d | %d | %d | %,d | %d | %d | %d | %,d |"
                    .formatted(
                            result.scenario(),
                            result.daemon(),
                            Times.text(result.all.median()),
                            Times.text(result.all.worst()),
                            result.all.count(),
                            result.trials(),
                            result.told(),
                            result.untold(),
                            result.messages(),
                            result.restless(),
                            result.ghosts(),
                            result.falseClaims(),
                            result.lostMs()));
        }
        return String.join("\n", lines) + "\n";
    }
}
