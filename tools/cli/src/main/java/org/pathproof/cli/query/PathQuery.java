// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.CommandFailure;
import org.pathproof.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pathproof query path}: why paths have their verdicts, hop by hop. */
@Command(
        name = "path",
        description =
                "Explains paths hop by hop, one JSON object a line: the route with an ID, or all routes of a prefix.")
final class PathQuery extends QuerySubcommands.OneRequest {
    @Parameters(arity = "0..1", paramLabel = "ID", description = "The id of a route, as the routes have it.")
    private @Nullable String id;

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "The routes of this prefix.")
    private @Nullable String prefix;

    @Option(names = "--router", paramLabel = "ROUTER", description = "Only of this router: hash, address or name.")
    private @Nullable String router;

    @Option(names = "--peer", paramLabel = "PEER", description = "Only of this peer: hash, address or AS.")
    private @Nullable String peer;

    @Override
    public Integer call() throws IOException {
        if ((id == null) == (prefix == null)) {
            throw new CommandFailure("name a route either by its ID or by --prefix");
        }
        if (id != null) {
            return ask(explain(id), Map.of(), Api.JSON);
        }
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
            err().println("pathproof query: there is no route to " + prefix + " that fits");
            return ExitCode.FOUND;
        }
        int exitCode = ExitCode.OK;
        for (String found : ids) {
            exitCode = Math.max(exitCode, ask(explain(found), Map.of(), Api.JSON));
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

    private static String explain(String id) {
        return "/api/v1/routes/" + Api.encode(id) + "/explain";
    }
}
