// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.OutputFormat;
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
        synopsisSubcommandLabel =
                "(summary | routes | path | validity | events | routers | sessions | keys | vrps | sources | health | verify"
                        + " | overrides | feeds | export | refusals | inventory | incidents | mutes"
                        + " | policy | history)",
        subcommands = {
            Summary.class,
            RoutesQuery.class,
            PathQuery.class,
            Validity.class,
            EventsQuery.class,
            Routers.class,
            Sessions.class,
            Keys.class,
            Vrps.class,
            SourcesQuery.class,
            Health.class,
            VerifyQuery.class,
            OverridesQuery.class,
            FeedsQuery.class,
            ExportQuery.class,
            RefusalsQuery.class,
            InventoryQuery.class,
            IncidentsQuery.class,
            MutesQuery.class,
            PolicyQuery.class,
            HistoryQuery.class
        })
public final class QueryCommand implements QueryTarget, ServiceTarget, Runnable {
    static final String URL = "http://127.0.0.1:8080";

    /** Form of a bearer token (RFC 6750 section 2.1). */
    private static final String TOKEN_FORM = "[A-Za-z0-9._~+/-]+=*";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = CommandLine.ScopeType.INHERIT,
            description = "URL of Pathproof (default " + URL + "; of history " + HistoryQuery.URL + ").")
    private @Nullable String url;

    @Option(
            names = "--token",
            paramLabel = "FILE",
            defaultValue = "${env:PATHPROOF_TOKEN}",
            scope = CommandLine.ScopeType.INHERIT,
            description = "File with a bearer token, where Pathproof needs one; also PATHPROOF_TOKEN.")
    private @Nullable Path token;

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
        return OutputFormat.of(output);
    }

    private static String readToken(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (text.matches(TOKEN_FORM)) {
                return text;
            }
            throw new CommandFailure("--token " + file + ": the file does not hold exactly one bearer token");
        } catch (IOException e) {
            throw new CommandFailure("--token " + file + " cannot be read: " + e, e);
        }
    }

    @Override
    public Api api() {
        return api("--url", URL);
    }

    @Override
    public Api api(String source, String otherwise) {
        return url == null ? client(spec, source, otherwise, token) : client(spec, "--url", url, token);
    }

    /**
     * Returns a client of a URL.
     *
     * @param source name of the setting with the URL, for errors
     * @param token file with a bearer token; null for none
     * @throws ParameterException if the text is not an HTTP URL
     */
    static Api client(CommandSpec spec, String source, String text, @Nullable Path token) {
        try {
            URI uri = URI.create(text.replaceAll("/+$", ""));
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return new Api(uri, token == null ? null : readToken(token));
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), source + " " + text + " is not a URL of the form http://HOST:PORT", e);
        }
        throw new ParameterException(spec.commandLine(), source + " " + text + " is not of the form http://HOST:PORT");
    }
}
