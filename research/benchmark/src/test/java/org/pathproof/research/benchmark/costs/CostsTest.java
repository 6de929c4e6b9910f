// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.research.benchmark.costs.Cost.Kind;
import org.pathproof.research.benchmark.costs.PeerCosts.Library;

/** Tests the measurement of keys and paths on a small workload. */
final class CostsTest {
    private static final CostWorkload WORKLOAD = CostWorkload.create(CostWorkload.PATHS_STEP);

    @TempDir
    Path folder;

    @Test
    void everyFigureOfPathproofIsMeasured() {
        List<Cost> costs = PathproofCosts.measure(WORKLOAD);
        assertThat(costs.stream().map(Cost::kind)).containsAll(EnumSet.allOf(Kind.class));
        assertThat(costs).allSatisfy(cost -> assertThat(cost.value()).isPositive());
        double keys = value(costs, Kind.KEY_MEMORY, 0, CostWorkload.KEYS);
        // AS, SKI and SubjectPublicKeyInfo have 115 bytes.
        assertThat(keys / CostWorkload.KEYS).isBetween(115.0, 400.0);
        assertThat(value(costs, Kind.PATH_MEMORY, 5, CostWorkload.PATHS_STEP))
                .isGreaterThan(3 * value(costs, Kind.PATH_MEMORY, 1, CostWorkload.PATHS_STEP));
    }

    private static double value(List<Cost> costs, Kind kind, int hops, int count) {
        return costs.stream()
                .filter(cost -> cost.kind() == kind && cost.hops() == hops && cost.count() == count)
                .findFirst()
                .orElseThrow()
                .value();
    }

    /** The private key in the file is that of the public key: an ECPrivateKey inside a PrivateKeyInfo is readable. */
    @Test
    void theInputOfOtherProgramsHasAllKeysAndPaths() throws Exception {
        Path keys = folder.resolve("keys");
        Path paths = folder.resolve("paths");
        WORKLOAD.writeKeys(keys);
        WORKLOAD.writePaths(paths);
        List<String> lines = Files.readAllLines(keys);
        assertThat(lines).hasSize(CostWorkload.KEYS);
        String[] first = lines.getFirst().split(" ", -1);
        byte[] wrapped =
                HexFormat.of().parseHex("308193020100301306072a8648ce3d020106082a8648ce3d030107" + "0479" + first[3]);
        wrapped[2] = (byte) (wrapped.length - 3);
        ECPrivateKey key =
                (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(wrapped));
        assertThat(key.getS()).isEqualTo(WORKLOAD.keys().getFirst().secret());
        assertThat(Files.readAllLines(paths))
                .hasSize(CostWorkload.MAX_HOPS * CostWorkload.PATHS_STEP)
                .first()
                .asString()
                .startsWith("1 " + WORKLOAD.receiver() + " 0a000000 24 ")
                .endsWith(WORKLOAD.paths()
                        .values()
                        .iterator()
                        .next()
                        .getFirst()
                        .value()
                        .toHex());
    }

    @Test
    void figuresOfOtherProgramsAreRead() {
        String output = "a banner\nkey_memory 100 0 22400.0000\nvalidate 3 500 412.2500\nnot a result 1 2 3\n";
        assertThat(PeerCosts.parse("RTRlib", output))
                .containsExactly(
                        new Cost("RTRlib", Kind.KEY_MEMORY, 0, 100, 22_400),
                        new Cost("RTRlib", Kind.VALIDATE, 3, 500, 412.25));
    }

    @Test
    void aLibraryThatIsNotBuiltIsNamed() {
        Path peers = Path.of("peers").toAbsolutePath();
        assertThatThrownBy(() -> PeerCosts.measure(Library.RTRLIB, peers, folder, WORKLOAD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("RTRlib in " + folder);
    }

    @Test
    void tablesHaveAColumnForEachPublishedFigure() {
        List<Cost> costs = new ArrayList<>();
        for (String system : List.of("RTRlib", "BGP-SRx", PathproofCosts.SINGLE)) {
            costs.add(new Cost(system, Kind.KEY_MEMORY, 0, CostWorkload.KEYS, 221_000));
            for (int hops = 1; hops <= CostWorkload.MAX_HOPS; hops++) {
                costs.add(new Cost(system, Kind.PATH_MEMORY, hops, 500, 500 * (100.0 + 160 * hops)));
            }
        }
        CostTables tables = new CostTables(costs, Map.of(1, 40.0, 5, 48.0));
        assertThat(tables.parts().get("keys"))
                .contains("| RTRlib | 215 | 221 |", "| RTRlib, beyond 115 bytes | 100 | 106 |");
        assertThat(tables.parts().get("paths"))
                .contains("structures of RTRlib | 305 | 160 | 260 | 160 |", "in the validator | – | – | 40 | 2.0 |");
        assertThat(tables.parts().get("times")).contains("| load a public key | 71 | – | – | – | – |");
        assertThat(tables.plots().get("frr-bgpsec-keys.svg")).contains("<polyline", "RTRlib");
    }
}
