// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.pathproof.wire.Prefix;

/** Real AS paths for the lab. README.md in the folder of the resource names the source of the paths. */
public final class SamplePaths {
    private static final String RESOURCE = "paths.txt.gz";

    private SamplePaths() {}

    /** Returns all paths, IPv4 and IPv6, from several peers. Many prefixes come from more than one peer. */
    public static List<LabRoute> load() {
        try (InputStream in = Objects.requireNonNull(SamplePaths.class.getResourceAsStream(RESOURCE), RESOURCE);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .map(SamplePaths::route)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
    }

    /** Parses a line: a prefix and the AS_PATH, nearest AS first. */
    private static Optional<LabRoute> route(String line) {
        String[] words = line.split(" ");
        List<Long> asPath = Arrays.stream(words).skip(1).map(Long::parseLong).toList();
        return Hop.ofAsPath(asPath).map(hops -> new LabRoute(Prefix.parse(words[0]), hops));
    }
}
