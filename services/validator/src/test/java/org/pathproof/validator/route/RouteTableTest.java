// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pathproof.contracts.SessionId;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.row.RevalidationMark;
import org.pathproof.validator.row.SessionFloor;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.stream.Events;
import org.pathproof.wire.Prefix;

/** Tests that a table returns its rows, and that another table on the same store returns the same rows. */
class RouteTableTest {
    private final KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
    private RouteTable table = open();

    private RouteTable open() {
        return new RouteTable(store, (PagedStore) store);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void returnsRowsUnchanged(long seed) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(RandomRows.row(random));
            table.put(key(i), null, rows.get(i));
        }
        RouteTable again = open();
        for (int i = 0; i < rows.size(); i++) {
            assertThat(kept(table, i).row()).isEqualTo(rows.get(i));
            assertKept(kept(again, i), rows.get(i));
        }
    }

    @Test
    void aVerifiedPathOfFourHopsTakesAtMost64BytesBeyondItsKey() {
        Random random = new Random(9);
        int routes = 20_000;
        for (int i = 0; i < routes; i++) {
            table.put(key(i), null, ofOneNeighbor(RandomRows.verified(random, 4, 1000)));
        }
        double each = table.counts().otherBytes() / (double) routes;
        assertThat(each).isBetween(50.0, 64.0);
        // An IPv4 prefix of 24 bits takes 3 bytes beside the 3 bytes that all keys of a page have in common.
        assertThat(table.counts().keyBytes()).isBetween(3L * routes, 4L * routes);
        assertThat(table.counts().keyBytes() + table.counts().otherBytes())
                .isEqualTo(((PagedStore) store).rows().memoryBytes());
    }

    @Test
    void copiesOfAVerifiedPathAtOtherSessionsTakeAtMost20BytesEach() {
        Random random = new Random(14);
        int prefixes = 500;
        int sessions = 64;
        for (int i = 0; i < prefixes; i++) {
            Row row = ofOneNeighbor(RandomRows.verified(random, 4, 1000));
            for (int session = 0; session < sessions; session++) {
                table.put(key(2 * i | session << 17), null, row);
            }
        }
        assertThat(table.counts().keyBytes() + table.counts().otherBytes()).isLessThan(20L * prefixes * sessions);
    }

    /** Returns the row with the facts, epoch and next hop of one neighbor. */
    private static Row ofOneNeighbor(Row row) {
        Verdict verdict = row.verdict().toBuilder()
                .setEpoch(7)
                .setNextHop(ByteString.copyFrom(new byte[] {10, 0, 0, 1}))
                .build();
        return new Row(7, row.attributeHash(), 5, verdict, row.proof(), null, 0);
    }

    @Test
    void anUntrustedProofTakesNoBytesAndIsCounted() {
        Random random = new Random(12);
        Row verified = RandomRows.verified(random, 4, 1000);
        while (verified.verdict().getState() != PathState.VALID) {
            verified = RandomRows.verified(random, 4, 1000);
        }
        table.put(key(1), null, verified);
        long bytes = table.counts().keyBytes() + table.counts().otherBytes();
        Row untrusted = UntrustedProof.of(verified);
        assertThat(untrusted.isUntrusted()).isTrue();
        assertThat(untrusted.hasProof()).isFalse();
        table.put(key(1), kept(table, 1), untrusted);
        assertThat(table.counts().keyBytes() + table.counts().otherBytes()).isEqualTo(bytes);
        table.marks()
                .putUntrusted(RevalidationMark.newBuilder()
                        .setNumber(7)
                        .setRequested(true)
                        .build());
        for (RouteTable read : List.of(table, open())) {
            assertThat(kept(read, 1).row()).isEqualTo(untrusted);
            assertThat(kept(read, 1).isUntrusted()).isTrue();
            assertThat(read.counts().untrusted()).isOne();
            assertThat(read.counts().count(PathState.UNVERIFIED)).isOne();
            assertThat(read.marks().untrusted().getNumber()).isEqualTo(7);
        }
        table.delete(key(1), kept(table, 1));
        assertThat(table.counts().untrusted()).isZero();
    }

    @Test
    void findsRoutesByTheKeysOfTheirProofsAndHops() {
        Random random = new Random(10);
        Row verified = RandomRows.verified(random, 3, 1000);
        Row other = RandomRows.verified(random, 3, 1000);
        Row forged = RandomRows.unverified(verified);
        table.put(key(1), null, verified);
        table.put(key(2), null, other);
        table.put(key(3), null, forged);
        for (RouteTable read : List.of(table, open())) {
            for (Hop hop : verified.verdict().getHopsList()) {
                assertThat(naming(read, hop)).containsExactly(key(1), key(3));
            }
            assertThat(naming(read, other.verdict().getHops(0))).containsExactly(key(2));
            assertThat(naming(
                            read, RandomRows.verified(random, 1, 1000).verdict().getHops(0)))
                    .isEmpty();
        }
    }

    @Test
    void findsTheVerifiedRoutesThroughTheCustomersOfAspas() {
        for (int number = 0; number < 4; number++) {
            Row row = RandomRows.verified(new Random(number), 3, 1000);
            Verdict.Builder verdict = row.verdict().toBuilder()
                    .clearAsPath()
                    .addAsPath(-5)
                    .addAsPath(number < 2 ? 64501 : 64502)
                    .setAspaProcedure(
                            number % 2 == 0 ? AspaProcedure.ASPA_UPSTREAM : AspaProcedure.ASPA_PROCEDURE_NONE);
            table.put(key(number), null, row.withVerdict(verdict.build()));
        }
        Row unverified = RandomRows.unverified(RandomRows.verified(new Random(4), 3, 1000));
        table.put(
                key(4),
                null,
                unverified.withVerdict(unverified.verdict().toBuilder()
                        .addAsPath(64501)
                        .setAspaProcedure(AspaProcedure.ASPA_DOWNSTREAM)
                        .build()));
        for (RouteTable read : List.of(table, open())) {
            assertThat(through(read, 64501)).containsExactly(key(0), key(4));
            assertThat(through(read, 0xfffffffbL)).containsExactly(key(0), key(2));
            assertThat(through(read, 64503)).isEmpty();
        }
    }

    private static List<Bytes> through(RouteTable table, long customer) {
        List<Bytes> found = new ArrayList<>();
        table.forEachRouteThrough(Set.of(customer), found::add);
        return found;
    }

    /** Compares searches that read rows in place with the decoded rows. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void searchesInPlaceAgreeWithTheDecodedRows(long seed) {
        Random random = new Random(seed);
        Map<Bytes, Row> rows = new TreeMap<>();
        List<Row> kinds = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            kinds.add(RandomRows.row(random));
        }
        for (int i = 0; i < 4000; i++) {
            Bytes key = key(2 * random.nextInt(40) | random.nextInt(20) << 17);
            KeptRow before = table.get(key);
            if (before != null && random.nextInt(3) == 0) {
                table.delete(key, before);
                rows.remove(key);
            } else {
                Row row = kinds.get(random.nextInt(kinds.size()));
                table.put(key, before, row);
                rows.put(key, row);
            }
        }
        SessionFilter filter = new SessionFilter();
        for (int session = 0; session < 20; session += 4) {
            filter.put(Events.session(session), 20, 30);
        }
        for (RouteTable read : List.of(table, open())) {
            assertThat(read.size()).isEqualTo(rows.size());
            for (int asn = 1; asn <= 50; asn++) {
                int wanted = asn;
                assertThat(through(read, asn))
                        .isEqualTo(keys(
                                rows,
                                row -> row.verdict().getAspaProcedureValue() != 0
                                        && row.verdict().getAsPathList().contains(wanted)));
            }
            for (Row kind : kinds) {
                for (Hop hop : kind.verdict().getHopsList()) {
                    assertThat(naming(read, hop)).isEqualTo(keys(rows, row -> hasKeyOf(row, hop)));
                }
            }
            List<Bytes> selected = new ArrayList<>();
            read.scan(null, Integer.MAX_VALUE, Integer.MAX_VALUE, filter, selected::add);
            assertThat(selected)
                    .isEqualTo(keys(
                                    rows,
                                    row -> row.announcement() != null
                                            || row.verdict().hasAnnouncement()
                                            || row.epoch() < 20
                                            || row.verdict().getEpoch() < 30)
                            .stream()
                            .filter(key -> session(key) < 20 && session(key) % 4 == 0)
                            .toList());
        }
    }

    private static boolean hasKeyOf(Row row, Hop hop) {
        return row.verdict().getHopsList().stream()
                .anyMatch(other ->
                        other.getAsn() == hop.getAsn() && other.getSki().equals(hop.getSki()));
    }

    private static List<Bytes> keys(Map<Bytes, Row> rows, Predicate<Row> selects) {
        return rows.entrySet().stream()
                .filter(entry -> selects.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int session(Bytes key) {
        return org.pathproof.contracts.RouteKey.ofBytes(key.get())
                .session()
                .bytes()
                .toArray()[0];
    }

    @Test
    void removesUnusedKeysAfterTheTableIsOpenedAgain() {
        Random random = new Random(11);
        Row gone = RandomRows.verified(random, 4, 1000);
        Row stays = RandomRows.verified(random, 2, 1000);
        table.put(key(1), null, gone);
        table.put(key(2), null, stays);
        table.delete(key(1), kept(table, 1));
        assertThat(table.counts().keys()).isEqualTo(6);
        table = open();
        table.tidy();
        assertThat(table.counts().keys()).isEqualTo(2);
        assertThat(store.approximateNumEntries()).isEqualTo(3);
        // The numbers of the removed keys may be assigned to other keys now.
        table.put(key(3), null, gone);
        for (RouteTable read : List.of(table, open())) {
            assertThat(kept(read, 2).row()).isEqualTo(stays);
            assertThat(kept(read, 3).row()).isEqualTo(gone);
        }
    }

    @Test
    void visitsEachRouteOnce() {
        table.marks()
                .putFloor(
                        Events.session(1), SessionFloor.newBuilder().setEpoch(3).build());
        Random random = new Random(12);
        List<Bytes> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            table.put(key(i), null, RandomRows.verified(random, 1, 10));
            all.add(key(i));
        }
        List<Bytes> walked = new ArrayList<>();
        Bytes reached = null;
        do {
            reached = table.next(reached, 64, walked::add);
        } while (reached != null);
        assertThat(walked).containsExactlyInAnyOrderElementsOf(all);
        List<Bytes> ofSession = new ArrayList<>();
        SessionFilter filter = new SessionFilter();
        filter.put(Events.session(1), Long.MAX_VALUE - 1, 0);
        filter.put(Events.session(2), Long.MAX_VALUE - 1, 0);
        Bytes next = null;
        do {
            next = table.scan(next, 100, 7, filter, ofSession::add);
        } while (next != null);
        assertThat(ofSession)
                .containsExactlyInAnyOrderElementsOf(all.stream()
                        .filter(key -> org.pathproof.contracts.RouteKey.ofBytes(key.get())
                                .session()
                                .equals(Events.session(1)))
                        .toList());
        assertThat(open().marks().floor(Events.session(1)).getEpoch()).isEqualTo(3);
    }

    @Test
    void findsRoutesUnderAPrefixInEveryFamilyAndLength() {
        Row row = RandomRows.verified(new Random(13), 1, 10);
        List<String> inside = List.of("10.0.0.0/8", "10.1.0.0/16", "10.255.255.0/24", "10.255.255.255/32");
        List<String> outside = List.of("8.0.0.0/7", "11.0.0.0/8", "9.255.255.0/24", "2001:db8::/32");
        SessionId session = Events.session(1);
        List<Bytes> expected = new ArrayList<>();
        for (int safi : new int[] {1, 2, 128}) {
            for (String prefix : inside) {
                expected.add(put(prefix, safi, session, row));
            }
            outside.forEach(prefix -> put(prefix, safi, session, row));
        }
        List<Bytes> found = new ArrayList<>();
        table.forEachRouteWithin(Prefix.parse("10.0.0.0/8"), found::add);
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }

    private Bytes put(String prefix, int safi, SessionId session, Row row) {
        Bytes key = Bytes.wrap(new org.pathproof.contracts.RouteKey(Prefix.parse(prefix), safi, session, 0).toBytes());
        table.put(key, null, row);
        return key;
    }

    @Test
    void reportsADamagedRow() {
        store.put(key(1), new byte[] {1, 4, 5});
        assertThatThrownBy(() -> kept(table, 1).row())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("damaged row");
    }

    private static List<Bytes> naming(RouteTable table, Hop hop) {
        List<Bytes> found = new ArrayList<>();
        table.forEachRouteNaming(
                List.of(new RouteTable.KeyName(Integer.toUnsignedLong(hop.getAsn()), RouteRecord.bytes(hop.getSki()))),
                found::add);
        return found;
    }

    private static Bytes key(int number) {
        String prefix = "10.%d.%d.0/24".formatted(number >> 8 & 0xff, number & 0xff);
        return Bytes.wrap(Events.route(prefix, number >> 16 | number & 1).toBytes());
    }

    private static KeptRow kept(RouteTable table, int number) {
        return Objects.requireNonNull(table.get(key(number)));
    }

    /** Asserts that fields read in place equal those of the decoded row. */
    private static void assertKept(KeptRow kept, Row row) {
        assertThat(kept.state()).isEqualTo(row.verdict().getState());
        assertThat(kept.epoch()).isEqualTo(row.epoch());
        assertThat(kept.publishedEpoch()).isEqualTo(row.verdict().getEpoch());
        assertThat(kept.isOf(row.attributeHash())).isTrue();
        assertThat(kept.isOf(ByteString.copyFrom(new byte[16]))).isFalse();
        assertThat(kept.isOf(ByteString.EMPTY)).isEqualTo(row.attributeHash().isEmpty());
        assertThat(kept.row()).isEqualTo(row);
    }
}
