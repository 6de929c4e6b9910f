// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Collectors;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.InputFile;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.cli.io.Table;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** Reads documents of the policy for requests, and reports the responses. */
final class PolicyRequests {
    /** Media type of the documents. The API reads JSON in it, too. */
    static final String YAML = "application/yaml";

    private PolicyRequests() {}

    /** Returns the content of a file; {@code -} is standard input. */
    static BodyPublisher body(String file) throws IOException {
        try (InputStream in = InputFile.open(file)) {
            return BodyPublishers.ofByteArray(in.readAllBytes());
        }
    }

    /** Prints a 200 response as JSON, or on a terminal as names and values. Returns the exit code. */
    static int printed(Api.Answer answer, CommandSpec spec) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (((QueryTarget) spec.parent().userObject()).format() == OutputFormat.TABLE) {
            Tables.facts(answer.json(), out);
        } else {
            out.println(answer.text());
        }
        out.flush();
        return ExitCode.OK;
    }

    /** Reports all problems of a document with their lines in the file. */
    static int refused(Api api, Api.Answer answer, String file, CommandSpec spec) throws IOException {
        if (answer.status() == 409) {
            throw new CommandFailure(Table.cell(answer.json().path("detail")) + " (in this command: --yes)");
        }
        if (answer.status() != 400) {
            return api.refused(answer, spec.commandLine().getErr());
        }
        JsonNode problem = answer.json();
        if (problem.path("problems").isEmpty()) {
            throw new CommandFailure(Table.cell(problem.path("detail")));
        }
        throw new CommandFailure(problem.get("problems")
                .valueStream()
                .map(found -> file + ":" + Table.cell(found.path("line")) + ":" + Table.cell(found.path("column"))
                        + ": " + Table.cell(found.path("field")) + ": " + Table.cell(found.path("message")))
                .collect(Collectors.joining(System.lineSeparator())));
    }
}
