// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.rtr.RtrServer;
import org.pathproof.rpki.rtr.RtrServerSettings;
import org.pathproof.wire.rpki.RpkiObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pathproof lab spki-cache}: serves the router keys of a file over RTR. */
@Command(
        name = "spki-cache",
        sortOptions = false,
        description = {
            "Serves the router keys of an RPKI JSON file over RTR until Ctrl-C.",
            "The file, such as keys.json of `lab keygen`, is read once."
        })
final class SpkiCacheCommand implements Callable<Integer> {
    private static final int SESSION_ID = 1;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address on which routers connect (default: ${DEFAULT-VALUE}).")
    private InetAddress address = InetAddress.getLoopbackAddress();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8323",
            description = "RTR port; 0 for a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Parameters(paramLabel = "FILE", description = "RPKI JSON with router keys.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<RpkiObject> objects = RouterKeyFile.read(file);
        try (MemoryRpkiSource source = new MemoryRpkiSource(SESSION_ID)) {
            source.replace(objects);
            try (RtrServer cache =
                    new RtrServer(RtrServerSettings.on(new InetSocketAddress(address, port)), source).start()) {
                PrintWriter out = spec.commandLine().getOut();
                out.println(objects.size() + " objects are served over RTR at " + address.getHostAddress() + ":"
                        + cache.port());
                out.flush();
                new CountDownLatch(1).await();
            }
        }
        return 0;
    }
}
