// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.cli.query.HistoryOptions.Changes;
import org.pathproof.cli.query.HistoryOptions.Format;
import org.pathproof.cli.query.HistoryOptions.Period;
import org.pathproof.cli.query.HistoryOptions.Routes;
import org.pathproof.cli.query.HistoryOptions.Rows;
import org.pathproof.cli.query.HistoryOptions.Sessions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof query history}: questions to the history service. */
@Command(
        name = "history",
        description = {
            "Questions to the history service, which has a port of its own. Without --url, its URL is that of the"
                    + " environment variable PATHPROOF_HISTORY_URL, else " + HistoryQuery.URL + ".",
            "Exit code 0: success; 1: the history is not ready; 2: wrong usage, unknown router or peer, or no connection."
        },
        synopsisSubcommandLabel = "(prefix | changes | top | coverage | flaps | table | sessions | status)",
        subcommands = {
            HistoryQuery.OfPrefix.class,
            HistoryQuery.InPeriod.class,
            HistoryQuery.Top.class,
            HistoryQuery.Coverage.class,
            HistoryQuery.Flaps.class,
            HistoryQuery.RouterTable.class,
            HistoryQuery.SessionEvents.class,
            HistoryQuery.Status.class
        })
final class HistoryQuery implements QueryTarget, Runnable {
    static final String URL = "http://127.0.0.1:8084";

    private static final String VARIABLE = "PATHPROOF_HISTORY_URL";
    private static final String OPERATIONS = "/api/v1/history/";

    /** Header that is {@code true} if the answer has not all rows. */
    private static final String TRUNCATED = "Pathproof-Truncated";

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
        return query().format();
    }

    @Override
    public Api api() {
        String named = System.getenv(VARIABLE);
        return named == null || named.isBlank() ? query().api("--url", URL) : query().api(VARIABLE, named.strip());
    }

    private ServiceTarget query() {
        return (ServiceTarget) spec.parent().userObject();
    }

    /** Common part of the subcommands whose answers have rows. */
    abstract static class Question extends QuerySubcommands.OneRequest {
        @Mixin
        private Rows rows;

        /** Sends the question, and prints its answer in the format of the options. Returns the exit code. */
        int ask(String operation, Map<String, @Nullable String> parameters, TablePrinter people) throws IOException {
            rows.addTo(parameters);
            Format format = rows.format();
            if (format == null) {
                return request(OPERATIONS + operation, parameters, people);
            }
            try (Api api = api();
                    Api.Answer answer = api.get(OPERATIONS + operation, parameters, format.mediaType())) {
                if (!answer.ok()) {
                    return api.refused(answer, err());
                }
                new InputStreamReader(answer.body(), StandardCharsets.UTF_8).transferTo(out());
                out().flush();
                if (answer.headers()
                        .firstValue(TRUNCATED)
                        .filter("true"::equals)
                        .isPresent()) {
                    err().println("pathproof query: " + HistoryTables.MORE_ROWS);
                }
                return ExitCode.OK;
            }
        }
    }

    /** Prints the life of a prefix. */
    @Command(
            name = "prefix",
            description = {
                "The life of a prefix: its routes at the start of the period, and their changes, oldest first.",
                "The last lines of a table name the routes that are not valid now: since when, and why."
            })
    static final class OfPrefix extends Question {
        @Parameters(index = "0", paramLabel = "PREFIX", description = "Prefix or address, such as 192.0.2.0/24.")
        private String prefix;

        @Option(
                names = "--match",
                paramLabel = "MATCH",
                description = "exact, covering, more-specific or all (default): prefixes of the answer.")
        private @Nullable String match;

        @Mixin
        private Period period;

        @Mixin
        private Sessions sessions;

        @Mixin
        private Routes routes;

        @Mixin
        private Changes changes;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("prefix", prefix);
            parameters.put("match", match);
            period.addTo(parameters);
            sessions.addTo(parameters);
            routes.addTo(parameters);
            changes.addTo(parameters);
            return ask("prefix", parameters, HistoryTables::printLife);
        }
    }

    /** Prints the changes of a period. */
    @Command(name = "changes", description = "The changes of routes in a period, newest first, and their numbers.")
    static final class InPeriod extends Question {
        @Mixin
        private Period period;

        @Mixin
        private Sessions sessions;

        @Mixin
        private Routes routes;

        @Mixin
        private Changes changes;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            period.addTo(parameters);
            sessions.addTo(parameters);
            routes.addTo(parameters);
            changes.addTo(parameters);
            return ask("changes", parameters, HistoryTables::printChanges);
        }
    }

    /** Prints the subjects with most changes. */
    @Command(
            name = "top",
            description = "The peers, routers or prefixes with most changes, or the ASes or rules with most new"
                    + " NOT_VALID routes.")
    static final class Top extends Question {
        @Option(names = "--by", paramLabel = "SUBJECT", description = "peer (default), router, asn, rule or prefix.")
        private @Nullable String by;

        @Mixin
        private Period period;

        @Mixin
        private Sessions sessions;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("by", by);
            period.addTo(parameters);
            sessions.addTo(parameters);
            return ask("top", parameters, HistoryTables::printTop);
        }
    }

    /** Prints the numbers of routes by state over time. */
    @Command(name = "coverage", description = "The numbers of live routes by state over time, and the trend.")
    static final class Coverage extends Question {
        @Option(
                names = "--step",
                paramLabel = "DURATION",
                description = "Time between two points, a multiple of 1m; by default a 120th of the period.")
        private @Nullable String step;

        @Option(names = "--by", paramLabel = "GROUP", description = "none (default), router, peer or afi.")
        private @Nullable String by;

        @Mixin
        private Period period;

        @Mixin
        private Sessions sessions;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("step", step);
            parameters.put("by", by);
            period.addTo(parameters);
            sessions.addTo(parameters);
            return ask("coverage", parameters, HistoryTables::printCoverage);
        }
    }

    /** Prints the prefixes that flap. */
    @Command(name = "flaps", description = "The prefixes with 3 or more changes within an hour, most changes first.")
    static final class Flaps extends Question {
        @Mixin
        private Period period;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            period.addTo(parameters);
            return ask("flaps", parameters, HistoryTables.of("flaps", HistoryTables.TOP_PREFIXES));
        }
    }

    /** Prints the routes of a router at a time. */
    @Command(
            name = "table",
            description = "The live routes of a router or peer at a time. --router or --peer is required.")
    static final class RouterTable extends Question {
        @Option(names = "--at", paramLabel = "TIME", description = "Time (RFC 3339); by default now.")
        private @Nullable String at;

        @Mixin
        private Sessions sessions;

        @Mixin
        private Routes routes;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("at", at);
            sessions.addTo(parameters);
            routes.addTo(parameters);
            return ask("table", parameters, HistoryTables.of("routes", HistoryTables.ROUTES));
        }
    }

    /** Prints the events of sessions. */
    @Command(name = "sessions", description = "The events of sessions in a period, newest first.")
    static final class SessionEvents extends Question {
        @Mixin
        private Period period;

        @Mixin
        private Sessions sessions;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            period.addTo(parameters);
            sessions.addTo(parameters);
            return ask("sessions", parameters, HistoryTables.of("events", HistoryTables.SESSIONS));
        }
    }

    /** Prints the state of the history. */
    @Command(name = "status", description = "State of the history: times, unread records, files and gaps.")
    static final class Status extends QuerySubcommands.OneRequest {
        @Override
        public Integer call() throws IOException {
            return request(OPERATIONS + "status", Map.of(), Tables::facts);
        }
    }
}
