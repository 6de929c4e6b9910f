// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.bgp.AsPath;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.EncodedFields;
import org.pathproof.wire.bgp.Fit;
import org.pathproof.wire.bgp.MpReach;
import org.pathproof.wire.bgp.MpUnreach;
import org.pathproof.wire.bgp.NextHop;
import org.pathproof.wire.bgp.Nlri;
import org.pathproof.wire.bgp.Origin;
import org.pathproof.wire.bgp.PathAttribute;
import org.pathproof.wire.bgp.Update;

/** Tests the decision about the encoding of UPDATEs: field by field, and for random tables in each encoding. */
class SessionReadingTest {
    private static final BgpSessionOptions PLAIN = BgpSessionOptions.DEFAULT;
    private static final BgpSessionOptions ALL_IDS =
            new BgpSessionOptions(true, Set.of(AfiSafi.IPV4_UNICAST, AfiSafi.IPV6_UNICAST), true);
    private static final BgpSessionOptions TWO_OCTETS = new BgpSessionOptions(false, Set.of(), true);

    @ParameterizedTest
    @CsvSource({
        // one prefix without Path Identifier
        "18c00002, 1, CLEAN, UNREADABLE",
        "1cc0000240, 1, CLEAN, UNREADABLE",
        "20c0000201, 1, CLEAN, UNREADABLE",
        "00, 1, CLEAN, UNREADABLE",
        "2020010db8, 2, CLEAN, UNREADABLE",
        // one prefix with Path Identifier
        "0000000118c00002, 1, UNREADABLE, CLEAN",
        "00000001180a6500, 1, UNUSUAL, CLEAN",
        "0000000000, 1, UNUSUAL, CLEAN",
        "000000012820010db801, 2, UNUSUAL, CLEAN",
        "ffffffff18c00002, 1, UNREADABLE, CLEAN",
        // both
        "18c0000218c63364, 1, CLEAN, CLEAN",
        "19c0000200, 1, CLEAN, CLEAN",
        // neither
        "18c000, 1, UNREADABLE, UNREADABLE",
        "21c0000200, 1, UNREADABLE, CLEAN",
        // bits after the length, and repetition
        "14c00002, 1, UNUSUAL, UNREADABLE",
        "18c0000218c00002, 1, UNUSUAL, CLEAN",
    })
    void findsHowPrefixesFit(String hex, int afi, Fit without, Fit with) {
        AfiSafi family = new AfiSafi(afi, 1);
        Bytes field = Bytes.fromHex(hex);
        Bytes message = afi == 1 ? update(field, Bytes.EMPTY) : update(Bytes.EMPTY, unreach(field));
        EncodedFields fields = EncodedFields.of(message).orElseThrow();
        assertThat(fields.prefixes(family, false)).isEqualTo(without);
        assertThat(fields.prefixes(family, true)).isEqualTo(with);
    }

    @ParameterizedTest
    @CsvSource({
        "0201fbf0, UNREADABLE, CLEAN",
        "02010000fbf0, CLEAN, UNREADABLE",
        "020200010000000100000002, UNREADABLE, UNREADABLE",
        "0202006400c80201012c, CLEAN, CLEAN",
        "0301fbf00201fbf1, UNREADABLE, CLEAN",
        "0501fbf0, UNREADABLE, UNREADABLE",
        "0200, UNREADABLE, UNREADABLE",
    })
    void findsHowPathsFit(String hex, Fit four, Fit two) {
        Bytes value = Bytes.fromHex(hex);
        Bytes attribute =
                new ByteWriter().u8(0x40).u8(2).u8(value.length()).bytes(value).toBytes();
        EncodedFields fields = EncodedFields.of(update(Bytes.EMPTY, attribute)).orElseThrow();
        assertThat(fields.asPath(true)).isEqualTo(four);
        assertThat(fields.asPath(false)).isEqualTo(two);
    }

