// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.pathproof.lab.paths.Hop;
import org.pathproof.lab.paths.LabKey;
import org.pathproof.lab.paths.LabKeys;
import org.pathproof.lab.paths.PathSigner;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.BgpsecPathCodec;

/**
 * Router keys, and signed paths of 1 to 5 hops with different prefixes.
 *
 * @param keys one for each AS; the last AS receives all paths
 * @param paths by number of hops
 */
record CostWorkload(List<LabKey> keys, Map<Integer, List<SignedPath>> paths) {
    /** Number of router keys, the largest of the grid. */
    static final int KEYS = 1_000;

    /** Step of the grid of keys. */
    static final int KEYS_STEP = 100;

    /** Step of the grid of paths. */
    static final int PATHS_STEP = 500;

    static final int MAX_HOPS = 5;

    private static final String SEED = "pathproof-costs";
    private static final long FIRST_AS = 4_200_000_000L;
    private static final int FIRST_PREFIX = 10 << 24;
    /** A step that visits all ASes but the last one, because it has no common divisor with their number. */
    private static final int STRIDE = 7;

    /** A path as its receiver gets it. {@code value} is that of the attribute BGPsec_PATH. */
    record SignedPath(Prefix prefix, Bytes value) {}

    /**
     * Signs the paths.
     *
     * @param perLength number of paths of each length, a multiple of {@link #PATHS_STEP}
     */
    static CostWorkload create(int perLength) {
        LabKeys all = new LabKeys(SEED);
        List<LabKey> keys =
                IntStream.range(0, KEYS).mapToObj(i -> all.of(FIRST_AS + i)).toList();
        Map<Integer, List<SignedPath>> paths = new LinkedHashMap<>();
        PathSigner signer = new PathSigner();
        long receiver = keys.getLast().routerKey().asn();
        for (int hops = 1; hops <= MAX_HOPS; hops++) {
            List<PathSigner.Unsigned> unsigned = new ArrayList<>(perLength);
            for (int i = 0; i < perLength; i++) {
                unsigned.add(new PathSigner.Unsigned(
                        Prefix.ipv4(FIRST_PREFIX | i << 8, 24), PathSigner.Signer.of(hops(i, hops), all), receiver));
            }
            List<SignedPath> signed = new ArrayList<>(perLength);
            signer.signAll(unsigned)
                    .forEach(path -> signed.add(
                            new SignedPath(unsigned.get(signed.size()).prefix(), BgpsecPathCodec.encode(path))));
            paths.put(hops, signed);
        }
        return new CostWorkload(keys, paths);
    }

    private static List<Hop> hops(int path, int count) {
        return IntStream.range(0, count)
                .mapToObj(hop -> Hop.of(FIRST_AS + (path + STRIDE * hop) % (KEYS - 1)))
                .toList();
    }

    long receiver() {
        return keys.getLast().routerKey().asn();
    }

    /** Writes the keys for the C programs: AS, SKI, SubjectPublicKeyInfo and ECPrivateKey of each key in a line. */
    void writeKeys(Path file) throws IOException {
        Files.write(
                file,
                keys.stream()
                        .map(key -> String.join(
                                " ",
                                Long.toString(key.routerKey().asn()),
                                key.ski().toHex(),
                                key.routerKey().spki().toHex(),
                                key.privateKey().toHex()))
                        .toList());
    }

    /** Writes the paths for the C programs: hops, receiver, prefix, its length and the path of each in a line. */
    void writePaths(Path file) {
        try (var out = Files.newBufferedWriter(file)) {
            for (Map.Entry<Integer, List<SignedPath>> ofLength : paths.entrySet()) {
                for (SignedPath path : ofLength.getValue()) {
                    out.write(String.join(
                            " ",
                            ofLength.getKey().toString(),
                            Long.toString(receiver()),
                            Bytes.wrap(path.prefix().addressBytes()).toHex().substring(0, 8),
                            Integer.toString(path.prefix().length()),
                            path.value().toHex()));
                    out.newLine();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
