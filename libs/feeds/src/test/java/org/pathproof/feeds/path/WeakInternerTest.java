// SPDX-License-Identifier: Apache-2.0
package org.pathproof.feeds.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class WeakInternerTest {
    /** A value whose hash code has few distinct results. */
    private record Value(int number) {
        @Override
        public int hashCode() {
            return number % 7;
        }
    }

    @Property(tries = 300)
    void equalValuesInUseAreOneObject(@ForAll @Size(max = 300) List<@IntRange(max = 200) Integer> numbers) {
        WeakInterner<Value> interner = new WeakInterner<>();
        List<Value> known = new ArrayList<>();
        for (int number : numbers) {
            Value value = new Value(number);
            Value first = known.stream().filter(value::equals).findFirst().orElse(value);
            assertThat(interner.find(value)).isSameAs(known.contains(value) ? first : null);
            assertThat(interner.of(value)).isSameAs(first);
            known.add(first);
        }
        assertThat(interner.size()).isEqualTo(Set.copyOf(known).size());
    }

    @Test
    void collectedValuesNeedNoMemory() {
        WeakInterner<Value> interner = new WeakInterner<>();
        Set<Value> kept = new HashSet<>();
        for (int number = 0; number < 5_000; number++) {
            Value value = interner.of(new Value(number));
            if (number % 1_000 == 0) {
                kept.add(value);
            }
        }
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            assertThat(interner.size()).isEqualTo(kept.size());
        });
        for (Value value : kept) {
            assertThat(interner.of(new Value(value.number()))).isSameAs(value);
        }
    }
}
