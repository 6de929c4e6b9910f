// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The questions that are one request each. */
final class QuerySubcommands {
    private QuerySubcommands() {}

    /** What they have in common. */
    abstract static class OneRequest implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        int ask(String path, Map<String, @Nullable String> parameters, String accept) throws IOException {
            try (Api api = api()) {
                return api.print(path, parameters, accept, spec.commandLine().getOut(), err());
            }
        }

        /** Where the frame of this command was told to ask. */
        Api api() {
            return ((QueryCommand) spec.parent().userObject()).api();
        }

        PrintWriter out() {
            return spec.commandLine().getOut();
        }

        PrintWriter err() {
            return spec.commandLine().getErr();
        }
    }

    /** The validity of a route. */
    @Command(
            name = "validity",
            description = "The validity of an origin AS and a prefix, with its paths, as Routinator answers.")
    static final class Validity extends OneRequest {
        @Parameters(index = "0", paramLabel = "ASN", description = "The origin AS, with or without AS.")
        private String asn;

        @Parameters(index = "1", paramLabel = "PREFIX", description = "The prefix, such as 192.0.2.0/24.")
        private String prefix;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("asn", asn);
            parameters.put("prefix", prefix);
            return ask("/api/v1/validity", parameters, Api.JSON);
        }
    }

    /** The router keys. */
    @Command(name = "keys", description = "The router keys of the RPKI, with the number of routes that each signed.")
    static final class Keys extends OneRequest {
        @Option(names = "--asn", paramLabel = "ASN", description = "Only of this AS.")
        private @Nullable String asn;

        @Option(names = "--ski", paramLabel = "HEX", description = "Only with this SKI.")
        private @Nullable String ski;

        @Option(names = "--limit", paramLabel = "N", description = "At most so many (default 1000).")
        private @Nullable Integer limit;

        @Override
        public Integer call() throws IOException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("asn", asn);
            parameters.put("ski", ski);
            parameters.put("limit", limit == null ? null : limit.toString());
            return ask("/api/v1/keys", parameters, Api.JSON);
        }
    }

    /** The sessions. */
    @Command(name = "sessions", description = "The sessions that routers told of.")
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
            return ask("/api/v1/sessions", parameters, Api.JSON);
        }
    }

    /** The health; printed also when it is bad. */
    @Command(name = "health", description = "How it is, part by part. Exit code 1 when a part is not well.")
    static final class Health extends OneRequest {
        @Override
        public Integer call() throws IOException {
            try (Api api = api();
                    Api.Answer answer = api.get("/api/v1/health", Map.of(), Api.JSON)) {
                if (answer.status() != 200 && answer.status() != 503) {
                    return api.refused(answer, err());
                }
                out().println(answer.text());
                out().flush();
                return answer.ok() ? ExitCode.OK : ExitCode.FOUND;
            }
        }
    }
}
