// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code pathproof query overrides}: prints the overrides of routers, or the decision about one prefix. */
@Command(
        name = "overrides",
        description = "The overrides of the routers with a feed, or the decision about one prefix of a router.")
final class OverridesQuery extends QuerySubcommands.OneRequest {
    private static final String OVERRIDES = "/api/v1/overrides";

    private static final Table ROUTERS = new Table(
            Column.of("ROUTER", "/router"),
            Column.of("GROUP", "/group"),
            Column.of("POLICY", "/policy"),
            Column.of("WITHOUT ACCEPTED PATH", "/without_accepted_path"),
            Column.of("PREFIXES", "/prefixes"),
            Column.of("ACTIVE", "/active"),
            Column.of("IN USE", "/use/in_use"),
            Column.of("NOT IN USE", "/use/not_in_use"),
            Column.of("UNKNOWN", "/use/unknown"),
            Column.of("PENDING", "/use/pending"),
            Column.of("TAGGED", "/tagged"),
            Column.of("WAITING", "/waiting"),
            Column.of("HELD", "/held"),
            Column.of("BLOCKED", "/blocked"),
            Column.of("SESSION", "/session/state"),
            Column.of("SUSPENDED", "/suspended"));

    private static final Table ACTIVE = new Table(
            Column.of("ROUTER", "/router"),
            Column.of("PREFIX", "/prefix"),
            Column.of("STATE", "/path/state"),
            Column.of("PEER", "/path/peer"),
            Column.of("AS PATH", "/path/as_path"),
            Column.of("USE", "/use/state"),
            Column.of("REASON", "/use/reason"),
            Column.of("INSTEAD", "/use/instead/as_path"),
            Column.of("SINCE", "/since"));

    private static final Table PATHS = new Table(
            Column.of("PEER", "/path/peer"),
            Column.of("STATE", "/path/state"),
            Column.of("ROLE", "/role"),
            Column.of("REFUSAL", "/refusal"),
            Column.of("AS PATH", "/path/as_path"),
            Column.of("SELECTABLE", "/selectable"),
            Column.of("WORSE BY", "/worse_by"));

    private static final Table ELSEWHERE = new Table(
            Column.of("ROUTER", "/router"),
            Column.of("PEER", "/path/peer"),
            Column.of("STATE", "/path/state"),
            Column.of("REFUSAL", "/refusal"),
            Column.of("AS PATH", "/path/as_path"));

    @Parameters(arity = "0..1", index = "0", paramLabel = "ROUTER", description = "Router, by name, address or hash.")
    private @Nullable String router;

    @Parameters(arity = "0..1", index = "1", paramLabel = "PREFIX", description = "Prefix, such as 192.0.2.0/24.")
    private @Nullable String prefix;

    @Override
    public Integer call() throws IOException {
        if ((router == null) != (prefix == null)) {
            throw new CommandFailure("a router needs a prefix, for example: overrides r1 192.0.2.0/24");
        }
        return router == null || prefix == null
                ? request(OVERRIDES, Map.of(), OverridesQuery::printAll)
                : request(
                        OVERRIDES + "/" + Api.encode(router) + "/" + Api.encode(prefix),
                        Map.of(),
                        OverridesQuery::explain);
    }

    private static void printAll(JsonNode answer, PrintWriter out) {
        ROUTERS.print(answer.path("routers").valueStream(), out);
        printHints(answer, out);
        out.println();
        ACTIVE.print(
                answer.path("routers")
                        .valueStream()
                        .flatMap(router -> router.path("overrides")
                                .valueStream()
                                .map(active -> ((ObjectNode) active.deepCopy())
                                        .put("router", Table.cell(router.path("router"))))),
                out);
        answer.path("routers")
                .valueStream()
                .filter(router -> router.path("active").asLong()
                        > router.path("overrides").size())
                .forEach(router -> out.printf(
                        "%d of the %s overrides of %s are shown%n",
                        router.path("overrides").size(),
                        Table.cell(router.path("active")),
                        Table.cell(router.path("router"))));
    }

    /** Prints the causes for missing paths of each router of a response. */
    static void printHints(JsonNode answer, PrintWriter out) {
        answer.path("routers")
                .valueStream()
                .forEach(router -> router.path("hints")
                        .forEach(hint -> out.printf("%s: %s%n", Table.cell(router.path("router")), Table.cell(hint))));
    }

    private static void explain(JsonNode decision, PrintWriter out) {
        String reason = Table.cell(decision.path("reason"));
        out.printf(
                "%s at %s: %s%s%n",
                Table.cell(decision.path("prefix")),
                Table.cell(decision.path("router")),
                Table.cell(decision.path("decision")),
                reason.isEmpty() ? "" : " (" + reason + ")");
        if (!decision.path("routers").isEmpty()) {
            out.println("  routers " + Table.cell(decision.path("routers")));
        }
        if (decision.has("since")) {
            out.println("  since " + Table.cell(decision.path("since")));
        }
        if (decision.has("use")) {
            JsonNode use = decision.path("use");
            out.printf("  %s: %s%n", Table.cell(use.path("state")), Table.cell(use.path("explanation")));
            if (use.has("instead")) {
                out.println("  the router uses AS path " + Table.cell(use.at("/instead/as_path")) + from(use));
            }
        }
        if (decision.path("waiting").asBoolean(false)) {
            out.println("  waits for a limit of the policy");
        }
        if (decision.path("held").asBoolean(false)) {
            out.println("  held, because the override changed often");
        }
        PATHS.print(decision.path("paths").valueStream(), out);
        if (!decision.path("elsewhere").isEmpty()) {
            out.println();
            ELSEWHERE.print(decision.path("elsewhere").valueStream(), out);
        }
    }

    private static String from(JsonNode use) {
        return use.at("/instead/peer").isMissingNode() ? "" : " from " + Table.cell(use.at("/instead/peer"));
    }
}
