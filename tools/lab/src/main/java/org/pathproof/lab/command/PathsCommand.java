// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.command;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.pathproof.lab.LabKeys;
import org.pathproof.lab.LabRoute;
import org.pathproof.lab.LabSettings;
import org.pathproof.lab.LabUpdates;
import org.pathproof.lab.PathSigner;
import org.pathproof.lab.RandomPaths;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonWriter;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.SecurePath;
import org.pathproof.wire.rpki.RouterKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pathproof lab paths}: a batch of signed updates, and the keys to verify them with. */
@Command(
        name = "paths",
        sortOptions = false,
        description = {
            "Writes BGPsec updates, all of them valid, as lines for `pathproof verify --batch`,",
            "and the router keys that they are signed with as RPKI JSON. Each has a prefix of its own."
        })
final class PathsCommand implements Callable<Integer> {
    private static final int SIGNED_TOGETHER = 1024;
    /** Signed and not written yet: what waits in memory. */
    private static final int WRITTEN_TOGETHER = 16 * SIGNED_TOGETHER;

    @Spec
    private CommandSpec spec;

    @Mixin
    private PathOptions wanted = new PathOptions();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "Where the paths go.")
    private Path out = Path.of("");

    @Option(names = "--keys-out", paramLabel = "FILE", required = true, description = "Where the keys go.")
    private Path keysOut = Path.of("");

    @Override
    public Integer call() throws IOException {
        RandomPaths paths = wanted.paths(spec);
        LabKeys made = new LabKeys(wanted.seed());
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(keysOut))) {
            List<RouterKey> routerKeys = LongStream.of(paths.asns())
                    .parallel()
                    .mapToObj(asn -> made.of(asn).routerKey())
                    .toList();
            RpkiSnapshot set = RpkiSnapshot.of(0, new Serial(0), routerKeys);
            RpkiJsonWriter.write(set, Instant.EPOCH, RpkiJsonWriter.Form.RPKI_CLIENT, file);
        }
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(out), 1 << 16)) {
            for (int from = 0; from < paths.count(); from += WRITTEN_TOGETHER) {
                for (byte[] lines : lines(paths, made, from, Math.min(paths.count(), from + WRITTEN_TOGETHER))) {
                    file.write(lines);
                }
            }
        }
        return 0;
    }

    /** The lines of paths {@code from} to before {@code to}, made on all processors. */
    private static List<byte[]> lines(RandomPaths paths, LabKeys keys, int from, int to) {
        int shares = (to - from + SIGNED_TOGETHER - 1) / SIGNED_TOGETHER;
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(i -> {
                    int first = from + i * SIGNED_TOGETHER;
                    return shareOfLines(paths, keys, first, Math.min(to, first + SIGNED_TOGETHER));
                })
                .toList();
    }

    private static byte[] shareOfLines(RandomPaths paths, LabKeys keys, int from, int to) {
        List<LabRoute> routes = IntStream.range(from, to).mapToObj(paths::route).toList();
        List<SecurePath> signed = new PathSigner()
                .signAll(routes.stream()
                        .map(route -> new PathSigner.Unsigned(
                                route.prefix(), keys.signers(route.hops()), LabSettings.LOCAL_AS))
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
