// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests the order of a whole set (draft-ietf-sidrops-8210bis section 11), by positions and by objects. */
class PayloadOrderTest {
    @Property(tries = 300)
    void positionsAreInTheOrderOfObjects(@ForAll long seed) {
        Random random = new Random(seed);
        Set<Vrp> vrps = new HashSet<>();
        for (int i = 0; i < 80; i++) {
            int length = 8 + random.nextInt(4);
            Prefix prefix = random.nextBoolean()
                    ? Prefix.ipv4(random.nextInt(3) << 28, length)
                    : Prefix.ipv6((long) random.nextInt(3) << 60, 0, length);
            vrps.add(new Vrp(prefix, length + random.nextInt(3), random.nextInt(3)));
        }
        RpkiSnapshot set = RpkiSnapshot.of(1, new Serial(1), vrps);
        List<Vrp> byPlace = PayloadOrder.sorted(set.allVrps());
        assertThat(byPlace).isEqualTo(PayloadOrder.sorted(vrps)).hasSize(vrps.size());
        for (int i = 1; i < byPlace.size(); i++) {
            assertThat(byPlace.get(i - 1).prefix().length())
                    .isGreaterThanOrEqualTo(byPlace.get(i).prefix().length());
        }
    }
}
