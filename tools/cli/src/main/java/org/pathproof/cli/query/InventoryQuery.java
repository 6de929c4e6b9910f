// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublishers;
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

/** {@code pathproof query inventory}: prints and changes the inventory of routers and peers. */
@Command(
        name = "inventory",
        description = {
            "The expected routers and peers, and those that are lost.",
            "--acknowledge, --retire and --expect need a token with the role operator."
        })
final class InventoryQuery extends QuerySubcommands.OneRequest {
    private static final String INVENTORY_PATH = "/api/v1/inventory";

    private static final Table ENTRIES = new Table(
            Column.of("ROUTER", "/router"),
            Column.of("PEER", "/peer"),
            Column.of("SOURCE", "/source"),
            Column.of("STATE", "/state"),
            Column.of("SINCE", "/since"),
            Column.of("DETAIL", "/detail"),
            Column.of("OWNER", "/acknowledgement/owner"),
            Column.of("UNTIL", "/acknowledgement/expires"));

    @ArgGroup
    private @Nullable Change change;

    @Option(names = "--lost", description = "Only those that are lost and not acknowledged.")
    private boolean lost;

    @Option(names = "--router", paramLabel = "ROUTER", description = "One router with its peers, by name.")
    private @Nullable String router;

    @Option(names = "--peer", paramLabel = "PEER", description = "With a change: a peer of the router, by name.")
    private @Nullable String peer;

    @Option(names = "--owner", paramLabel = "NAME", description = "With --acknowledge: who works on it.")
    private @Nullable String owner;

    @Option(names = "--reason", paramLabel = "TEXT", description = "With a change: its reason.")
    private @Nullable String reason;

    @Option(
            names = "--expires",
            paramLabel = "TIME",
            description = "With --acknowledge: its end (RFC 3339), such as 2027-01-31T12:00:00Z.")
    private @Nullable String expires;

    /** The change; one at a time. */
    static final class Change {
        @Option(names = "--acknowledge", paramLabel = "ROUTER", description = "The loss is known until --expires.")
        private @Nullable String acknowledge;

        @Option(names = "--retire", paramLabel = "ROUTER", description = "It is no longer expected.")
        private @Nullable String retire;

        @Option(names = "--expect", paramLabel = "ROUTER", description = "It is expected from now on.")
        private @Nullable String expect;
    }

    @Override
    public Integer call() throws IOException {
        Change asked = change;
        if (asked == null) {
            return show();
        }
        if (asked.acknowledge != null) {
            return change("acknowledge", asked.acknowledge);
        }
        return asked.retire != null ? change("retire", asked.retire) : change("expect", asked.expect);
    }

    private int change(String name, @Nullable String of) throws IOException {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("router", of);
        parameters.put("peer", peer);
        parameters.put("owner", owner);
        parameters.put("reason", reason);
        parameters.put("expires", expires);
        try (Api api = api();
                Api.Answer answer = api.post(
                        INVENTORY_PATH + "/" + name, parameters, Api.JSON, Api.JSON, BodyPublishers.noBody())) {
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
        parameters.put("lost", lost ? "true" : null);
        return request(INVENTORY_PATH, parameters, InventoryQuery::print);
    }

    private static void print(JsonNode answer, PrintWriter out) {
        ENTRIES.print(answer.path("entries").valueStream(), out);
        out.println(answer.path("routers").asString() + " routers and "
                + answer.path("peers").asString() + " peers are expected; "
                + answer.path("lost").asString() + " are lost");
    }
}
