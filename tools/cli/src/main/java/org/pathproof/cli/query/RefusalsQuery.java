// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code pathproof query refusals}: prints the refused routes that exports remember. */
@Command(
        name = "refusals",
        description = "The refused routes that exports of prefix sets remember, with reason and age.")
final class RefusalsQuery extends QuerySubcommands.OneRequest {
    private static final String REFUSALS_PATH = "/api/v1/refusals";

    private static final Table REFUSALS = new Table(
            Column.of("PREFIX", "/prefix"),
            Column.of("ROUTER", "/router_name"),
            Column.of("NEIGHBOR", "/neighbor"),
            Column.of("STATE", "/state"),
            Column.of("REASONS", "/reasons"),
            Column.of("NOW", "/now"),
            Column.of("AGE S", "/age_seconds"),
            Column.of("UNTIL", "/until"),
            Column.of("AS PATH", "/as_path"));

    @Option(
            names = "--forget",
            paramLabel = "ID",
            description = "Forget the route with this id. Needs a token with the role operator.")
    private @Nullable String forget;

    @Option(names = "--neighbor", paramLabel = "PEER", description = "One neighbor, by address, hash or AS number.")
    private @Nullable String neighbor;

    @Option(names = "--prefix", paramLabel = "PREFIX", description = "This prefix and the prefixes below it.")
    private @Nullable String prefix;

    @Option(names = "--router", paramLabel = "ROUTER", description = "One router, by name, address or hash.")
    private @Nullable String router;

    @Override
    public Integer call() throws IOException {
        return forget == null ? show() : forget(forget);
    }

    private int forget(String id) throws IOException {
        try (Api api = api();
                Api.Answer answer = api.delete(REFUSALS_PATH + "/" + Api.encode(id), Map.of())) {
            if (!answer.ok()) {
                return api.refused(answer, err());
            }
            out().println(answer.json());
            return ExitCode.OK;
        }
    }

    private int show() throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("router", router);
        parameters.put("neighbor", neighbor);
        parameters.put("prefix", prefix);
        return request(REFUSALS_PATH, parameters, RefusalsQuery::print);
    }

    private static void print(JsonNode answer, PrintWriter out) {
        REFUSALS.print(answer.path("refusals").valueStream(), out);
        out.println(answer.path("total").asString() + " of at most "
                + answer.path("max_remembered").asString());
    }
}
