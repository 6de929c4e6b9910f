// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code pathproof query sources}: prints the sources of RPKI data. */
@Command(name = "sources", description = "The sources of RPKI data: state, data, and differences from the data in use.")
final class SourcesQuery extends QuerySubcommands.OneRequest {
    private static final Table SOURCES = new Table(
            Column.of("SOURCE", "/name"),
            Column.of("KIND", "/kind"),
            Column.of("GROUP", "/group"),
            Column.of("IN USE", "/in_use"),
            Column.of("WORKS", "/works"),
            Column.of("KEYS", "/router_keys"),
            Column.of("VRPS", "/vrps"),
            Column.of("ASPAS", "/aspas"),
            Column.of("EXTRA", "/extra"),
            Column.of("MISSING", "/missing"),
            Column.of("REFUSED", "/refused"),
            Column.of("CONFIRMED", "/confirmed"),
            new Column("PROBLEM", SourcesQuery::problem));

    private static final Table SLURM = new Table(
            Column.of("SLURM FILE", "/file"),
            Column.of("KIND", "/kind"),
            Column.of("ENTRY", "/entry"),
            Column.of("OBJECTS", "/objects"));

    @Override
    public Integer call() throws IOException {
        return request("/api/v1/rpki/sources", Map.of(), SourcesQuery::print);
    }

    private static void print(JsonNode report, PrintWriter out) {
        SOURCES.print(report.path("sources").valueStream(), out);
        JsonNode slurm = report.path("slurm");
        if (slurm.hasNonNull("problem")) {
            out.println();
            out.println("SLURM: " + Table.cell(slurm.path("problem")));
        }
        if (!slurm.path("entries").isEmpty()) {
            out.println();
            SLURM.print(slurm.path("entries").valueStream(), out);
        }
    }

    private static String problem(JsonNode source) {
        String problem = Table.cell(source.path("problem"));
        String held = Table.cell(source.path("held"));
        return held.isEmpty() ? problem : problem.isEmpty() ? "held: " + held : problem + "; held: " + held;
    }
}
