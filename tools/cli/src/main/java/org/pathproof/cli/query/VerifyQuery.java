// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.InputFile;
import org.pathproof.cli.verify.PeerOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Validates updates under the RPKI set of a running Pathproof, with the output of {@code pathproof verify}. */
@Command(
        name = "verify",
        description = {
            "Validates BGPsec updates under the RPKI set in force. Needs a token with the role operator.",
            "Prints one JSON object for each update, as pathproof verify does.",
            "Exit code 0: every path is VALID; 1: some are not; 2: something could not be read."
        })
final class VerifyQuery implements Callable<Integer> {
    private static final String PATH = "/api/v1/verify";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec
    private CommandSpec spec;

    @Mixin
    private final PeerOptions peer = new PeerOptions();

    @Option(names = "--explain", description = "Add the signed bytes of each hop.")
    private boolean explain;

    @ArgGroup(multiplicity = "1")
    private Input input;

    /** Source of the updates. Exactly one of the three is given. */
    private static final class Input {
        @Parameters(
                paramLabel = "UPDATE",
                description = "File of BGP messages one after the other, binary or hexadecimal; - for standard input.")
        private @Nullable String file;

        @Option(names = "--hex", paramLabel = "STRING", description = "BGP messages in hexadecimal.")
        private @Nullable String hex;

        @Option(
                names = "--batch",
                paramLabel = "FILE",
                description =
                        "Lines of {\"id\",\"update\":\"hex\",\"target_as\":N,\"peer_as\":N}; - for standard input.")
        private @Nullable String batch;

        String contentType() {
            if (batch != null) {
                return Api.NDJSON;
            }
            return hex == null ? "application/octet-stream" : "text/plain";
        }

        byte[] bytes() throws IOException {
            if (hex != null) {
                return hex.getBytes(UTF_8);
            }
            try (InputStream in = InputFile.open(String.valueOf(batch == null ? file : batch))) {
                return in.readAllBytes();
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (Api api = ((QueryTarget) spec.parent().userObject()).api();
                Api.Answer answer = api.post(
                        PATH,
                        parameters(),
                        Api.NDJSON,
                        input.contentType(),
                        BodyPublishers.ofByteArray(input.bytes()))) {
            if (!answer.ok()) {
                return api.refused(answer, spec.commandLine().getErr());
            }
            int code = ExitCode.OK;
            BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(line);
                code = Math.max(code, code(JSON.readTree(line)));
            }
            out.flush();
            return code;
        }
    }

    private Map<String, @Nullable String> parameters() {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("target_as", text(peer.targetAs()));
        parameters.put("peer_as", text(peer.peerAs()));
        parameters.put("confederation_peer", peer.isConfederationPeer() ? "true" : null);
        parameters.put("transparent_peer", peer.isTransparentPeer() ? "true" : null);
        parameters.put("explain", explain ? "true" : null);
        return parameters;
    }

    private static @Nullable String text(OptionalLong asn) {
        return asn.isPresent() ? Long.toString(asn.getAsLong()) : null;
    }

    private static int code(JsonNode answer) {
        if (answer.has("error")) {
            return ExitCode.CANNOT_RUN;
        }
        return answer.path("state").asString("").equals("VALID") ? ExitCode.OK : ExitCode.PROBLEM_FOUND;
    }
}
