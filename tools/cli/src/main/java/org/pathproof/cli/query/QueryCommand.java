// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.Console;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.query.QuerySubcommands.Health;
import org.pathproof.cli.query.QuerySubcommands.Keys;
import org.pathproof.cli.query.QuerySubcommands.Routers;
import org.pathproof.cli.query.QuerySubcommands.Sessions;
import org.pathproof.cli.query.QuerySubcommands.Summary;
import org.pathproof.cli.query.QuerySubcommands.Validity;
import org.pathproof.cli.query.QuerySubcommands.Vrps;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pathproof query}: options that its subcommands share. */
@Command(
        name = "query",
        description = {
            "Queries a running Pathproof and prints its answer: a table on a terminal, JSON elsewhere.",
            "Exit code 0: success; 1: no such route, or health is failing; 2: wrong usage, or no connection."
        },
        synopsisSubcommandLabel = "(summary | routes | path | validity | routers | sessions | keys | vrps | health)",
        subcommands = {
            Summary.class,
            RoutesQuery.class,
            PathQuery.class,
            Validity.class,
            Routers.class,
            Sessions.class,
            Keys.class,
            Vrps.class,
            Health.class
        })
public final class QueryCommand implements QueryTarget, Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            scope = CommandLine.ScopeType.INHERIT,
            description = "URL of Pathproof (default ${DEFAULT-VALUE}).")
    private String url;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            scope = CommandLine.ScopeType.INHERIT,
            description = "table or json; by default table on a terminal, json elsewhere.")
    private @Nullable OutputFormat output;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing subcommand; the subcommands are "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    @Override
    public OutputFormat format() {
        if (output != null) {
            return output;
        }
        // System.console() is null, or no terminal, if standard input or output is redirected.
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return terminal ? OutputFormat.TABLE : OutputFormat.JSON;
    }

    @Override
    public Api api() {
        try {
            URI uri = URI.create(url.replaceAll("/+$", ""));
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return new Api(uri);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--url " + url + " is not a URL of the form http://HOST:PORT", e);
        }
        throw new ParameterException(spec.commandLine(), "--url " + url + " is not of the form http://HOST:PORT");
    }
}
