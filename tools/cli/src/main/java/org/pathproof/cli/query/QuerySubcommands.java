// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.cli.io.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Subcommands with a single request. */
final class QuerySubcommands {
    private QuerySubcommands() {}

    /** Common part of the subcommands of {@code query}. */
    abstract static class OneRequest implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        /** Sends a request, and prints its JSON response unchanged or as a table. Returns the exit code. */
        int request(String path, Map<String, @Nullable String> parameters, TablePrinter people) throws IOException {
            try (Api api = api()) {
                return isTable()
                        ? api.print(path, parameters, people, out(), err())
                        : api.print(path, parameters, Api.JSON, out(), err());
            }
        }

        boolean isTable() {
            return target().format() == OutputFormat.TABLE;
        }

        /** Returns a client of the REST interface at {@code --url}. */
        Api api() {
            return target().api();
        }

        private QueryTarget target() {
            return (QueryTarget) spec.parent().userObject();
        }

        PrintWriter out() {
            return spec.commandLine().getOut();
        }

        PrintWriter err() {
            return spec.commandLine().getErr();
        }
    }

    /** Prints the validity of a route. */
    @Command(
            name = "validity",
            description = "The validity of an origin AS and a prefix, with its paths; as JSON in Routinator's shape.")
    static final class Validity extends OneRequest {
        @Parameters(index = "0", paramLabel = "ASN", description = "Origin AS, with or without AS.")
        private String asn;

        @Parameters(index = "1", paramLabel = "PREFIX", description = "Prefix, such as 192.0.2.0/24.")
        private String prefix;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("asn", asn);
            parameters.put("prefix", prefix);
            return request("/api/v1/validity", parameters, Validity::print);
        }

        private static void print(JsonNode answer, PrintWriter out) {
            JsonNode route = answer.path("validated_route");
            out.printf(
                    "%s %s: %s, %s%n",
                    Table.cell(route.at("/route/origin_asn")),
                    Table.cell(route.at("/route/prefix")),
                    Table.cell(route.at("/validity/state")),
                    Table.cell(route.at("/validity/description")));
            Tables.PATHS.print(route.at("/bgpsec/paths").valueStream(), out);
        }
    }

    /** Prints the router keys. */
    @Command(name = "keys", description = "The router keys of the RPKI, with the number of routes that each signed.")
    static final class Keys extends OneRequest {
        @Option(names = "--asn", paramLabel = "ASN", description = "Only of this AS.")
        private @Nullable String asn;

        @Option(names = "--ski", paramLabel = "HEX", description = "Only with this SKI.")
        private @Nullable String ski;

        @Option(names = "--limit", paramLabel = "N", description = "Maximum number of keys (default 1000).")
        private @Nullable Integer limit;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("asn", asn);
            parameters.put("ski", ski);
            parameters.put("limit", limit == null ? null : limit.toString());
            return request("/api/v1/keys", parameters, TablePrinter.of("/keys", Tables.KEYS));
        }
    }

    /** Prints the VRPs. */
    @Command(name = "vrps", description = "The validated ROA payloads (VRPs) of the RPKI.")
    static final class Vrps extends OneRequest {
        @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "Only those that cover this prefix.")
        private @Nullable String named;

        @Option(names = "--prefix", paramLabel = "PREFIX", description = "Alternative to PREFIX.")
        private @Nullable String prefix;

        @Option(names = "--asn", paramLabel = "ASN", description = "Only of this AS.")
        private @Nullable String asn;

        @Option(names = "--limit", paramLabel = "N", description = "Maximum number of VRPs (default 1000).")
        private @Nullable Integer limit;

        @Override
        public Integer call() throws IOException {
            if (named != null && prefix != null) {
                throw new CommandFailure("PREFIX and --prefix are alternatives, but both are given");
            }
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("prefix", named == null ? prefix : named);
            parameters.put("asn", asn);
            parameters.put("limit", limit == null ? null : limit.toString());
            return request("/api/v1/vrps", parameters, TablePrinter.of("/vrps", Tables.VRPS));
        }
    }

    /** Prints the sessions. */
    @Command(name = "sessions", description = "BGP sessions of the routers, one line for each RIB view.")
    static final class Sessions extends OneRequest {
        @Option(names = "--router", paramLabel = "ROUTER", description = "Only of this router: hash, address or name.")
        private @Nullable String router;

        @Option(names = "--peer", paramLabel = "PEER", description = "Only of this peer: hash, address or AS.")
        private @Nullable String peer;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("router", router);
            parameters.put("peer", peer);
            return request("/api/v1/sessions", parameters, TablePrinter.of("/sessions", Tables.SESSIONS));
        }
    }

    /** Prints the routers. */
    @Command(name = "routers", description = "The routers, with their sessions and routes.")
    static final class Routers extends OneRequest {
        @Override
        public Integer call() throws IOException {
            return request("/api/v1/routers", Map.of(), TablePrinter.of("/routers", Tables.ROUTERS));
        }
    }

    /** Prints the summary. */
    @Command(name = "summary", description = "Counts over all routes: states, coverage, sessions, RPKI set.")
    static final class Summary extends OneRequest {
        @Override
        public Integer call() throws IOException {
            return request("/api/v1/summary", Map.of(), Tables::facts);
        }
    }

    /** Prints the health of each component. The HTTP status of failing health is 503. */
    @Command(name = "health", description = "Health of each component. Exit code 1 if one is failing.")
    static final class Health extends OneRequest {
        @Override
        public Integer call() throws IOException {
            try (Api api = api();
                    Api.Answer answer = api.get("/api/v1/health", Map.of(), Api.JSON)) {
                if (answer.status() != 200 && answer.status() != 503) {
                    return api.refused(answer, err());
                }
                if (isTable()) {
                    Tables.HEALTH.print(Tables.components(answer.json()), out());
                } else {
                    out().println(answer.text());
                }
                out().flush();
                return answer.ok() ? ExitCode.OK : ExitCode.PROBLEM_FOUND;
            }
        }
    }
}
