// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code pathproof query events}: prints changes of routes and sessions while they happen. */
@Command(
        name = "events",
        modelTransformer = RouteFilterOptions.class,
        description = {
            "Changes of routes that match all filters, and of sessions, as they happen, until Ctrl-C.",
            "JSON output has one object per line, in the format of RIS Live. Times of the table are in UTC (Z)."
        })
final class EventsQuery extends QuerySubcommands.OneRequest {
    private static final String EVENT_STREAM = "text/event-stream";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Spec
    private CommandSpec spec;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only UPDATE or only RIS_PEER_STATE.")
    private @Nullable String type;

    @Option(names = "--after", paramLabel = "ID", description = "Continue after the event with this id.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "End after this number of events.")
    private @Nullable Long limit;

    private long printed;
    private @Nullable String lastId;

    @Override
    public Integer call() throws IOException {
        Map<String, @Nullable String> parameters = RouteFilterOptions.parameters(spec);
        parameters.put("type", type);
        parameters.put("last_event_id", after);
        lastId = after;
        try (Api api = api();
                Api.Answer answer = api.get("/api/v1/events", parameters, EVENT_STREAM)) {
            if (!answer.ok()) {
                return api.refused(answer, err());
            }
            if (isTable()) {
                line("TIME", "EVENT", "ROUTER", "PEER", "PEER AS", "PREFIX", "STATE", "ORIGIN", "AS PATH");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                read(line);
                if (limit != null && printed >= limit) {
                    return ExitCode.OK;
                }
            }
        }
        err().println("pathproof query: the event stream has ended"
                + (lastId == null ? "" : "; --after " + lastId + " continues it"));
        return ExitCode.PROBLEM_FOUND;
    }

    /** Handles a line of the stream (WHATWG HTML standard, section 9.2.6). An event has its data on one line. */
    private void read(String line) {
        if (line.startsWith("id:")) {
            lastId = line.substring("id:".length()).strip();
        } else if (line.startsWith("data:")) {
            String data = line.substring("data:".length()).strip();
            JsonNode event = parse(data);
            if (Table.cell(event.path("type")).equals("ris_error")) {
                throw new CommandFailure(Table.cell(event.at("/data/message")));
            }
            if (isTable()) {
                print(event.path("data"));
            } else {
                out().println(data);
            }
            out().flush();
            printed++;
        }
    }

    private static JsonNode parse(String data) {
        try {
            return MAPPER.readTree(data);
        } catch (JacksonException e) {
            throw new CommandFailure("an event is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private void print(JsonNode event) {
        boolean announced = !event.path("announcements").isEmpty();
        boolean update = event.has("announcements");
        line(
                time(event.path("timestamp").asDouble()),
                update ? announced ? "announce" : "withdraw" : "session",
                Table.cell(event.path("host")),
                Table.cell(event.path("peer")),
                Table.cell(event.path("peer_asn")),
                Table.cell(event.at(announced ? "/announcements/0/prefixes" : "/withdrawals")),
                Table.cell(event.at(update ? "/validity/state" : "/session_state")),
                Table.cell(event.at("/validity/origin/state")),
                Table.cell(event.path("path")));
    }

    private void line(Object... cells) {
        String line = String.format("%-24s  %-9s  %-16s  %-16s  %-10s  %-18s  %-10s  %-9s  %s", cells);
        out().println(line.stripTrailing());
        out().flush();
    }

    /** Returns a time in seconds since 1970 as ISO 8601 text in UTC, for example 2026-11-22T10:20:08.250Z. */
    private static String time(double seconds) {
        return Instant.ofEpochMilli(Math.round(seconds * 1000)).toString();
    }
}
