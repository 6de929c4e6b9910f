// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.PrintWriter;
import org.pathproof.cli.io.Table;
import tools.jackson.databind.JsonNode;

/** Prints the response of the policy API as a table. */
interface TablePrinter {
    void print(JsonNode answer, PrintWriter out);

    /**
     * Returns a printer for an array of objects. A last line reports objects that the response left out.
     *
     * @param pointer JSON pointer of the array
     */
    static TablePrinter of(String pointer, Table table) {
        return (answer, out) -> {
            long shown = table.print(answer.at(pointer).valueStream(), out);
            long total = answer.path("total").asLong(shown);
            if (total > shown) {
                out.printf("%d of %d are shown; a larger --limit shows more%n", shown, total);
                out.flush();
            }
        };
    }
}
