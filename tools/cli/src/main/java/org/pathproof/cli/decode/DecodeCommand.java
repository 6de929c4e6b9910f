// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pathproof.cli.io.CommandFailure;
import org.pathproof.cli.io.ExitCode;
import org.pathproof.cli.io.JsonLines;
import org.pathproof.cli.io.OutputFormat;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.WireError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code pathproof decode}: prints the contents of a file. */
@Command(
        name = "decode",
        description = {
            "Prints the contents of a file: one JSON object per message, with offset, length, type and content.",
            "Damaged bytes give an object with error and offset; decoding continues at the next message.",
            "Files may be gzip or bzip2, or text of hexadecimal digits.",
            "Exit code 0: everything was read and is undamaged; 1: parts are damaged or unread, or the file is empty;",
            "2: the file cannot be read."
        })
public final class DecodeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "Format of the file: ${COMPLETION-CANDIDATES}; detected by default.")
    private Format format;

    @Option(
            names = "--summary",
            description = "Print a summary: messages by type, prefixes announced and withdrawn per peer and view.")
    private boolean summary;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Form of the summary: table or json; by default table on a terminal, json elsewhere.")
    private @Nullable OutputFormat output;

    @Parameters(paramLabel = "FILE", description = "Input file; - for standard input.")
    private String file;

    @Override
    public Integer call() throws IOException {
        if (!summary && output == OutputFormat.TABLE) {
            throw new CommandFailure("-o table needs --summary: messages are printed as JSON");
        }
        if (summary && OutputFormat.of(output) == OutputFormat.TABLE) {
            StringWriter json = new StringWriter();
            int exitCode = decode(json);
            SummaryTables.print(
                    JsonMapper.shared().readTree(json.toString()),
                    spec.commandLine().getOut());
            return exitCode;
        }
        return decode(spec.commandLine().getOut());
    }

    private int decode(Writer out) throws IOException {
        try (Input input = Input.open(file);
                JsonLines lines = new JsonLines(out)) {
            Report report = new ReadingCheck(
                    summary ? new Summary(lines) : new MessageLines(lines),
                    file,
                    spec.commandLine().getErr());
            decode(input, report);
            input.damage()
                    .ifPresent(damage -> report.onDamage(
                            Place.at(input.bytes()),
                            0,
                            new WireError(
                                    WireError.Code.TRUNCATED,
                                    "compressed data",
                                    0,
                                    "the compressed data ends early or is damaged: " + damage.getMessage())));
            report.end(input.bytes());
            return report.damaged() ? ExitCode.PROBLEM_FOUND : ExitCode.OK;
        }
    }

    private void decode(Input input, Report report) throws IOException {
        Bytes start = input.peek();
        if (start.isEmpty()) {
            return;
        }
        Format of = format != Format.AUTO
                ? format
                : Format.detect(start, Input.endsWithin(start))
                        .orElseThrow(() -> new CommandFailure(file
                                + ": unknown format (first bytes "
                                + start.slice(0, Math.min(16, start.length())) + "); select one with --format"));
        switch (of) {
            case BGP -> stream(input, StreamDecoder.bgp(new BgpConversation(), true, Place::at, report));
            case BMP -> stream(input, StreamDecoder.bmp(Place::at, report));
            case OPENBMP -> stream(input, StreamDecoder.openBmp(Place::at, report));
            case PCAP -> new CaptureDecoder(report).decode(input.stream());
            case RTR -> stream(input, StreamDecoder.rtr(Place::at, report));
            case MRT -> new MrtDecoder(report).decode(input.stream());
            case AUTO -> throw new IllegalStateException("the format was not detected");
        }
    }

    private static void stream(Input input, StreamDecoder decoder) throws IOException {
        for (Bytes chunk = input.read(); !chunk.isEmpty(); chunk = input.read()) {
            decoder.push(chunk);
        }
        decoder.end();
    }
}
