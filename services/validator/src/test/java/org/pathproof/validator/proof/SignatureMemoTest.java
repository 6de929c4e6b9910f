// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.validator.proof.SignatureMemo.Answer;

final class SignatureMemoTest {
    private final Random random = new Random(3);

    @Test
    void remembersBothAnswers() {
        SignatureMemo memo = new SignatureMemo(1_000);
        memo.put(7, 12, true);
        memo.put(8, 13, false);
        assertThat(memo.find(7, 12)).isEqualTo(Answer.VERIFIES);
        assertThat(memo.find(8, 13)).isEqualTo(Answer.DOES_NOT_VERIFY);
        assertThat(memo.find(7, 14)).isEqualTo(Answer.UNKNOWN);
        assertThat(memo.find(9, 12)).isEqualTo(Answer.UNKNOWN);
        memo.put(7, 12, true);
        assertThat(memo.size()).isEqualTo(2);
    }

    @Test
    void holdsAsManyAnswersAsItsCapacity() {
        SignatureMemo memo = new SignatureMemo(10_000);
        assertThat(memo.capacity()).isBetween(10_000L, 11_000L);
        for (int i = 0; i < 100_000; i++) {
            memo.put(random.nextLong(), random.nextLong(), true);
        }
        assertThat(memo.size()).isEqualTo(memo.capacity());
    }

    @Test
    void keepsNearlyAllAnswersAtHalfOfItsCapacity() {
        SignatureMemo memo = new SignatureMemo(100_000);
        int count = (int) (memo.capacity() / 2);
        long[] names = random.longs(2L * count).toArray();
        for (int i = 0; i < count; i++) {
            memo.put(names[2 * i], names[2 * i + 1], i % 3 == 0);
        }
        int known = 0;
        for (int i = 0; i < count; i++) {
            Answer found = memo.find(names[2 * i], names[2 * i + 1]);
            if (found != Answer.UNKNOWN) {
                known++;
                assertThat(found).isEqualTo(i % 3 == 0 ? Answer.VERIFIES : Answer.DOES_NOT_VERIFY);
            }
        }
        assertThat(known).isGreaterThan(count * 95 / 100);
    }

    @Test
    void keepsAnswersThatAreInUse() {
        SignatureMemo memo = new SignatureMemo(1);
        memo.put(64, 64, true);
        for (int i = 0; i < 10_000; i++) {
            memo.put(random.nextLong() & -64L | 1, random.nextLong(), false);
            memo.put(random.nextLong(), random.nextLong(), false);
            assertThat(memo.find(64, 64)).isEqualTo(Answer.VERIFIES);
        }
    }
}
