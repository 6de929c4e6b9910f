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

/** Compares {@link RowPages} with a TreeMap. */
class RowPagesTest {
    private static final HexFormat HEX = HexFormat.of();

    private final RowPages rows = new RowPages(new TestLayout());
    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);

    /**
     * Uses few or many keys, few or many different parts, tails, and values that are not divided, up to some that are
     * larger than a page. Pages split and join, also within the rows of a prefix.
     */
    @ParameterizedTest(name = "seed {0}, prefixes {1}, sessions {2}, different parts {3}, tails {4}, {5} % removed")
    @CsvSource({
        "1, 20, 40, 5, 0, 30, 0",
        "2, 3, 2000, 40, 0, 20, 0",
        "3, 2000, 3, 1000000, 0, 10, 0",
        "4, 500, 20, 40, 3, 45, 0",
        "5, 4, 600, 1000000, 2, 35, 0",
        "6, 100, 10, 30, 0, 40, 9000",
        "7, 10, 10, 1000000, 2, 45, 200000",
        "8, 3, 6000, 1000000, 0, 5, 0"
    })
    void holdsTheSameRowsAsATreeMap(
            long seed, int prefixes, int sessions, int parts, int tails, int removed, int longest) {
        Random random = new Random(seed);
        int steps = longest > 10_000 ? 3000 : 30_000;
        for (int step = 0; step < steps; step++) {
            byte[] key = key(random, prefixes, sessions, tails);
            assertThat(rows.isRow(key)).isTrue();
            if (random.nextInt(100) < removed) {
                assertThat(rows.remove(key)).isEqualTo(model.remove(key));
            } else {
                byte[] value = value(random, parts, longest);
                rows.put(key, value);
                model.put(key, value);
            }
            byte[] wanted = key(random, prefixes, sessions, tails);
            assertThat(rows.get(wanted)).isEqualTo(model.get(wanted));
            if (step % 500 == 0) {
                assertAgreement(from(random, prefixes, sessions, tails));
            }
        }
        assertAgreement(new byte[0]);
        long full = rows.memoryBytes();
        for (byte[] key : List.copyOf(model.keySet())) {
            assertThat(rows.remove(key)).isEqualTo(model.remove(key));
        }
        assertAgreement(new byte[0]);
        assertThat(rows.keyBytes()).isZero();
        rows.clear();
        assertThat(rows.memoryBytes()).isLessThan(6000).isLessThan(full);
    }

    private void assertAgreement(byte[] from) {
        List<String> seen = new ArrayList<>();
        rows.visit(from, row -> {
            seen.add(HEX.formatHex(row.key()) + "=" + Arrays.hashCode(row.value()));
            assertThat(SessionParts.word(row.key(), prefixLength(row.key()))).isEqualTo(row.sessionHigh());
            assertThat(row.sessionNumber()).isLessThan(rows.sessionNumbers());
            assertThat(row.hasPrefixOf(row.key())).isTrue();
            assertThat(row.pathBytes()[row.pathAt()]).isEqualTo(row.value()[0]);
            return true;
        });
        List<String> expected = model.tailMap(from).entrySet().stream()
                .map(e -> HEX.formatHex(e.getKey()) + "=" + Arrays.hashCode(e.getValue()))
                .toList();
        assertThat(seen).isEqualTo(expected);
        assertThat(rows.count()).isEqualTo(model.size());
        Map.Entry<byte[], byte[]> above = rows.next(from, true);
        assertThat(above == null ? null : above.getKey()).isEqualTo(model.higherKey(from));
        Map.Entry<byte[], byte[]> at = rows.next(from, false);
        assertThat(at == null ? null : at.getKey()).isEqualTo(model.ceilingKey(from));
    }

    private static int prefixLength(byte[] key) {
        return new TestLayout().prefixLength(key);
    }

    private static byte[] key(Random random, int prefixes, int sessions, int tails) {
        Random ofPrefix = new Random(random.nextInt(prefixes));
        int length = RowLayout.HEAD + ofPrefix.nextInt(4);
        boolean hasTail = tails > 0 && random.nextBoolean();
        byte[] key = new byte[length + RowLayout.SESSION + (hasTail ? RowLayout.TAIL : 0)];
        ofPrefix.nextBytes(key);
        key[0] = (byte) (1 + (key[0] & 1));
        key[1] = (byte) (key[1] & 0x80);
        key[2] = (byte) (length - RowLayout.HEAD | key[2] & 0x84);
        byte[] session = new byte[RowLayout.SESSION];
        Random ofSession = new Random(-1 - random.nextInt(sessions));
        ofSession.nextBytes(session);
        if (ofSession.nextBoolean()) {
            Arrays.fill(session, 0, Long.BYTES, (byte) 0x90);
        }
        System.arraycopy(session, 0, key, length, session.length);
        for (int i = length + RowLayout.SESSION; i < key.length; i++) {
            key[i] = (byte) (0x7f + random.nextInt(tails));
        }
        return key;
    }

    /** Returns a key, the beginning of a key, or more than a key. */
    private static byte[] from(Random random, int prefixes, int sessions, int tails) {
        byte[] key = key(random, prefixes, sessions, tails);
        return Arrays.copyOf(key, random.nextBoolean() ? key.length : random.nextInt(key.length + 3));
    }

    private static byte[] value(Random random, int parts, int longest) {
        if (random.nextInt(10) == 0) {
            byte[] whole = new byte[1 + random.nextInt(longest > 0 && random.nextInt(3) == 0 ? longest : 60)];
            random.nextBytes(whole);
            whole[0] |= (byte) 0x80;
            return whole;
        }
        Random ofPath = new Random(random.nextInt(parts));
        Random ofAttributes = new Random(random.nextInt(parts));
        int path = ofPath.nextInt(60);
        byte[] value = new byte[10 + path + ofAttributes.nextInt(40)];
        random.nextBytes(value);
        value[0] = (byte) ofPath.nextInt(3);
        value[1] = (byte) random.nextInt(4);
        value[9] = (byte) path;
        for (int i = 10; i < value.length; i++) {
            value[i] = (byte) (i < 10 + path ? ofPath.nextInt() : ofAttributes.nextInt());
        }
        return value;
    }

    @Test
    void rowsOfManySessionsShareTheirParts() {
        byte[] value = new byte[60];
        value[9] = 40;
        int prefixes = 200;
        int sessions = 100;
        for (int session = 0; session < sessions; session++) {
            for (int prefix = 0; prefix < prefixes; prefix++) {
                byte[] key = new byte[RowLayout.HEAD + 3 + RowLayout.SESSION];
                key[0] = 1;
                key[2] = 3;
                key[4] = (byte) prefix;
                key[20] = (byte) session;
                value[8] = (byte) (prefix + session);
                rows.put(key, value);
            }
        }
        assertThat(rows.memoryBytes() / (double) (prefixes * sessions)).isBetween(12.0, 15.0);
        assertThat(rows.keyBytes()).isBetween(3L * prefixes, 6L * prefixes + 16L * sessions);
    }

    /** Session parts are forgotten after their last row, and their numbers are assigned again. */
    @Test
    void sessionPartsDoNotGrowWithTheNumberOfChanges() {
        byte[] key = new byte[RowLayout.HEAD + RowLayout.SESSION];
        key[0] = 1;
        byte[] value = new byte[20];
        for (int i = 0; i < 100_000; i++) {
            key[3] = (byte) i;
            key[4] = (byte) (i >> 8);
            key[5] = (byte) (i >> 16);
            rows.put(key, value);
            assertThat(rows.remove(key)).isEqualTo(value);
        }
        assertThat(rows.sessionNumbers()).isLessThan(200);
        assertThat(rows.count()).isZero();
    }
}
