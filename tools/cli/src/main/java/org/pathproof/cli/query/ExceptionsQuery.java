// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists, adds and removes exceptions of the policy of the feeds. */
@Command(
        name = "exceptions",
        description = {
            "Lists, adds and removes exceptions of the policy. Changes need a token with the role admin.",
            "Exit code 0: success; 1: the policy has no such exception; 2: the exception cannot be used, or no connection."
        },
        synopsisSubcommandLabel = "(list | add | remove)",
        subcommands = {ExceptionsQuery.All.class, ExceptionsQuery.Add.class, ExceptionsQuery.Remove.class})
final class ExceptionsQuery implements QueryTarget, Runnable {
    private static final String EXCEPTIONS = "/api/v1/feeds/exceptions";

    private static final Table TABLE = new Table(
            Column.of("ID", "/id"),
            Column.of("ACTIVE", "/active"),
            Column.of("PREFIX", "/prefix"),
            Column.of("ORIGIN", "/origin-as"),
            Column.of("NEIGHBOR", "/neighbor-as"),
            Column.of("GROUPS", "/groups"),
            Column.of("EXPIRES", "/expires"),
            Column.of("OWNER", "/owner"),
            Column.of("REASON", "/reason"));

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing subcommand; the subcommands are "
                        + String.join(", ", spec.subcommands().keySet()));
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

    private static QueryTarget parent(CommandSpec spec) {
        return (QueryTarget) spec.parent().userObject();
    }

    /** Prints the exceptions. */
    @Command(name = "list", description = "Prints the exceptions with their ids, also expired ones.")
    static final class All implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            try (Api api = parent(spec).api()) {
                return parent(spec).format() == OutputFormat.JSON
                        ? api.print(
                                EXCEPTIONS,
                                Map.of(),
                                Api.JSON,
                                spec.commandLine().getOut(),
                                spec.commandLine().getErr())
                        : api.print(
                                EXCEPTIONS,
                                Map.of(),
                                TablePrinter.of("/exceptions", TABLE),
                                spec.commandLine().getOut(),
                                spec.commandLine().getErr());
            }
        }
    }

    /** Adds an exception. */
    @Command(name = "add", description = "Adds the exception in a file, and prints it with its id.")
    static final class Add implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "Exception as YAML or JSON; - for standard input.")
        private String file;

        @Option(
                names = {"--yes", "--force"},
                description = "Confirm an exception that is longer than 90 days, or for all paths of a short prefix.")
        private boolean yes;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("force", yes ? "true" : null);
            try (Api api = parent(spec).api();
                    Api.Answer answer = api.post(
                            EXCEPTIONS, parameters, Api.JSON, PolicyRequests.YAML, PolicyRequests.body(file))) {
                return answer.ok()
                        ? PolicyRequests.printed(answer, spec)
                        : PolicyRequests.refused(api, answer, file, spec);
            }
        }
    }

    /** Removes an exception. */
    @Command(name = "remove", description = "Removes an exception before it expires.")
    static final class Remove implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "ID", description = "Id of the exception, as in the list.")
        private String id;

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason for the history.")
        private @Nullable String reason;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("reason", reason);
            try (Api api = parent(spec).api();
                    Api.Answer answer = api.delete(EXCEPTIONS + "/" + Api.encode(id), parameters)) {
                return answer.ok()
                        ? PolicyRequests.printed(answer, spec)
                        : api.refused(answer, spec.commandLine().getErr());
            }
        }
    }
}
