// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.wire.bgp.ErrorHandling.ATTRIBUTE_DISCARD;
import static org.pathproof.wire.bgp.ErrorHandling.NO_ERROR;
import static org.pathproof.wire.bgp.ErrorHandling.SESSION_RESET;
import static org.pathproof.wire.bgp.ErrorHandling.TREAT_AS_WITHDRAW;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.pathproof.harness.FaultyUpdates;
import org.pathproof.harness.FaultyUpdates.Example;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;

/** Tests the handling of each fault with bytes that have only this fault, for each kind of peer. */
class UpdateCheckTest {
    private static final String PREFIX = "18 cb0071";
    private static final String PLAIN = "40 01 01 00  40 02 06 02 01 0000fbf0  40 03 04 c0000201 ";

    @Test
    void eachExampleIsHandledAsItsRowSays() {
        for (Example example : FaultyUpdates.examples()) {
            FaultTable.Row row = Objects.requireNonNull(
                    FaultTable.find(example.typeCode(), Fault.valueOf(example.fault())), example.name());
            for (Sender sender : Sender.values()) {
                ErrorHandling expected = ErrorHandling.valueOf(example.handling(sender.name()));
                Bytes message = Bytes.wrap(example.message(sender.name()));
                assertThat(handling(message, sender, example.asBytes() == 4))
                        .as("%s from %s", example.name(), sender)
                        .isEqualTo(expected);
                assertThat(row.handling(sender))
                        .as("row of %s from %s", example.name(), sender)
                        .isEqualTo(expected);
            }
        }
    }

    /** The checks of RFC 8205 section 5.2 have tests in libs/bgpsec. */
    @Test
    void eachRowHasAnExample() {
        Set<String> missing = new TreeSet<>();
        FaultTable.all().stream()
                .filter(row -> row.typeCode() != PathAttribute.BGPSEC_PATH)
                .forEach(row -> missing.add(row.attribute() + " " + row.fault()));
        for (Example example : FaultyUpdates.examples()) {
            FaultTable.Row row = Objects.requireNonNull(
                    FaultTable.find(example.typeCode(), Fault.valueOf(example.fault())), example.name());
            missing.remove(row.attribute() + " " + row.fault());
        }
        assertThat(missing).isEmpty();
    }

    @Property(tries = 500)
    void severalFaultsGetTheStrongestHandling(@ForAll("faults") List<Example> faults, @ForAll Sender sender) {
        boolean fourOctetAs = faults.isEmpty() || faults.getFirst().asBytes() == 4;
        Bytes message = Bytes.wrap(FaultyUpdates.message(sender.name(), faults));
        assertThat(handling(message, sender, fourOctetAs).name())
                .isEqualTo(FaultyUpdates.handling(sender.name(), faults));
    }

    @Property(tries = 2000)
    void anyBytesHaveAHandling(
            @ForAll("faults") List<Example> faults, @ForAll Sender sender, @ForAll int at, @ForAll byte with) {
        byte[] message = FaultyUpdates.message(sender.name(), faults);
        message[19 + Math.floorMod(at, message.length - 19)] = with;
        for (boolean fourOctetAs : new boolean[] {true, false}) {
            assertThat(handling(Bytes.wrap(message), sender, fourOctetAs)).isNotNull();
        }
    }

    @Provide
    Arbitrary<List<Example>> faults() {
        return Arbitraries.of(FaultyUpdates.examples()).list().ofMaxSize(4).map(all -> {
            List<Example> fitting = new ArrayList<>();
            for (Example next : all) {
                if (fitting.stream().allMatch(next::fits)) {
                    fitting.add(next);
                }
            }
            return fitting;
        });
    }

    @Test
    void noRowIsRepeated() {
        Map<String, Integer> rows = new TreeMap<>();
        FaultTable.all().forEach(row -> rows.merge(row.typeCode() + " " + row.fault(), 1, Integer::sum));
        assertThat(rows).allSatisfy((_, count) -> assertThat(count).isEqualTo(1));
    }

