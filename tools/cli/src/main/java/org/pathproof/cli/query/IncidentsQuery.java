// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code pathproof query incidents}: prints and acknowledges incidents. */
@Command(
        name = "incidents",
        description = {
            "The incidents of the network, one for each cause.",
            "--acknowledge and --unacknowledge need a token with the role operator."
        })
final class IncidentsQuery extends QuerySubcommands.OneRequest {
    private static final String INCIDENTS_PATH = "/api/v1/incidents";

    private static final Table ENTRIES = new Table(
            Column.of("ID", "/id"),
            Column.of("KIND", "/kind"),
            Column.of("STATE", "/state"),
            Column.of("ASN", "/asn"),
            Column.of("ROUTER", "/router"),
            Column.of("PEER", "/peer"),
            Column.of("SOURCE", "/source"),
            Column.of("SIZE", "/size"),
            Column.of("LARGEST", "/largest"),
            Column.of("FIRST", "/first"),
            Column.of("OWNER", "/acknowledgement/owner"));

    @ArgGroup
    private @Nullable Change change;

    @Option(names = "--state", paramLabel = "STATE", description = "open, acknowledged, muted or closed.")
    private @Nullable String state;

    @Option(names = "--kind", paramLabel = "KIND", description = "A kind, such as invalid-paths.")
    private @Nullable String kind;

    @Option(names = "--asn", paramLabel = "ASN", description = "The AS that the findings name.")
    private @Nullable String asn;

    @Option(names = "--router", paramLabel = "ROUTER", description = "A router, by name.")
    private @Nullable String router;

    @Option(names = "--peer", paramLabel = "PEER", description = "A peer, by name.")
    private @Nullable String peer;

    @Option(names = "--since", paramLabel = "TIME", description = "Those that were seen at or after a time (RFC 3339).")
    private @Nullable String since;

    @Option(names = "--limit", paramLabel = "NUMBER", description = "Maximum number of incidents.")
    private @Nullable Integer limit;

    @Option(names = "--owner", paramLabel = "NAME", description = "With --acknowledge: who works on it.")
    private @Nullable String owner;

    @Option(names = "--reason", paramLabel = "TEXT", description = "With --acknowledge: its reason.")
    private @Nullable String reason;

    @Option(
            names = "--expires",
            paramLabel = "TIME",
            description = "With --acknowledge: its end (RFC 3339), such as 2027-01-31T12:00:00Z.")
    private @Nullable String expires;

    /** The change; one at a time. */
    static final class Change {
        @Option(names = "--acknowledge", paramLabel = "ID", description = "The incident is known until --expires.")
        private @Nullable String acknowledge;

        @Option(names = "--unacknowledge", paramLabel = "ID", description = "The incident is open again.")
        private @Nullable String unacknowledge;
    }

    @Override
    public Integer call() throws IOException {
        Change asked = change;
        if (asked == null) {
            return show();
        }
        return asked.acknowledge != null
                ? change(asked.acknowledge, "acknowledge")
                : change(String.valueOf(asked.unacknowledge), "unacknowledge");
    }

    private int change(String id, String name) throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("owner", owner);
        parameters.put("reason", reason);
        parameters.put("expires", expires);
        String path = INCIDENTS_PATH + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/" + name;
        try (Api api = api();
                Api.Answer answer = api.post(path, parameters, Api.JSON, Api.JSON, BodyPublishers.noBody())) {
            if (!answer.ok()) {
                return api.refused(answer, err());
            }
            out().println(answer.json());
            return ExitCode.OK;
        }
    }

    private int show() throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("state", state);
        parameters.put("kind", kind);
        parameters.put("asn", asn);
        parameters.put("router", router);
        parameters.put("peer", peer);
        parameters.put("since", since);
        parameters.put("limit", limit == null ? null : limit.toString());
        return request(INCIDENTS_PATH, parameters, IncidentsQuery::print);
    }

    private static void print(JsonNode answer, PrintWriter out) {
        ENTRIES.print(answer.path("incidents").valueStream(), out);
        out.println(answer.path("found").asString() + " incidents; "
                + answer.path("open").asString() + " are open in all");
    }
}
