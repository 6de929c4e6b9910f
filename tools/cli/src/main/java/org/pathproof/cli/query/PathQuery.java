// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code pathproof query path}: explains the verdicts of paths, hop by hop. */
@Command(
        name = "path",
        description = "Explains the paths of a prefix, or one path, hop by hop; as JSON, one object per line.")
final class PathQuery extends QuerySubcommands.OneRequest {
    @Parameters(
            arity = "0..1",
            paramLabel = "PREFIX|ID",
            description = "Prefix, for example 192.0.2.0/24, or the id of a route.")
    private @Nullable String named;

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "Alternative to PREFIX.")
    private @Nullable String prefix;

    @Option(names = "--router", paramLabel = "ROUTER", description = "Only of this router: hash, address or name.")
    private @Nullable String router;

    @Option(names = "--peer", paramLabel = "PEER", description = "Only of this peer: hash, address or AS.")
    private @Nullable String peer;

    @Override
    public Integer call() throws IOException {
        if ((named == null) == (prefix == null)) {
            throw new CommandFailure("one argument is required: a prefix or the id of a route");
        }
        if (named != null && !named.contains("/")) {
            return request(explain(named), Map.of(), PathQuery::print);
        }
        prefix = named == null ? prefix : named;
        List<String> ids = new ArrayList<>();
        try (Api api = api();
                Api.Answer answer = api.get("/api/v1/routes", filters(), Api.NDJSON)) {
            if (!answer.ok()) {
                return api.refused(answer, err());
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String found = Members.text(line, "id");
                if (found != null) {
                    ids.add(found);
                }
            }
        }
        if (ids.isEmpty()) {
            err().println("pathproof query: no route of prefix " + prefix + " matches");
            return ExitCode.PROBLEM_FOUND;
        }
        int exitCode = ExitCode.OK;
        for (String found : ids) {
            exitCode = Math.max(exitCode, request(explain(found), Map.of(), PathQuery::print));
        }
        return exitCode;
    }

    private Map<String, @Nullable String> filters() {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("prefix", prefix);
        parameters.put("router", router);
        parameters.put("peer", peer);
        return parameters;
    }

    private static void print(JsonNode path, PrintWriter out) {
        JsonNode route = path.path("route");
        out.printf(
                "%s from %s (AS %s) at %s: %s%n  %s%n",
                Tables.prefix(route),
                Table.cell(route.path(route.has("peer_name") ? "peer_name" : "peer_ip")),
                Table.cell(route.path("peer_asn")),
                Tables.router(route),
                Table.cell(path.path("state")),
                Table.cell(path.path("summary")));
        if (!path.path("hops").isEmpty()) {
            Tables.HOPS.print(path.path("hops").valueStream(), out);
        }
        path.path("findings")
                .forEach(finding -> out.printf(
                        "  %s: %s%n", Table.cell(finding.path("rule")), Table.cell(finding.path("message"))));
        out.println();
    }

    private static String explain(String id) {
        return "/api/v1/routes/" + Api.encode(id) + "/explain";
    }
}
