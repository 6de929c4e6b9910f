// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Prefix;

class MrtPathsTest {
    @Test
    void readsABzippedTableOfOnePeer() throws IOException {
        List<LabRoute> routes = read("bgpstream-routeviews.route-views.jinx.ribs.1401487200.bz2", 5000);
        assertThat(routes).hasSize(5000);
        assertThat(routes).anySatisfy(r -> assertThat(r.peerAs()).isEqualTo(30844));
        // The sample was made from this file by other means.
        assertThat(SamplePaths.load()).anySatisfy(sample -> assertThat(routes).contains(sample));
    }

    @Test
    void readsACutTableOfManyPeers() throws IOException {
        List<LabRoute> routes = read("pyasn-rib6.20151101.0600_firstMB.bz2", Integer.MAX_VALUE);
        assertThat(routes).hasSizeGreaterThan(100_000);
        assertThat(routes.stream().map(LabRoute::peerAs).distinct()).hasSizeGreaterThan(15);
        assertThat(routes.stream().map(LabRoute::prefix)).noneMatch(Prefix::isIpv4);
    }

    private static List<LabRoute> read(String name, int limit) throws IOException {
        Path file = Path.of(System.getProperty("pathproof.shared.data", ""), "mrt", name);
        if (!Files.exists(file)) {
            Assumptions.abort(file + " is not here");
        }
        try (Stream<LabRoute> routes = MrtPaths.read(file)) {
            return routes.limit(limit).toList();
        }
    }
}
