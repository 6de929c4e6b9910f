// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.verdictstore.memory.Words;
import org.pathproof.wire.Bytes;

final class DictionaryTest {
    private final Dictionary dictionary = new Dictionary("texts");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 6, 0x7fff, 0x8000, 0xffff, 0x10000, 300_000})
    void keepsSequencesOfAnyLength(int length) {
        byte[] bytes = new byte[length + 2];
        new Random(length).nextBytes(bytes);
        int id = intern(bytes, 1, length);
        assertThat(id).isNotEqualTo(Dictionary.NONE);
        assertThat(intern(bytes.clone(), 1, length)).isEqualTo(id);
        assertThat(dictionary.length(id)).isEqualTo(length);
        assertThat(Bytes.wrap(dictionary.copy(id))).isEqualTo(Bytes.wrap(bytes, 1, length));
        assertThat(intern(bytes, 0, length + 1)).isNotEqualTo(id);
        assertThat(dictionary.count()).isEqualTo(2);
    }

    @Test
    void sequencesWithOneHashAreDifferent() {
        int first = dictionary.intern(7L << 32, new byte[] {1}, 0, 1);
        int second = dictionary.intern(7L << 32, new byte[] {2}, 0, 1);
        assertThat(first).isNotEqualTo(second);
        assertThat(dictionary.find(7L << 32, new byte[] {1}, 0, 1)).isEqualTo(first);
        assertThat(dictionary.find(7L << 32, new byte[] {3}, 0, 1)).isEqualTo(Dictionary.NONE);
    }

    /** Some sequences stay, others go and come back, while new ones arrive between the steps of forgetting. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void forgetsWhatIsNotMarked(int seed) {
        Random random = new Random(seed);
        Map<Bytes, Integer> known = new HashMap<>();
        List<Kept> kept = new ArrayList<>();
        long most = 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 2000; i++) {
                Bytes text = text(random);
                Integer before = known.put(text, intern(text));
                assertThat(before == null || before.equals(known.get(text))).isTrue();
            }
            kept.add(new Kept(dictionary.sequences(), Map.copyOf(known)));
            dictionary.beginMarking();
            List<Bytes> marked = new ArrayList<>();
            known.forEach((text, id) -> {
                if (random.nextInt(3) == 0) {
                    dictionary.mark(id);
                    marked.add(text);
                }
            });
            do { // a writer between two steps
                Bytes text = text(random);
                known.put(text, intern(text));
                marked.add(text);
            } while (!dictionary.forgetUnmarked(100));
            known.keySet().retainAll(marked);
            assertThat(dictionary.count()).isEqualTo(known.size());
            known.forEach(
                    (text, id) -> assertThat(Bytes.wrap(dictionary.copy(id))).isEqualTo(text));
            dictionary.reuse();
            known.forEach((text, id) -> assertThat(intern(text)).isEqualTo(id));
            if (round == 10) {
                most = dictionary.memoryBytes();
            }
        }
        assertThat(dictionary.memoryBytes()).isLessThan(2 * most);
        kept.forEach(Kept::check);
    }

    /** Sequences as they were in a round, whose numbers were used for others since. */
    private record Kept(Sequences sequences, Map<Bytes, Integer> numbers) {
        void check() {
            numbers.forEach((text, id) -> {
                assertThat(sequences.length(id)).isEqualTo(text.length());
                assertThat(Bytes.wrap(sequences.copy(id))).isEqualTo(text);
            });
        }
    }

    private static Bytes text(Random random) {
        byte[] bytes = new byte[random.nextInt(40) == 0 ? 70_000 : 2 + random.nextInt(60)];
        bytes[0] = (byte) random.nextInt();
        bytes[1] = (byte) random.nextInt(40);
        return Bytes.wrap(bytes);
    }

    private int intern(Bytes bytes) {
        return intern(bytes.toArray(), 0, bytes.length());
    }

    private int intern(byte[] bytes, int from, int length) {
        return dictionary.intern(Words.hash(bytes, from, length), bytes, from, length);
    }
}
