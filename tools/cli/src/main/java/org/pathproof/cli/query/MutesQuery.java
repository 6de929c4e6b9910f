// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.util.Map;
import org.pathproof.cli.io.Table;
import org.pathproof.cli.io.Table.Column;
import picocli.CommandLine.Command;

/** {@code pathproof query mutes}: prints the mutes of incidents. */
@Command(name = "mutes", description = "The mutes of incidents that are in force.")
final class MutesQuery extends QuerySubcommands.OneRequest {
    private static final Table ENTRIES = new Table(
            Column.of("ID", "/id"),
            Column.of("KIND", "/kind"),
            Column.of("ASN", "/asn"),
            Column.of("RULE", "/rule"),
            Column.of("ROUTER", "/router"),
            Column.of("PEER", "/peer"),
            Column.of("PREFIX", "/prefix"),
            Column.of("OWNER", "/owner"),
            Column.of("UNTIL", "/expires"),
            Column.of("REASON", "/reason"));

    @Override
    public Integer call() throws IOException {
        return request(
                "/api/v1/mutes",
                Map.of(),
                (answer, out) -> ENTRIES.print(answer.path("mutes").valueStream(), out));
    }
}
