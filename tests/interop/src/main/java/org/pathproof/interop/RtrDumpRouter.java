// SPDX-License-Identifier: Apache-2.0
package org.pathproof.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pathproof.harness.ChildProcess;
import org.pathproof.harness.Programs;
import org.pathproof.rpki.json.RpkiJsonReader;

/** The program rtrdump of StayRTR. The program connects, sends a Reset Query, writes the set to a file, and ends. */
final class RtrDumpRouter implements Router {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path file;
    private final List<String> command;

    RtrDumpRouter(Path folder, Credentials credentials, Transport transport, int port, int version) {
        file = folder.resolve("rtrdump.json");
        // Go programs read the authorities from the file that this variable names.
        command = new ArrayList<>(List.of(
                "env",
                "SSL_CERT_FILE=" + credentials.trust(),
                Programs.require("rtrdump"),
                "-connect",
                "127.0.0.1:" + port,
                "-rtr.version",
                "" + version,
                "-file",
                file.toString()));
        switch (transport) {
            case TLS -> command.addAll(List.of("-type", "tls"));
            case SSH ->
                command.addAll(List.of(
                        "-type",
                        "ssh",
                        "-ssh.method",
                        "key",
                        "-ssh.auth.user",
                        Credentials.USER,
                        "-ssh.auth.key",
                        credentials.userKey().toString()));
            case TCP, WITHOUT_ASPAS -> {}
        }
    }

    @Override
    public Set<String> data() {
        try {
            Files.deleteIfExists(file);
            ChildProcess.Outcome outcome = ChildProcess.run(LIMIT, command);
            if (outcome.exitCode() != 0 || !Files.exists(file)) {
                return Set.of();
            }
            return SampleObjects.lines(RpkiJsonReader.read(file, null).objects(), Kind.of(2));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // No process remains between two calls.
    }
}
