// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run of the command in this JVM: its exit code, standard output and standard error. */
public record Run(int exitCode, String out, String err) {
    private static final JsonMapper MAPPER = new JsonMapper();

    public static Run of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Run(exitCode, out.toString(), err.toString());
    }

    /** Returns the JSON objects of standard output. */
    public List<JsonNode> objects() {
        return out.lines().map(Run::json).toList();
    }

    public static JsonNode json(String text) {
        return MAPPER.readTree(text);
    }
}
