// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof query routes}: prints all matching routes while they arrive. */
@Command(
        name = "routes",
        modelTransformer = RouteFilterOptions.class,
        description = "Routes that match all filters, with their verdicts; JSON output has one object per line.")
final class RoutesQuery extends QuerySubcommands.OneRequest {
    @Spec
    private CommandSpec spec;

    @Option(names = "--limit", paramLabel = "N", description = "Maximum number of routes.")
    private @Nullable Integer limit;

    @Override
    public Integer call() throws IOException {
        Map<String, @Nullable String> parameters = RouteFilterOptions.parameters(spec);
        parameters.put("limit", limit == null ? null : limit.toString());
        try (Api api = api()) {
            return isTable()
                    ? api.print("/api/v1/routes", parameters, Tables.ROUTES, out(), err())
                    : api.print("/api/v1/routes", parameters, Api.NDJSON, out(), err());
        }
    }
}
