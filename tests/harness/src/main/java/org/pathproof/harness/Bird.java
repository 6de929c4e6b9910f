// SPDX-License-Identifier: Apache-2.0
package org.pathproof.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A real BIRD 2 daemon. Its protocol with Pathproof is named {@code pathproof}. */
public final class Bird implements AutoCloseable {
    private final Path socket;
    private final Path log;
    private final ChildProcess program;

    /** The two ends of the session. BIRD connects to the neighbor unless {@code options} has {@code passive}. */
    public record Session(String address, int port, int asn, String neighbor, int neighborPort, int neighborAs) {
        private String config(String options) {
            return """
                    protocol bgp pathproof {
                      local %s port %d as %d;
                      neighbor %s port %d as %d;
                      multihop;
                      strict bind yes;
                      connect delay time 1;
                      connect retry time 1;
                      error wait time 1, 2;
                      hold time 30;
                      %s
                    }
                    """.formatted(address, port, asn, neighbor, neighborPort, neighborAs, options);
        }
    }

    /**
     * Starts BIRD with one BGP session over loopback addresses. Aborts the test if BIRD is not installed.
     *
     * @param folder folder for the configuration, the control socket and the log
     * @param options further statements of the BGP protocol, such as its channels
     */
    public Bird(Path folder, Session session, String options) {
        this(folder, session.config(options));
    }

    /**
     * Starts BIRD. Aborts the test if BIRD is not installed.
     *
     * @param folder folder for the configuration, the control socket and the log
     * @param statements statements after the router id and the device protocol
     */
    public Bird(Path folder, String statements) {
        this(List.of(), folder, statements);
    }

    /**
     * Starts BIRD by another command, such as {@code ip netns exec name}. Aborts the test if BIRD is not installed.
     *
     * @param wrapper command that runs the command that follows it; may be empty
     */
    public Bird(List<String> wrapper, Path folder, String statements) {
        String bird = Programs.require("bird");
        Programs.require("birdc");
        Path config = folder.resolve("bird.conf");
        log = folder.resolve("bird-events.log");
        try {
            socket = Files.createTempDirectory("bird").resolve("ctl"); // a Unix socket needs a short path
            Files.writeString(config, """
                    log "%s" all;
                    router id 192.0.2.9;
                    protocol device {}
                    %s
                    """.formatted(log, statements));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(bird, "-f", "-c", config.toString(), "-s", socket.toString()));
        program = ChildProcess.start(folder.resolve("bird.log"), command);
        await("BIRD").atMost(Duration.ofSeconds(20)).until(() -> Files.exists(socket));
    }

    /** Returns the output of a command of birdc, such as {@code show protocols all}. */
    public String birdc(String... words) {
        List<String> command = new ArrayList<>(List.of(Programs.require("birdc"), "-s", socket.toString()));
        command.addAll(List.of(words));
        return ChildProcess.run(Duration.ofSeconds(20), command).output();
    }

    /** Returns the log of BIRD. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        program.close();
        try {
            Files.deleteIfExists(socket);
            Files.deleteIfExists(socket.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
