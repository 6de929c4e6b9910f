// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.harness.SharedData;
import org.pathproof.harness.TestData;
import org.pathproof.wire.Prefix;

class MrtPathsTest {
    @TempDir
    Path folder;

    @Test
    void readsATableOfTwoPeersWithoutAsSets() throws IOException {
        List<LabRoute> routes = read(TestData.path("mrt/frr-8.4.4-ribs.mrt"), Integer.MAX_VALUE);
        assertThat(routes).hasSize(187);
        assertThat(routes).extracting(LabRoute::peerAs).containsOnly(65001L, 4200000002L);
        assertThat(routes.stream().map(LabRoute::prefix).filter(Prefix::isIpv4)).hasSize(137);
    }

    @Test
    void readsATableCompressedWithBzip2() throws IOException {
        Path zipped = folder.resolve("ribs.mrt.bz2");
        try (OutputStream out = new BZip2CompressorOutputStream(Files.newOutputStream(zipped))) {
            out.write(TestData.bytes("mrt/frr-8.4.4-ribs.mrt"));
        }
        assertThat(read(zipped, Integer.MAX_VALUE)).hasSize(187);
    }

    @Test
    void readsALargeTableOfOnePeer() throws IOException {
        List<LabRoute> routes =
                read(SharedData.path("mrt/bgpstream-routeviews.route-views.jinx.ribs.1401487200.bz2"), 5000);
        assertThat(routes).hasSize(5000);
        assertThat(routes).anySatisfy(r -> assertThat(r.peerAs()).isEqualTo(30844));
        // Another program extracted the sample paths from this file.
        assertThat(SamplePaths.load()).anySatisfy(sample -> assertThat(routes).contains(sample));
    }

    @Test
    void readsATruncatedTableOfManyPeers() throws IOException {
        List<LabRoute> routes = read(SharedData.path("mrt/pyasn-rib6.20151101.0600_firstMB.bz2"), Integer.MAX_VALUE);
        assertThat(routes).hasSizeGreaterThan(100_000);
        assertThat(routes.stream().map(LabRoute::peerAs).distinct()).hasSizeGreaterThan(15);
        assertThat(routes.stream().map(LabRoute::prefix)).noneMatch(Prefix::isIpv4);
    }

    private static List<LabRoute> read(Path file, int limit) throws IOException {
        try (Stream<LabRoute> routes = MrtPaths.read(file)) {
            return routes.limit(limit).toList();
        }
    }
}
