// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FairSharesTest {
    /** Greedy clients take all that they get. One more client must still get a place. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16, 31})
    void greedyClientsLeavePlacesToOthers(int greedy) {
        FairShares<Integer> shares = new FairShares<>(32, 16);
        boolean taken = true;
        while (taken) {
            taken = false;
            for (int client = 0; client < greedy; client++) {
                taken |= shares.take(client, 1) == null;
            }
        }
        assertThat(32 - shares.used()).isGreaterThanOrEqualTo(32 / (greedy + 1));
        assertThat(shares.take(-1, 1)).isNull();
    }

    @Test
    void oneClientHoldsAtMostItsLimit() {
        FairShares<String> shares = new FairShares<>(100, 3);
        assertThat(shares.take("a", 3)).isNull();
        assertThat(shares.take("a", 1)).isEqualTo(FairShares.Refusal.CLIENT);
        assertThat(shares.take("b", 1)).isNull();
        shares.release("a", 1);
        assertThat(shares.take("a", 1)).isNull();
        assertThat(shares.used()).isEqualTo(4);
    }

    @Test
    void namesTheLimitOfAll() {
        FairShares<Integer> shares = new FairShares<>(2, 2);
        assertThat(shares.take(1, 1)).isNull();
        assertThat(shares.take(2, 1)).isNull();
        assertThat(shares.take(3, 1)).isEqualTo(FairShares.Refusal.ALL);
        shares.release(1, 1);
        shares.release(2, 1);
        assertThat(shares.used()).isZero();
    }

    @Test
    void waitsForAPlace() throws InterruptedException {
        FairShares<String> shares = new FairShares<>(1, 1);
        assertThat(shares.take("a", 1)).isNull();
        assertThat(shares.take("b", 1, Duration.ofMillis(20))).isEqualTo(FairShares.Refusal.ALL);
        Thread end = Thread.ofVirtual().start(() -> shares.release("a", 1));
        assertThat(shares.take("b", 1, Duration.ofSeconds(30))).isNull();
        end.join();
    }
}
