// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pathproof.bgpsec.AlgorithmSuites;
import org.pathproof.bgpsec.BatchVerifier;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.InputFile;
import org.pathproof.cli.io.JsonLines;
import org.pathproof.p256.EngineSettings;
import org.pathproof.p256.SignatureEngine;
import org.pathproof.p256.SignatureEngines;
import org.pathproof.updates.BatchLine;
import org.pathproof.updates.PeerKind;
import org.pathproof.updates.Request;
import org.pathproof.updates.Response;
import org.pathproof.updates.ResponseJson;
import org.pathproof.updates.UpdateValidator;
import org.pathproof.wire.Bytes;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof verify}: validates updates by RFC 8205 section 5.2. */
@Command(
        name = "verify",
        description = {
            "Validates BGPsec updates as a receiving router would do with the given router keys.",
            "Prints one JSON object for each update, with all findings.",
            "Assumes 4-octet AS numbers, no ADD-PATH, and a session that negotiated BGPsec.",
            "Exit code 0: every path is VALID; 1: some paths are not; 2: a file or an update could not be read."
        })
public final class VerifyCommand implements Callable<Integer> {
    /** Maximum number of updates that are validated together. */
    private static final int CHUNK = 1024;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--keys",
            paramLabel = "FILE",
            required = true,
            description = {
                "Router keys: the JSON of rpki-client, StayRTR, Routinator or FORT, SLURM assertions,",
                "or an array of {\"asn\",\"ski\",\"spki_der_hex\"}. Repeatable."
            })
    private List<Path> keys = List.of();

    @Mixin
    private final PeerOptions peer = new PeerOptions();

    @Option(
            names = "--dual-path",
            description = {
                "The session did not negotiate BGPsec, and the sender may send BGPsec_PATH beside an equal AS_PATH,",
                "like a peer in pathproof.collector.dual-path-peers. Prints one object for each prefix."
            })
    private boolean dualPath;

    @Option(
            names = "--p384-suite",
            paramLabel = "N",
            description = {
                "Experimental: also verify ECDSA P-384 with SHA-384 under this suite number, 247 to 250",
                "(RFC 8608 section 2.1). Without it blocks of that number are skipped."
            })
    private int p384Suite = AlgorithmSuites.NO_P384;

    @Option(
            names = "--explain",
            description =
                    "Add the signed bytes of each hop, and the findings of blocks that a VALID path did not need.")
    private boolean explain;

    @Option(names = "--stats", description = "Print the number of updates and the time on standard error.")
    private boolean stats;

    @ArgGroup(multiplicity = "1")
    private Input input;

    /** Source of the updates. Exactly one of the three options is given. */
    private static final class Input {
        @Parameters(
                paramLabel = "UPDATE",
                arity = "1..*",
                description = "Files of consecutive BGP messages, binary or hexadecimal; - for standard input.")
        private @Nullable List<String> files;

        @Option(names = "--hex", paramLabel = "STRING", description = "BGP messages in hexadecimal.")
        private @Nullable String hex;

        @Option(
                names = "--batch",
                paramLabel = "FILE",
                description = {
                    "Lines of {\"id\",\"update\":\"hex\",\"target_as\":N,\"peer_as\":N}; - for standard input.",
                    "Options supply missing members."
                })
        private @Nullable String batch;
    }

    @Override
    public Integer call() throws IOException {
        if (input.batch == null && peer.targetAs().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--target-as is required: the AS to which the newest hop signed");
        }
        UpdateValidator validator = new UpdateValidator(
                KeyFiles.read(keys, spec.commandLine().getErr()),
                new BatchVerifier(engine(), suites()),
                new PeerKind(peer.isConfederationPeer(), peer.isTransparentPeer(), dualPath),
                explain,
                Runtime.getRuntime().availableProcessors());
        long started = System.nanoTime();
        Run run = new Run(validator, explain, spec.commandLine().getOut());
        if (input.batch == null) {
            updates().forEach(request -> run.add(() -> request));
        } else {
            verifyBatch(input.batch, run);
        }
        Outcomes outcomes = run.end();
        if (stats) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("pathproof verify: " + outcomes.inWords(System.nanoTime() - started));
            err.flush();
        }
        return outcomes.exitCode();
    }

    private static SignatureEngine engine() {
        try {
            return SignatureEngines.select(EngineSettings.fromSystem());
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private AlgorithmSuites suites() {
        try {
            return AlgorithmSuites.withP384(p384Suite);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--p384-suite: " + e.getMessage(), e);
        }
    }

    /** Returns all updates of the files or of --hex, so that an unreadable file fails before any validation. */
    private List<Request> updates() throws IOException {
        List<Request> requests = new ArrayList<>();
        if (input.hex != null) {
            add(requests, "hex", UpdateSource.ofHex(input.hex, "--hex"));
        }
        if (input.files != null) {
            for (String file : input.files) {
                add(requests, file, UpdateSource.read(file));
            }
        }
        return requests;
    }

    private void add(List<Request> requests, String name, List<Bytes> updates) {
        for (int i = 0; i < updates.size(); i++) {
            String id = updates.size() == 1 ? name : name + "#" + (i + 1);
            requests.add(new Request.Message(Request.Id.of(id), updates.get(i), peer.targetAs(), peer.peerAs()));
        }
    }

    private void verifyBatch(String file, Run run) throws IOException {
        try (InputStream in = InputFile.open(file);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16)) {
            long number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    String text = line;
                    long at = number;
                    run.add(() -> BatchLine.read(text, at, peer.targetAs(), peer.peerAs()));
                }
            }
        }
    }

    /** Collects requests into chunks and writes their responses. */
    private static final class Run {
        private final UpdateValidator validator;
        private final ResponseJson json;
        private final PrintWriter out;
        private final List<Supplier<Request>> chunk = new ArrayList<>(CHUNK);
        private final Outcomes outcomes = new Outcomes();

        Run(UpdateValidator validator, boolean explain, PrintWriter out) {
            this.validator = validator;
            this.json = new ResponseJson(explain);
            this.out = out;
        }

        void add(Supplier<Request> request) {
            chunk.add(request);
            if (chunk.size() == CHUNK) {
                answer();
            }
        }

        Outcomes end() {
            answer();
            out.flush();
            return outcomes;
        }

        private void answer() {
            for (String lines : validator.validate(chunk, this::format)) {
                out.write(lines);
            }
            chunk.clear();
        }

        /** Formats responses. Several threads call this method at the same time. */
        private String format(List<Response> answers) {
            StringWriter text = new StringWriter();
            Outcomes found = new Outcomes();
            try (JsonLines lines = new JsonLines(text)) {
                for (Response answer : answers) {
                    lines.writeObject(generator -> json.writeMembers(generator, answer));
                    found.add(answer);
                }
            }
            synchronized (outcomes) {
                outcomes.add(found);
            }
            return text.toString();
        }
    }
}
