// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.InputFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints prefix sets for routers in a configuration language. */
@Command(
        name = "export",
        description = {
            "Prints the prefixes to reject from each neighbor, as configuration of a router.",
            "The last line on standard error has the serial of the sets, for --since.",
            "Exit code 0: success; 1: no such neighbor, or not ready; 2: wrong usage, refused change, or no connection."
        })
final class ExportQuery implements Callable<Integer> {
    private static final String SERIAL = "Pathproof-Serial";

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FORMAT", description = "frr, bird, openconfig, junos, ios-xr or sr-os.")
    private String format;

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description = "Compare with this configuration; - for standard input.")
    private @Nullable String against;

    @Option(names = "--dry-run", description = "Print counts and lines of the change, as JSON.")
    private boolean dryRun;

    @Option(names = "--force", description = "Allow a change of any size. Needs a token with the role operator.")
    private boolean force;

    @Option(names = "--group", paramLabel = "NAME", description = "Routers and rules of a group of the policy.")
    private @Nullable String group;

    @Option(names = "--malformed", description = "Add the prefixes of MALFORMED paths.")
    private boolean malformed;

    @Option(names = "--max-changes", paramLabel = "N", description = "Maximum number of added and removed prefixes.")
    private @Nullable Integer maxChanges;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the set (default PATHPROOF).")
    private @Nullable String name;

    @Option(
            names = "--neighbor",
            paramLabel = "PEER",
            description = "One neighbor, by address, hash or AS number; by default a set for each neighbor.")
    private @Nullable String neighbor;

    @Option(names = "--router", paramLabel = "ROUTER", description = "One router, by name, address or hash.")
    private @Nullable String router;

    @Option(names = "--since", paramLabel = "SERIAL", description = "Print the change since this serial.")
    private @Nullable String since;

    @Override
    public Integer call() throws IOException {
        try (Api api = ((QueryTarget) spec.parent().userObject()).api();
                Api.Answer answer = request(api)) {
            PrintWriter err = spec.commandLine().getErr();
            if (!answer.ok()) {
                return api.refused(answer, err);
            }
            PrintWriter out = spec.commandLine().getOut();
            new InputStreamReader(answer.body(), UTF_8).transferTo(out);
            if (dryRun || against != null) {
                out.println();
            }
            out.flush();
            answer.headers().firstValue(SERIAL).ifPresent(serial -> err.println("serial " + serial));
            return ExitCode.OK;
        }
    }

    private Api.Answer request(Api api) throws IOException {
        String path = "/api/v1/export/" + Api.encode(format);
        if (against == null) {
            return api.get(path, parameters(), "*/*");
        }
        try (InputStream in = InputFile.open(against)) {
            return api.post(path, parameters(), Api.JSON, "text/plain", BodyPublishers.ofByteArray(in.readAllBytes()));
        }
    }

    private Map<String, @Nullable String> parameters() {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("router", router);
        parameters.put("neighbor", neighbor);
        parameters.put("group", group);
        parameters.put("name", name);
        parameters.put("malformed", malformed ? "true" : null);
        parameters.put("since", since);
        parameters.put("max_changes", maxChanges == null ? null : maxChanges.toString());
        parameters.put("force", force ? "true" : null);
        parameters.put("dry_run", dryRun ? "true" : null);
        return parameters;
    }
}
