// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.LabRoute;
import org.pathproof.lab.paths.LabUpdates;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.lab.paths.RandomPaths;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof lab paths}: writes a batch of signed updates, and the keys that verify them. */
@Command(
        name = "paths",
        sortOptions = false,
        description = {
            "Writes BGPsec updates, all of them valid, as lines for `pathproof verify --batch`,",
            "and the router keys that verify them as RPKI JSON. Each update has its own prefix."
        })
final class PathsCommand implements Callable<Integer> {
    private static final int SIGNING_BATCH_ROUTES = 1024;
    /** Maximum number of signed routes in memory. */
    private static final int WRITING_BATCH_ROUTES = 16 * SIGNING_BATCH_ROUTES;

    @Spec
    private CommandSpec spec;

    @Mixin
    private PathOptions options = new PathOptions();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "File for the updates.")
    private Path out = Path.of("");

    @Option(names = "--keys-out", paramLabel = "FILE", required = true, description = "File for the router keys.")
    private Path keysOut = Path.of("");

    @Override
    public Integer call() throws IOException {
        RandomPaths paths = options.paths(spec);
        LabKeys labKeys = new LabKeys(options.seed());
        RouterKeyFile.write(
                LongStream.of(paths.asns())
                        .parallel()
                        .mapToObj(asn -> labKeys.of(asn).routerKey())
                        .toList(),
                keysOut);
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(out), 1 << 16)) {
            for (int from = 0; from < paths.count(); from += WRITING_BATCH_ROUTES) {
                for (byte[] lines : lines(paths, labKeys, from, Math.min(paths.count(), from + WRITING_BATCH_ROUTES))) {
                    file.write(lines);
                }
            }
        }
        return 0;
    }

    /** Creates the lines of paths {@code from} to {@code to - 1}, on all processors. */
    private static List<byte[]> lines(RandomPaths paths, LabKeys keys, int from, int to) {
        int shares = (to - from + SIGNING_BATCH_ROUTES - 1) / SIGNING_BATCH_ROUTES;
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(i -> {
                    int first = from + i * SIGNING_BATCH_ROUTES;
                    return shareOfLines(paths, keys, first, Math.min(to, first + SIGNING_BATCH_ROUTES));
                })
                .toList();
    }

    private static byte[] shareOfLines(RandomPaths paths, LabKeys keys, int from, int to) {
        List<LabRoute> routes = IntStream.range(from, to).mapToObj(paths::route).toList();
        List<SecurePath> signed = new PathSigner()
                .signAll(routes.stream()
                        .map(route -> new PathSigner.Unsigned(
                                route.prefix(), PathSigner.Signer.of(route.hops(), keys), LabSettings.LOCAL_AS))
                        .toList());
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < routes.size(); i++) {
            LabRoute route = routes.get(i);
            byte[] update = BgpCodec.encode(
                            LabUpdates.signed(Nlri.of(route.prefix()), signed.get(i)), BgpSessionOptions.DEFAULT)
                    .toArray();
            lines.append("{\"id\":")
                    .append(from + i + 1)
                    .append(",\"update\":\"")
                    .append(HexFormat.of().formatHex(update))
                    .append("\",\"target_as\":")
                    .append(LabSettings.LOCAL_AS)
                    .append(",\"peer_as\":")
                    .append(route.peerAs())
                    .append("}\n");
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