    @Test
    void theLengthOfAggregatorDecidesAboutAPathOfBothSizes() {
        String path = "40020a 0202006400c80201012c";
        assertThat(EncodedFields.of(update(Bytes.EMPTY, Bytes.fromHex(path + "c007060064c0000201")))
                        .orElseThrow()
                        .asPath(true))
                .isEqualTo(Fit.UNREADABLE);
        assertThat(EncodedFields.of(update(Bytes.EMPTY, Bytes.fromHex(path + "c0070800000064c0000201")))
                        .orElseThrow()
                        .asPath(false))
                .isEqualTo(Fit.UNREADABLE);
    }

    /** Whatever is declared, tables of each encoding are decoded to the routes that were encoded. */
    @Property(tries = 300)
    void decodesTablesOfEachEncoding(
            @ForAll long seed,
            @ForAll boolean ids,
            @ForAll boolean idsDeclared,
            @ForAll boolean four,
            @ForAll boolean fourDeclared) {
        Random random = new Random(seed);
        BgpSessionOptions real = new BgpSessionOptions(four, ids ? ALL_IDS.addPath() : Set.of(), true);
        BgpSessionOptions declared =
                new BgpSessionOptions(fourDeclared, idsDeclared ? ALL_IDS.addPath() : Set.of(), true);
        List<Update> sent = new ArrayList<>();
        List<Bytes> messages = new ArrayList<>();
        int largestId = random.nextBoolean() ? 1000 : Integer.MAX_VALUE;
        for (int i = 0; i < 40; i++) {
            Update update = randomUpdate(random, ids ? largestId : 0);
            sent.add(update);
            messages.add(BgpCodec.encode(update, real));
        }
        // Small Path Identifiers and ordinary AS numbers are decided by the first message; others after a few.
        SessionReading reading = new SessionReading();
        messages.forEach(message -> reading.read(message, declared));
        for (int i = 0; i < sent.size(); i++) {
            SessionReading.Result result = reading.readAgain(messages.get(i), declared);
            assertThat(result).isInstanceOf(SessionReading.Decided.class);
            BgpSessionOptions options = ((SessionReading.Decided) result).options();
            assertThat(BgpCodec.decode(messages.get(i), options)).isEqualTo(Decoded.ok((BgpMessage) sent.get(i)));
        }
    }

    @Property(tries = 300)
    void givesAResultForAnyBytes(@ForAll byte[] body, @ForAll boolean declared) {
        ByteWriter out = new ByteWriter();
        out.u64(-1).u64(-1).u16(19 + body.length).u8(2).bytes(Bytes.wrap(body));
        SessionReading reading = new SessionReading();
        assertThat(reading.read(out.toBytes(), declared ? ALL_IDS : PLAIN)).isNotNull();
        reading.stopWaiting();
        assertThat(reading.readAgain(out.toBytes(), declared ? ALL_IDS : PLAIN))
                .isNotInstanceOf(SessionReading.Open.class);
        assertThat(reading.readAgain(Bytes.wrap(body), TWO_OCTETS)).isNotNull();
    }

    @Test
    void aMixtureOfEncodingsKeepsTheFirstOne() {
        SessionReading reading = new SessionReading();
        Bytes with = update(Bytes.fromHex("0000000118c00002"), Bytes.EMPTY);
        Bytes without = update(Bytes.fromHex("18c00002"), Bytes.EMPTY);
        for (int i = 0; i < 100; i++) {
            assertThat(reading.read(with, ALL_IDS)).isEqualTo(new SessionReading.Decided(ALL_IDS, false));
            assertThat(reading.read(without, ALL_IDS)).isInstanceOf(SessionReading.Contrary.class);
        }
    }

