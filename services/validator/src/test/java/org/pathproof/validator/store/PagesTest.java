// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares {@link Pages} with a TreeMap. */
class PagesTest {
    private static final HexFormat HEX = HexFormat.of();

    /** Uses few or many keys, and small values or values larger than a page, so that pages split and join. */
    @ParameterizedTest(name = "seed {0}, keys {1}, values up to {2}, {3} % removed")
    @CsvSource({
        "1, 300, 60, 30",
        "2, 5000, 60, 10",
        "3, 5000, 60, 55",
        "4, 200, 9000, 40",
        "5, 200, 70000, 45",
        "6, 20, 200000, 30",
        "7, 3000, 0, 20"
    })
    void holdsTheSameEntriesAsATreeMap(long seed, int keys, int longest, int removed) {
        Random random = new Random(seed);
        Pages pages = new Pages();
        NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        int steps = longest > 10_000 ? 2000 : 30_000;
        for (int step = 0; step < steps; step++) {
            byte[] key = key(random, keys);
            if (random.nextInt(100) < removed) {
                assertThat(pages.remove(key)).isEqualTo(model.remove(key));
            } else {
                byte[] value = value(random, longest);
                pages.put(key, value);
                model.put(key, value);
            }
            byte[] wanted = key(random, keys);
            assertThat(pages.get(wanted)).isEqualTo(model.get(wanted));
            if (step % 500 == 0) {
                assertAgreement(pages, model, key(random, keys));
            }
        }
        assertAgreement(pages, model, new byte[0]);
        for (byte[] key : List.copyOf(model.keySet())) {
            assertThat(pages.remove(key)).isEqualTo(model.remove(key));
        }
        assertAgreement(pages, model, new byte[0]);
        assertThat(pages.memoryBytes()).isLessThan(10_000);
    }

    private static void assertAgreement(Pages pages, NavigableMap<byte[], byte[]> model, byte[] from) {
        List<String> seen = new ArrayList<>();
        pages.visit(from, (bytes, keyAt, keyLength, valueAt, valueLength) -> {
            seen.add(HEX.formatHex(bytes, keyAt, keyAt + keyLength) + "="
                    + Arrays.hashCode(Arrays.copyOfRange(bytes, valueAt, valueAt + valueLength)));
            return true;
        });
        List<String> expected = model.tailMap(from).entrySet().stream()
                .map(e -> HEX.formatHex(e.getKey()) + "=" + Arrays.hashCode(e.getValue()))
                .toList();
        assertThat(seen).isEqualTo(expected);
        assertThat(pages.count()).isEqualTo(model.size());
        Map.Entry<byte[], byte[]> above = pages.next(from, true);
        assertThat(above == null ? null : above.getKey()).isEqualTo(model.higherKey(from));
    }

    private static byte[] key(Random random, int keys) {
        int number = random.nextInt(keys);
        byte[] key = new byte[3 + number % 40];
        new Random(number).nextBytes(key);
        return key;
    }

    private static byte[] value(Random random, int longest) {
        // Mixes small values with large ones.
        byte[] value = new byte[random.nextInt(1 + (random.nextInt(4) == 0 ? longest : Math.min(longest, 100)))];
        random.nextBytes(value);
        return value;
    }

    @Test
    void takesFewBytesBeyondKeyAndValue() {
        Pages pages = new Pages();
        Random random = new Random(8);
        int entries = 100_000;
        byte[] key = new byte[23];
        byte[] value = new byte[56];
        for (int i = 0; i < entries; i++) {
            random.nextBytes(key);
            pages.put(key, value);
        }
        assertThat(pages.memoryBytes() / (double) entries - key.length - value.length)
                .isBetween(4.0, 10.0);
    }
}
