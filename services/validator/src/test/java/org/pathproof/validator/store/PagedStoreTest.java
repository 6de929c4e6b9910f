// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** Tests that a store presents rows, numbered entries and others as one ordered map. */
class PagedStoreTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int ENTRY = 5;

    private final KeyValueStore<Bytes, byte[]> store = new PagedStores("store", TestLayout::new).get();

    @Test
    void holdsTheSameEntriesAsATreeMap() {
        Random random = new Random(1);
        NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int step = 0; step < 20_000; step++) {
            byte[] key = key(random);
            byte[] value = new byte[FixedEntryTable.isNumber(key) ? ENTRY : random.nextInt(40)];
            random.nextBytes(value);
            switch (random.nextInt(4)) {
                case 0 -> assertThat(store.delete(Bytes.wrap(key))).isEqualTo(model.remove(key));
                case 1 ->
                    assertThat(store.putIfAbsent(Bytes.wrap(key), value)).isEqualTo(model.putIfAbsent(key, value));
                default -> {
                    store.put(Bytes.wrap(key), value);
                    model.put(key, value);
                }
            }
            byte[] wanted = key(random);
            assertThat(store.get(Bytes.wrap(wanted))).isEqualTo(model.get(wanted));
            assertThat(store.approximateNumEntries()).isEqualTo(model.size());
            if (step % 1000 == 0) {
                assertAgreement(model, key(random), key(random));
            }
        }
        assertThat(entries(store.all())).isEqualTo(entries(model));
        assertThat(((PagedStore) store).rows().count()).isPositive();
        assertThat(((PagedStore) store).others()).isNotEmpty();
        assertAgreement(model, new byte[0], new byte[] {(byte) 0xff, 0, 0, 0, 1, 0});
        assertAgreement(model, new byte[] {(byte) 0xff, 0, 0, 0, 7, 0}, new byte[] {(byte) 0xff, (byte) 0xff});
    }

    @Test
    void refusesANumberedEntryOfAnotherLength() {
        store.put(Bytes.wrap(FixedEntryTable.key(3)), new byte[ENTRY]);
        assertThatThrownBy(() -> store.put(Bytes.wrap(FixedEntryTable.key(4)), new byte[ENTRY + 1]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("under number 4");
        assertThatThrownBy(() -> store.put(Bytes.wrap(FixedEntryTable.key(-1)), new byte[ENTRY]))
                .isInstanceOf(IllegalStateException.class);
        FixedEntryTable numbered = ((PagedStore) store).numbered();
        assertThatThrownBy(() -> numbered.bytes(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(store.get(Bytes.wrap(FixedEntryTable.key(-1)))).isNull();
    }

    private void assertAgreement(NavigableMap<byte[], byte[]> model, byte[] one, byte[] other) {
        boolean inOrder = Arrays.compareUnsigned(one, other) <= 0;
        byte[] from = inOrder ? one : other;
        byte[] to = inOrder ? other : one;
        assertThat(entries(store.range(Bytes.wrap(from), Bytes.wrap(to))))
                .isEqualTo(entries(model.subMap(from, true, to, true)));
        assertThat(entries(store.range(Bytes.wrap(from), null))).isEqualTo(entries(model.tailMap(from, true)));
    }

    private static List<String> entries(KeyValueIterator<Bytes, byte[]> range) {
        List<String> entries = new ArrayList<>();
        range.forEachRemaining(entry -> entries.add(HEX.formatHex(entry.key.get()) + " " + HEX.formatHex(entry.value)));
        return entries;
    }

    private static List<String> entries(NavigableMap<byte[], byte[]> model) {
        return model.entrySet().stream()
                .map(entry -> HEX.formatHex(entry.getKey()) + " " + HEX.formatHex(entry.getValue()))
                .toList();
    }

    private static byte[] key(Random random) {
        if (random.nextBoolean()) {
            return FixedEntryTable.key(random.nextInt(1000));
        }
        // Keys of rows have at least 19 bytes; others are among them in the order of bytes.
        byte[] key = new byte[1 + random.nextInt(2) * (18 + random.nextInt(3))];
        byte[] random3 = new byte[3];
        random.nextBytes(random3);
        System.arraycopy(random3, 0, key, 0, Math.min(3, key.length));
        key[0] &= 0x3f;
        return key;
    }
}
