// SPDX-License-Identifier: Apache-2.0
package org.pathproof.telemetry.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

final class RouteSamplingTest {
    private static final int ROUTES = 100_000;

    private static byte[] key(int route) {
        return key(Prefix.parse("10." + (route >> 8 & 0xff) + "." + (route & 0xff) + ".0/24"), route >> 16);
    }

    private static byte[] key(Prefix prefix, int pathId) {
        SessionId session = new SessionId(Bytes.fromHex("00112233445566778899aabbccddeeff"));
        return new RouteKey(prefix, AfiSafi.SAFI_UNICAST, session, pathId).toBytes();
    }

    private static boolean[] selected(int oneIn) {
        RouteSampling sampling = new RouteSampling(oneIn, List.of());
        boolean[] selected = new boolean[ROUTES];
        for (int i = 0; i < ROUTES; i++) {
            selected[i] = sampling.selects(key(i));
        }
        return selected;
    }

    @Test
    void theSameRoutesAreSelectedByEachService() {
        assertThat(selected(50)).isEqualTo(selected(50));
        // The selection is part of the contract between services of different versions.
        boolean[] selected = selected(50);
        assertThat(IntStream.range(0, 200).filter(i -> selected[i]).boxed().toList())
                .containsExactly(56, 92, 100, 112, 114, 139, 186);
    }

    @Test
    void oneInNRoutesIsSelected() {
        for (int oneIn : new int[] {1, 2, 10, 1_000}) {
            boolean[] selected = selected(oneIn);
            double share = (double) ROUTES / oneIn;
            assertThat((double)
                            IntStream.range(0, ROUTES).filter(i -> selected[i]).count())
                    .as("1 in %d", oneIn)
                    .isCloseTo(share, within(oneIn == 1 ? 0 : 5 * Math.sqrt(share)));
        }
    }

    @Test
    void onlyRoutesOfThePrefixesAreSelected() {
        RouteSampling sampling =
                new RouteSampling(1, List.of(Prefix.parse("10.1.0.0/16"), Prefix.parse("2001:db8::/32")));
        assertThat(sampling.selects(key(Prefix.parse("10.1.2.0/24"), 0))).isTrue();
        assertThat(sampling.selects(key(Prefix.parse("10.1.0.0/16"), 7))).isTrue();
        assertThat(sampling.selects(key(Prefix.parse("2001:db8:1::/48"), 0))).isTrue();
        assertThat(sampling.selects(key(Prefix.parse("10.0.0.0/8"), 0))).isFalse();
        assertThat(sampling.selects(key(Prefix.parse("2001:db9::/32"), 0))).isFalse();
        assertThat(sampling.selects(new byte[] {1, 2})).as("not a key").isFalse();
    }
}
