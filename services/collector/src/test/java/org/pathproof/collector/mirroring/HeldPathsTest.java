// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.pathproof.collector.sessions.MemoryBudget;
import org.pathproof.collector.sessions.SessionQuota;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.Nlri;

/** Tests the bounds of paths that were mirrored with BGPsec_PATH. */
final class HeldPathsTest {
    /** Paths without Path Identifier that fit for one peer, a quarter of those of all. */
    private static final int OF_PEER = 10;

    private final SessionQuota quota = new SessionQuota(
            "c1",
            new SessionQuota.Limits(100, 100, 100, 100, 0, 4L * OF_PEER * HeldPaths.PATH_BYTES),
            (ip, name) -> true,
            null);

    @Test
    void aPeerForgetsItsOldestPathsFirst() {
        HeldPaths held = new HeldPaths(quota.heldBudget());
        add(held, 0, OF_PEER);
        assertThat(held.add(path(0, 0))).isZero(); // the newest one now
        assertThat(held.add(path(OF_PEER, 0))).isEqualTo(1);
        assertThat(held.contains(path(0, 0))).isTrue();
        assertThat(held.contains(path(1, 0))).isFalse();
        assertThat(held.contains(path(2, 0))).isTrue();
        assertThat(held.contains(path(OF_PEER, 0))).isTrue();
    }

    @Test
    void aPathWithAnIdentifierTakesMoreMemory() {
        HeldPaths held = new HeldPaths(quota.heldBudget());
        assertThat(IntStream.rangeClosed(1, 5).map(id -> held.add(path(0, id))).sum())
                .isEqualTo(1);
        assertThat(held.identified(path(0, 0).prefix()))
                .containsExactlyInAnyOrder(path(0, 2), path(0, 3), path(0, 4), path(0, 5));
        assertThat(held.remove(path(0, 2))).isTrue();
        assertThat(held.remove(path(0, 2))).isFalse();
        assertThat(held.identified(path(0, 0).prefix())).hasSize(3);
        assertThat(held.add(path(0, 6))).isZero();
    }

    @Test
    void allPeersShareOneMemory() {
        MemoryBudget ofRouter = quota.heldBudget();
        List<HeldPaths> peers =
                IntStream.range(0, 4).mapToObj(peer -> new HeldPaths(ofRouter)).toList();
        peers.forEach(held -> add(held, 0, OF_PEER));
        HeldPaths other = new HeldPaths(quota.heldBudget());
        assertThat(other.add(path(0, 0))).isEqualTo(1);
        assertThat(other.isEmpty()).isTrue();

        peers.getFirst().remove(path(3, 0));
        assertThat(other.add(path(0, 0))).isZero();
        assertThat(other.add(path(1, 0))).isEqualTo(1);
        assertThat(other.contains(path(1, 0))).isTrue();

        peers.getFirst().clear();
        add(other, 2, OF_PEER - 1);
        other.clear();
        ofRouter.release();
        HeldPaths next = new HeldPaths(quota.heldBudget());
        add(next, 0, OF_PEER);
    }

    private static void add(HeldPaths held, int first, int count) {
        for (int n = first; n < first + count; n++) {
            assertThat(held.add(path(n, 0))).isZero();
        }
    }

    private static Nlri path(int n, long id) {
        return new Nlri(id, Prefix.parse(prefix(n)));
    }

    private static String prefix(int n) {
        return "10.0." + n + ".0/24";
    }
}