    @Test
    void anUnknownPeerGetsTheMildestHandling() {
        for (FaultTable.Row row : FaultTable.all()) {
            ErrorHandling mildest = row.handling(Sender.EXTERNAL)
                    .orMilder(row.handling(Sender.CONFEDERATION_MEMBER))
                    .orMilder(row.handling(Sender.INTERNAL));
            assertThat(row.handling(Sender.UNKNOWN)).as(row.toString()).isEqualTo(mildest);
        }
    }

    @Test
    void aWellFormedUpdateHasNoFault() {
        for (Sender sender : Sender.values()) {
            Bytes message = Bytes.wrap(FaultyUpdates.message(sender.name()));
            assertThat(handling(message, sender, true)).as(sender.text()).isEqualTo(NO_ERROR);
        }
    }

    @Test
    void keepsAttributesThatAreNotDiscarded() {
        Update update =
                decode(message("", PLAIN + "c0 07 08 00000000 c0000201  c0 23 03 000000  40 c8 01 01", PREFIX), true);
        UpdateCheck checked = UpdateCheck.of(update, Reception.from(Sender.EXTERNAL, true));
        assertThat(checked.faults()).hasSize(3);
        assertThat(checked.strongest().orElseThrow().fault().typeCode()).isEqualTo(200);
        assertThat(checked.usable().has(PathAttribute.AGGREGATOR)).isFalse();
        assertThat(checked.usable().has(PathAttribute.ONLY_TO_CUSTOMER)).isTrue();
    }

    /** RFC 7606 section 5.2. */
    @Test
    void aFaultBesideNoRouteResetsTheSession() {
        Bytes withdrawal = message("18 cb0071", "40 01 01 00  40 02 06 02 01 00000000", "");
        assertThat(handling(withdrawal, Sender.EXTERNAL, true)).isEqualTo(SESSION_RESET);
        Bytes discarded = message("18 cb0071", "40 06 01 00", "");
        assertThat(handling(discarded, Sender.EXTERNAL, true)).isEqualTo(ATTRIBUTE_DISCARD);
        Bytes localPref = message("18 cb0071", "40 05 01 00", "");
        assertThat(handling(localPref, Sender.EXTERNAL, true)).isEqualTo(ATTRIBUTE_DISCARD);
        assertThat(handling(localPref, Sender.INTERNAL, true)).isEqualTo(SESSION_RESET);
        assertThat(handling(message("18 cb0071", "", ""), Sender.INTERNAL, true))
                .isEqualTo(NO_ERROR);
    }

    /** The policy of the router may have set LOCAL_PREF. */
    @Test
    void localPrefIsNoFaultAfterPolicy() {
        for (Sender sender : List.of(Sender.EXTERNAL, Sender.INTERNAL)) {
            Reception after = new Reception(sender, true, true, false, false);
            Update with = decode(message("", PLAIN + "40 05 04 00000064", PREFIX), true);
            Update without = decode(message("", PLAIN, PREFIX), true);
            assertThat(UpdateCheck.of(with, after).handling()).isEqualTo(NO_ERROR);
            assertThat(UpdateCheck.of(without, after).handling()).isEqualTo(NO_ERROR);
        }
        Update confederation =
                decode(message("", "40 01 01 00  40 02 06 03 01 0000fe4d  40 03 04 c0000201", "18 cb0071"), true);
        assertThat(UpdateCheck.of(confederation, new Reception(Sender.EXTERNAL, true, true, false, false))
                        .handling())
                .isEqualTo(TREAT_AS_WITHDRAW);
    }

    /** RFC 9774 section 3 permits the operator to accept AS_SETs. */
    @Test
    void acceptsSetsIfTheOperatorDoes() {
        Update set = decode(
                message("", "40 01 01 00  40 02 0c 02 01 0000fbf0 01 01 0000fbf1  40 03 04 c0000201", "18 cb0071"),
                true);
        assertThat(UpdateCheck.of(set, Reception.from(Sender.EXTERNAL, true)).handling())
                .isEqualTo(TREAT_AS_WITHDRAW);
        assertThat(UpdateCheck.of(set, new Reception(Sender.EXTERNAL, false, true, false, true))
                        .handling())
                .isEqualTo(NO_ERROR);
    }

