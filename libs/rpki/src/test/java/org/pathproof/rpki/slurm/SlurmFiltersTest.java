// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.slurm.Slurm.PrefixFilter;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/**
 * Tests that indexed filters remove the same objects as filters that are applied one by one (RFC 8416 section 3.3.1).
 */
class SlurmFiltersTest {
    @Property(tries = 300)
    void lookUpAndScanAgree(@ForAll long seed) {
        Random random = new Random(seed);
        List<PrefixFilter> filters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Prefix prefix = random.nextInt(3) == 0 ? null : prefix(random);
            Long asn = prefix == null || random.nextBoolean() ? (Long) (long) random.nextInt(6) : null;
            filters.add(new PrefixFilter(prefix, asn));
        }
        SlurmFilters lookUp = new SlurmFilters(new Slurm(filters, List.of(), List.of(), List.of()));
        for (int i = 0; i < 100; i++) {
            Vrp vrp = new Vrp(prefix(random), 128, random.nextInt(6));
            assertThat(lookUp.keep(vrp)).isEqualTo(filters.stream().noneMatch(filter -> filter.matches(vrp)));
        }
    }

    /** Applying 100,000 filters one by one to 1,000,000 VRPs would take too long. */
    @Test
    void manyFiltersOfManyVrpsAreFast() {
        List<PrefixFilter> filters = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            filters.add(new PrefixFilter(Prefix.ipv4(i << 12, 20), null));
        }
        SlurmFilters lookUp = new SlurmFilters(new Slurm(filters, List.of(), List.of(), List.of()));
        int kept = 0;
        for (int i = 0; i < 1_000_000; i++) {
            kept += lookUp.keep(new Vrp(Prefix.ipv4(i << 11, 21), 24, i)) ? 1 : 0;
        }
        assertThat(kept).isEqualTo(800_000);
    }

    private static Prefix prefix(Random random) {
        int length = random.nextInt(9);
        return random.nextBoolean()
                ? Prefix.ipv4(random.nextInt(8) << 29, length)
                : Prefix.ipv6((long) random.nextInt(8) << 61, 0, length);
    }
}
