// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.store.FixedEntryTable;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.store.RowLayout;
import org.pathproof.validator.store.RowParts;
import org.pathproof.validator.stream.Events;
import org.pathproof.wire.Prefix;

/** Tests that the parts of a row make up the row, whatever its bytes. */
class RowShapeTest {
    private final RowShape shape = new RowShape();
    private final RowParts parts = new RowParts();
    private final KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
    private final RowCodec codec = new RowCodec(new KeyRegistry(
            ((PagedStore) store).numbered(),
            (number, entry) -> store.put(Bytes.wrap(FixedEntryTable.key(number)), Objects.requireNonNull(entry))));

    /** Returns true if the value is divided; its parts then make up the value. */
    private boolean isDivided(byte[] value, boolean apart) {
        parts.begin();
        if (!shape.split(value, apart, parts)) {
            return false;
        }
        assertThat(shape.join(parts)).isEqualTo(value);
        return true;
    }

    @Test
    void dividesAllRowsOfTheShortForm() {
        Random random = new Random(1);
        int divided = 0;
        for (int i = 0; i < 3000; i++) {
            Row row = RandomRows.row(random);
            if (random.nextBoolean()) {
                row = row.withVerdict(row.verdict().toBuilder()
                        .addCommunities(random.nextInt())
                        .setPathAttributes(RandomRows.byteString(random, random.nextInt(40)))
                        .build());
            }
            byte[] value = codec.encode(row);
            assertThat(isDivided(value, random.nextBoolean())).isEqualTo(RowFlags.isShort(value));
            divided += RowFlags.isShort(value) ? 1 : 0;
        }
        assertThat(divided).isGreaterThan(2000);
    }

    /** Damaged rows are divided without loss, or not at all. */
    @Test
    void losesNoByteOfADamagedRow() {
        Random random = new Random(2);
        int divided = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] value = codec.encode(RandomRows.row(random));
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                value[random.nextInt(value.length)] = (byte) random.nextInt();
            }
            value = Arrays.copyOf(value, random.nextInt(value.length + 8));
            divided += isDivided(value, random.nextBoolean()) ? 1 : 0;
        }
        assertThat(divided).isBetween(5_000, 90_000);
    }

    @Property
    void losesNoByteOfAnyValue(@ForAll byte[] value, @ForAll boolean apart) {
        isDivided(value, apart);
    }

    @Test
    void copiesOfARouteAtOtherSessionsDifferInTheirSessionPartsOnly() {
        Row row = RandomRows.verified(new Random(3), 4, 1000);
        Verdict.Builder verdict = row.verdict().toBuilder();
        isDivided(codec.encode(row), false);
        byte[] path = bytes(parts.path());
        byte[] attributes = bytes(parts.attributes());
        verdict.setEpoch(row.epoch() - 1)
                .setReceivedUs(17)
                .setTargetAs(64_500)
                .setNextHop(RandomRows.byteString(new Random(4), 16));
        Row copy = new Row(row.epoch(), row.attributeHash(), ~row.facts(), verdict.build(), row.proof(), null, 0);
        assertThat(isDivided(codec.encode(copy), false)).isTrue();
        assertThat(bytes(parts.path())).isEqualTo(path);
        assertThat(bytes(parts.attributes())).isEqualTo(attributes);
        assertThat(parts.own()).isEqualTo(17);
        byte[] session = bytes(parts.session());
        assertThat(RowShape.epoch(session)).isEqualTo(row.epoch());
        assertThat(RowShape.publishedEpoch(session)).isEqualTo(row.epoch() - 1);
        assertThat(RowShape.isVerifiedByAspa(session)).isEqualTo(row.verdict().getAspaProcedureValue() != 0);
        // A next hop that differs from route to route of a session is not among the parts that a session shares.
        assertThat(isDivided(codec.encode(copy), true)).isTrue();
        assertThat(parts.session().length()).isEqualTo(session.length - 17);
        assertThat(parts.attributes().length()).isEqualTo(attributes.length + 17);
    }

    private static byte[] bytes(RowParts.Part part) {
        return Arrays.copyOfRange(part.bytes(), part.at(), part.at() + part.length());
    }

    @Test
    void onlyKeysOfRoutesAreKeysOfRows() {
        for (String prefix : new String[] {"0.0.0.0/0", "10.0.0.0/8", "10.128.0.0/9", "2001:db8::/128"}) {
            byte[] key = new RouteKey(Prefix.parse(prefix), 1, Events.session(1), 7).toBytes();
            assertThat(shape.prefixLength(key))
                    .isEqualTo(key.length - RowLayout.SESSION - RowLayout.TAIL)
                    .isEqualTo(RouteKey.prefixPartLength(key));
        }
        assertThat(shape.prefixLength(RouteKey.sessionMarker(Events.session(1))))
                .isNegative();
        assertThat(shape.prefixLength(FixedEntryTable.key(1))).isNegative();
        assertThat(shape.prefixLength(new byte[] {0, 0})).isNegative();
    }
}