    /** RFC 6793 section 6: only the confederation segments of AS4_PATH are ignored. */
    @Test
    void usesTheRestOfAnAs4PathWithConfederationSegments() {
        Update update = decode(
                message(
                        "",
                        "40 01 01 00  40 02 06 02 02 fbf0 5ba0  40 03 04 c0000201"
                                + " c0 11 10 03 01 0000fe4d 02 02 0000fbf0 fa56ea00",
                        "18 cb0071"),
                false);
        UpdateCheck checked = UpdateCheck.of(update, Reception.from(Sender.EXTERNAL, false));
        assertThat(checked.handling()).isEqualTo(ATTRIBUTE_DISCARD);
        assertThat(checked.usable()
                        .asPath(new BgpSessionOptions(false, Set.of(), true))
                        .orElseThrow()
                        .asns())
                .containsExactly(64496L, 4200000000L);
    }

    /** RFC 7607 section 2 and RFC 6793 section 6: AS4_PATH with AS 0 is not used. */
    @Test
    void ignoresAnAs4PathWithAsZero() {
        Update update = decode(
                message(
                        "",
                        "40 01 01 00  40 02 06 02 02 fbf0 5ba0  40 03 04 c0000201  c0 11 06 02 01 00000000",
                        "18 cb0071"),
                false);
        UpdateCheck checked = UpdateCheck.of(update, Reception.from(Sender.EXTERNAL, false));
        assertThat(checked.handling()).isEqualTo(ATTRIBUTE_DISCARD);
        assertThat(checked.usable()
                        .asPath(new BgpSessionOptions(false, Set.of(), true))
                        .orElseThrow()
                        .asns())
                .containsExactly(64496L, (long) AsPath.AS_TRANS);
    }

    @Test
    void aLinkLocalNextHopBesideTheUnspecifiedAddressIsAHost() {
        List<Bytes> nextHops = new ArrayList<>();
        nextHops.add(new ByteWriter(32).u64(0).u64(0).u64(0xfe80L << 48).u64(1).toBytes());
        nextHops.add(new ByteWriter(16).u64(0x20010db8L << 32).u64(1).toBytes());
        for (Bytes nextHop : nextHops) {
            MpReach reach = new MpReach(
                    0x80, AfiSafi.IPV6_UNICAST, nextHop, List.of(Nlri.of(Prefix.parse("2001:db8::/32"))), Bytes.EMPTY);
            Update update = new Update(
                    List.of(), List.of(reach, new Origin(0x40, 0), new AsPath(0x40, List.of())), List.of(), List.of());
            assertThat(UpdateCheck.of(update, Reception.from(Sender.EXTERNAL, true))
                            .handling())
                    .isEqualTo(NO_ERROR);
        }
    }

    /** Returns the handling of a message: a message that cannot be decoded resets the session. */
    static ErrorHandling handling(Bytes message, Sender sender, boolean fourOctetAs) {
        return switch (BgpCodec.decode(message, new BgpSessionOptions(fourOctetAs, Set.of(), true))) {
            case Decoded.Damaged<BgpMessage> _ -> SESSION_RESET;
            case Decoded.Ok<BgpMessage>(BgpMessage update) ->
                UpdateCheck.of((Update) update, Reception.from(sender, fourOctetAs))
                        .handling();
        };
    }

    private static Bytes message(String withdrawn, String attributes, String nlri) {
        return Bytes.wrap(FaultyUpdates.update(
                Bytes.fromHex(withdrawn).toArray(),
                Bytes.fromHex(attributes).toArray(),
                Bytes.fromHex(nlri).toArray()));
    }

    private static Update decode(Bytes message, boolean fourOctetAs) {
        return (Update) BgpCodec.decode(message, new BgpSessionOptions(fourOctetAs, Set.of(), true))
                .orThrow();
    }
}
