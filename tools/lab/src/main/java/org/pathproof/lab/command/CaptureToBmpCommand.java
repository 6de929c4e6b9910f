// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.pathproof.lab.routers.CapturedRouter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof lab capture-to-bmp}: writes the BMP that a router without BMP would send. */
@Command(
        name = "capture-to-bmp",
        sortOptions = false,
        description = {
            "Converts the BGP sessions of a router in a capture to a BMP stream.",
            "`pathproof replay` sends the stream to a collector. For routers that have no BMP."
        })
final class CaptureToBmpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--router",
            paramLabel = "ADDRESS",
            required = true,
            description = "Address of the router in the capture.")
    private InetAddress router = InetAddress.getLoopbackAddress();

    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Name of the router in BMP.")
    private String name = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "File for the BMP stream.")
    private Path out = Path.of("");

    @Parameters(paramLabel = "FILE", description = "A pcap or pcapng file with the start of the sessions.")
    private Path capture = Path.of("");

    @Override
    public Integer call() throws IOException {
        List<BmpMessage> messages;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(capture))) {
            messages = CapturedRouter.read(in, Bytes.wrap(router.getAddress()), name);
        }
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(out))) {
            for (BmpMessage message : messages) {
                file.write(BmpCodec.encode(message).toArray());
            }
        }
        spec.commandLine().getOut().println(messages.size() + " BMP messages");
        spec.commandLine().getOut().flush();
        return 0;
    }
}
