// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.validator.proof.SignatureCache.Result;

final class SignatureCacheTest {
    private final Random random = new Random(3);

    @Test
    void keepsBothResults() {
        SignatureCache cache = new SignatureCache(1_000);
        cache.put(7, 12, true);
        cache.put(8, 13, false);
        assertThat(cache.find(7, 12)).isEqualTo(Result.VERIFIES);
        assertThat(cache.find(8, 13)).isEqualTo(Result.DOES_NOT_VERIFY);
        assertThat(cache.find(7, 14)).isEqualTo(Result.UNKNOWN);
        assertThat(cache.find(9, 12)).isEqualTo(Result.UNKNOWN);
        cache.put(7, 12, true);
        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void holdsAsManyResultsAsItsCapacity() {
        SignatureCache cache = new SignatureCache(10_000);
        assertThat(cache.capacity()).isBetween(10_000L, 11_000L);
        for (int i = 0; i < 100_000; i++) {
            cache.put(random.nextLong(), random.nextLong(), true);
        }
        assertThat(cache.size()).isEqualTo(cache.capacity());
    }

    @Test
    void keepsNearlyAllResultsAtHalfOfItsCapacity() {
        SignatureCache cache = new SignatureCache(100_000);
        int count = (int) (cache.capacity() / 2);
        long[] names = random.longs(2L * count).toArray();
        for (int i = 0; i < count; i++) {
            cache.put(names[2 * i], names[2 * i + 1], i % 3 == 0);
        }
        int known = 0;
        for (int i = 0; i < count; i++) {
            Result found = cache.find(names[2 * i], names[2 * i + 1]);
            if (found != Result.UNKNOWN) {
                known++;
                assertThat(found).isEqualTo(i % 3 == 0 ? Result.VERIFIES : Result.DOES_NOT_VERIFY);
            }
        }
        assertThat(known).isGreaterThan(count * 95 / 100);
    }

    @Test
    void keepsAnswersThatAreInUse() {
        SignatureCache cache = new SignatureCache(1);
        cache.put(64, 64, true);
        for (int i = 0; i < 10_000; i++) {
            cache.put(random.nextLong() & -64L | 1, random.nextLong(), false);
            cache.put(random.nextLong(), random.nextLong(), false);
            assertThat(cache.find(64, 64)).isEqualTo(Result.VERIFIES);
        }
    }
}