    /** As GoBGP. */
    @Test
    void pathIdentifiersAfterTheEndOfATableWithoutThemAreRead() {
        Bytes with = update(Bytes.fromHex("0000000118c00002"), Bytes.EMPTY);
        Bytes without = update(Bytes.fromHex("18c00002"), Bytes.EMPTY);
        SessionReading reading = new SessionReading();
        for (int i = 0; i < 20; i++) {
            assertThat(reading.read(without, ALL_IDS))
                    .isEqualTo(new SessionReading.Decided(
                            new BgpSessionOptions(true, Set.of(AfiSafi.IPV6_UNICAST), true), false));
        }
        assertThat(reading.read(update(Bytes.EMPTY, Bytes.EMPTY), ALL_IDS)).isInstanceOf(SessionReading.Decided.class);
        for (int i = 0; i < 20; i++) {
            assertThat(reading.read(with, ALL_IDS)).isEqualTo(new SessionReading.Decided(ALL_IDS, false));
        }
        assertThat(reading.hasRoutesWithoutIds(AfiSafi.IPV4_UNICAST)).isTrue();
        assertThat(reading.hasRoutesWithoutIds(AfiSafi.IPV6_UNICAST)).isFalse();
    }

    @Test
    void theNumberOfChangesIsBounded() {
        SessionReading reading = new SessionReading();
        Bytes with = update(Bytes.fromHex("0000000118c00002"), Bytes.EMPTY);
        Bytes without = update(Bytes.fromHex("18c00002"), Bytes.EMPTY);
        int changes = 0;
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 20; j++) {
                boolean changed = reading.read(i % 2 == 0 ? with : without, ALL_IDS)
                                instanceof SessionReading.Decided(var _, boolean is)
                        && is;
                changes += changed ? 1 : 0;
            }
        }
        assertThat(changes).isEqualTo(3);
    }

    private static Update randomUpdate(Random random, int largestId) {
        List<PathAttribute> attributes = new ArrayList<>();
        List<Long> path = IntStream.range(0, 1 + random.nextInt(5))
                .mapToObj(i -> 1L + random.nextInt(65_000))
                .toList();
        attributes.add(new Origin(0x40, 0));
        attributes.add(new AsPath(0x40, List.of(new AsPath.Segment(AsPath.AS_SEQUENCE, path))));
        attributes.add(new NextHop(0x40, Bytes.fromHex("c0000201")));
        if (random.nextInt(3) == 0) {
            attributes.add(new MpReach(
                    0x90, AfiSafi.IPV6_UNICAST, Bytes.wrap(new byte[16]), prefixes(random, 2, largestId), Bytes.EMPTY));
        }
        if (random.nextInt(6) == 0) {
            attributes.add(new MpUnreach(0x90, AfiSafi.IPV6_UNICAST, prefixes(random, 2, largestId), Bytes.EMPTY));
        }
        List<Nlri> withdrawn = random.nextInt(4) == 0 ? prefixes(random, 1, largestId) : List.of();
        return new Update(withdrawn, List.copyOf(attributes), prefixes(random, 1, largestId), List.of());
    }

    private static List<Nlri> prefixes(Random random, int afi, int largestId) {
        Set<Nlri> all = new HashSet<>();
        int count = 1 + random.nextInt(3);
        while (all.size() < count) {
            int length = afi == 1 ? 8 + random.nextInt(25) : 20 + random.nextInt(45);
            long hi = afi == 1 ? (long) (1 + random.nextInt(223)) << 56 : 0x2000_0000_0000_0000L;
            Prefix prefix = new Prefix(afi, hi | random.nextLong() >>> 8, 0, length);
            all.add(new Nlri(largestId == 0 ? 0 : 1 + random.nextInt(largestId), prefix));
        }
        return List.copyOf(all);
    }

    private static Bytes unreach(Bytes field) {
        return new ByteWriter()
                .u8(0x80)
                .u8(15)
                .u8(3 + field.length())
                .u16(2)
                .u8(1)
                .bytes(field)
                .toBytes();
    }

    private static Bytes update(Bytes nlri, Bytes attributes) {
        ByteWriter out = new ByteWriter();
        out.u64(-1)
                .u64(-1)
                .u16(0)
                .u8(2)
                .u16(0)
                .u16(attributes.length())
                .bytes(attributes)
                .bytes(nlri);
        return out.setU16(16, out.length()).toBytes();
    }
}
