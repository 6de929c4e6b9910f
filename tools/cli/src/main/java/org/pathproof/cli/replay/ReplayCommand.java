// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.decode.Format;
import org.pathproof.cli.decode.Input;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.wire.Bytes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof replay}: sends a recorded BMP stream to a collector, in the role of a router. */
@Command(
        name = "replay",
        description = {
            "Sends a BMP stream, from a file or a capture, to a collector in the role of a router.",
            "Each BMP stream of a capture has its own connection.",
            "Exit code 0: everything was sent; 2: unreadable file, no connection, or a connection closed by the collector."
        })
public final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "HOST:PORT",
            converter = Target.Converter.class,
            description = "Address of the collector.")
    private Target to;

    @Option(
            names = "--speed",
            paramLabel = "SPEED",
            defaultValue = "max",
            converter = Pace.Converter.class,
            description = "max: as fast as the collector reads (default); xN: N times real time, by the timestamps of"
                    + " the per-peer headers or of the capture.")
    private Pace speed;

    @Option(names = "--bytes", paramLabel = "N", description = "Send only the first N bytes.")
    private @Nullable Long bytes;

    @Option(names = "--hold", description = "Keep the connection open until interrupted.")
    private boolean hold;

    @Parameters(paramLabel = "FILE", description = "A BMP stream, pcap or pcapng; - for standard input.")
    private String file;

    @Override
    public Integer call() throws IOException {
        if (bytes != null && bytes < 1) {
            throw new ParameterException(spec.commandLine(), "--bytes " + bytes + " is not a positive number");
        }
        PrintWriter err = spec.commandLine().getErr();
        try (Input input = Input.open(file);
                Playback playback = new Playback(to, speed, bytes == null ? Long.MAX_VALUE : bytes)) {
            recording(input, err).play(playback);
            if (playback.nothingPlayed()) {
                throw new CommandFailure(file + ": no BMP to send");
            }
            if (hold) {
                playback.flush();
                err.println(playback.summary() + "; holding until interrupted");
                playback.hold();
            } else {
                playback.finish();
                err.println(playback.summary());
            }
            return ExitCode.OK;
        }
    }

    private Recording recording(Input input, PrintWriter err) throws IOException {
        Bytes start = input.peek();
        Optional<Format> format = Format.detect(start, Input.endsWithin(start));
        return switch (format.orElse(Format.AUTO)) {
            case PCAP -> new CaptureRecording(input.stream(), err);
            case BMP -> new BmpRecording(input.stream());
            default -> throw new CommandFailure(file + ": neither a BMP stream nor a capture");
        };
    }
}
