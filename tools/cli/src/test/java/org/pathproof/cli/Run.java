// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run of the command in this JVM: what it printed and its exit code. */
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

    /** The objects of standard output. */
    public List<JsonNode> objects() {
        return out.lines().map(Run::json).toList();
    }

    public static JsonNode json(String text) {
        return MAPPER.readTree(text);
    }

    /** A file that was made elsewhere; the test is skipped loudly where it is absent. */
    public static Path shared(String name) throws IOException {
        Path file = Path.of(System.getProperty("pathproof.shared.data", "../../../shared/data"), name);
        if (!Files.isReadable(file)) {
            throw new TestAbortedException("not tested, no " + file + ": set -Dshared.data to where it lies");
        }
        return file;
    }
}
