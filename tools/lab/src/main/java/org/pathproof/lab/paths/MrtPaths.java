// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.pathproof.captures.mrt.MrtReader;
import org.pathproof.captures.mrt.MrtRecord;
import org.pathproof.captures.mrt.Rib;
import org.pathproof.captures.mrt.TableDump;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.RibAttributes;

/**
 * Reads AS paths from a table dump in MRT (RFC 6396), plain or compressed with gzip or bzip2. Skips paths that no
 * BGPsec speaker can send: paths with an AS_SET, a loop, AS 0 or AS_TRANS.
 */
public final class MrtPaths {
    private static final long AS_TRANS = 23456;

    private MrtPaths() {}

    /**
     * Returns the routes in the order of the file. The stream reads lazily, and ends at the place where a damaged file
     * is cut off. The caller closes it.
     */
    public static Stream<LabRoute> read(Path file) throws IOException {
        MrtReader reader = MrtReader.open(open(file));
        Iterator<MrtReader.Entry> entries = reader;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(entries, 0), false)
                .flatMap(MrtPaths::routes)
                .onClose(() -> close(reader));
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        in.mark(3);
        byte[] start = in.readNBytes(3);
        in.reset();
        return BZip2CompressorInputStream.matches(start, start.length) ? new BZip2CompressorInputStream(in, true) : in;
    }

    private static Stream<LabRoute> routes(MrtReader.Entry entry) {
        if (!(entry.decoded() instanceof Decoded.Ok<MrtRecord>(MrtRecord mrt))) {
            return Stream.empty();
        }
        return switch (mrt) {
            case Rib rib ->
                rib.entries().stream()
                        .map(e -> route(rib.prefix(), e.attributes()))
                        .flatMap(Optional::stream);
            case TableDump dump -> route(dump.prefix(), dump.attributes()).stream();
            default -> Stream.empty();
        };
    }

    private static Optional<LabRoute> route(Prefix prefix, RibAttributes attributes) {
        return attributes.attributes().stream()
                .filter(AsPath.class::isInstance)
                .map(AsPath.class::cast)
                .findFirst()
                .filter(path -> path.segments().stream().allMatch(s -> s.type() == AsPath.AS_SEQUENCE))
                .map(AsPath::asns)
                .filter(asns -> !asns.contains(0L) && !asns.contains(AS_TRANS))
                .flatMap(Hop::ofAsPath)
                .map(hops -> new LabRoute(prefix, hops));
    }

    private static void close(MrtReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
