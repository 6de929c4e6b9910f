// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Checks the feeds of routers. */
@Command(
        name = "feeds",
        description = "Checks the requirements of overrides at a router.",
        synopsisSubcommandLabel = "(check)",
        subcommands = FeedsQuery.Check.class)
final class FeedsQuery implements QueryTarget, Runnable {
    private static final Table REQUIREMENTS =
            new Table(Column.of("REQUIREMENT", "/requirement"), Column.of("STATE", "/state"), Column.of("", "/words"));

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing subcommand; the subcommand is check");
    }

    @Override
    public OutputFormat format() {
        return target().format();
    }

    @Override
    public Api api() {
        return target().api();
    }

    private QueryTarget target() {
        return (QueryTarget) spec.parent().userObject();
    }

    /** Prints the requirements of overrides at a router. */
    @Command(
            name = "check",
            description = {
                "Prints the requirements of overrides at a router, from BMP and the BGP session.",
                "Run it before the first override: requirements that are not met stop overrides."
            })
    static final class Check extends QuerySubcommands.OneRequest {
        @Parameters(index = "0", paramLabel = "ROUTER", description = "Router, by name, address or hash.")
        private String router;

        @Override
        public Integer call() throws IOException {
            return request("/api/v1/feeds/check/" + Api.encode(router), Map.of(), Check::print);
        }

        private static void print(JsonNode answer, PrintWriter out) {
            REQUIREMENTS.print(answer.path("requirements").valueStream(), out);
        }
    }
}
