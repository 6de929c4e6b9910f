// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pathproof.bgp.session.TestNeighbor.LOCAL_AS;
import static org.pathproof.bgp.session.TestNeighbor.LOCAL_ID;
import static org.pathproof.bgp.session.TestNeighbor.PEER_AS;
import static org.pathproof.bgp.session.TestNeighbor.PEER_ID;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.harness.FaultyUpdates;
import org.pathproof.harness.FaultyUpdates.Example;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Capability;
import org.pathproof.wire.bgp.KeepAlive;
import org.pathproof.wire.bgp.Open;
import org.pathproof.wire.bgp.PathAttribute;

/**
 * Tests that the speaker handles faulty UPDATEs as an independent reading of RFC 7606 and its followers requires:
 * {@link FaultyUpdates}.
 */
class FaultyUpdatesTest {
    @Test
    void eachFaultIsHandledAsTheRfcsRequire() {
        for (Example example : FaultyUpdates.examples()) {
            check("EXTERNAL", List.of(example));
            check("INTERNAL", List.of(example));
        }
    }

    @Property(tries = 300)
    void severalFaultsAreHandledAsTheRfcsRequire(@ForAll("faults") List<Example> faults, @ForAll boolean internal) {
        check(internal ? "INTERNAL" : "EXTERNAL", faults);
    }

    @Property(tries = 500)
    void noBytesMakeTheSpeakerThrow(
            @ForAll("faults") List<Example> faults, @ForAll boolean internal, @ForAll int at, @ForAll byte with) {
        String sender = internal ? "INTERNAL" : "EXTERNAL";
        byte[] message = FaultyUpdates.message(sender, faults);
        message[19 + Math.floorMod(at, message.length - 19)] = with;
        assertThat(received(sender, 4, message).actions).isNotNull();
    }

    /** The subcodes of RFC 4271 section 6.3. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "an unknown well-known attribute, 3/2",
        "MP_REACH_NLRI twice,             3/1",
        "MP_UNREACH_NLRI twice,           3/1",
        "IPv6 prefix of 129 bits,         3/9",
    })
    void aResetHasTheSubcodeOfItsError(String name, String notification) {
        Example example = FaultyUpdates.examples().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        TestNeighbor neighbor = received("EXTERNAL", 4, example.message("EXTERNAL"));
        assertThat(neighbor.notified(1)).isEqualTo(notification);
        assertThat(neighbor.closes(1)).isTrue();
    }

    /** RFC 7606 section 5.2: an error without routes may have hidden routes. */
    @Test
    void aFaultBesideNoRouteEndsTheSession() {
        byte[] update = FaultyUpdates.update(
                Bytes.fromHex("18 cb0071").toArray(),
                Bytes.fromHex("40 01 01 00  40 02 06 02 01 00000000").toArray(),
                new byte[0]);
        assertThat(received("EXTERNAL", 4, update).notified(1)).isEqualTo("3/11");
    }

    @Test
    void doesNotPassOnAttributesThatAreDiscarded() {
        byte[] update = FaultyUpdates.update(
                new byte[0],
                Bytes.fromHex("40 01 01 00  40 02 06 02 01 0000fbf0  40 03 04 c0000201  40 05 04 00000064")
                        .toArray(),
                Bytes.fromHex("18 cb0071").toArray());
        assertThat(received("EXTERNAL", 4, update)
                        .action(SessionAction.Received.class)
                        .orElseThrow()
                        .update()
                        .has(PathAttribute.LOCAL_PREF))
                .isFalse();
        assertThat(received("INTERNAL", 4, update)
                        .action(SessionAction.Received.class)
                        .orElseThrow()
                        .update()
                        .has(PathAttribute.LOCAL_PREF))
                .isTrue();
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

    private static void check(String sender, List<Example> faults) {
        int asBytes = faults.isEmpty() ? 4 : faults.getFirst().asBytes();
        TestNeighbor neighbor = received(sender, asBytes, FaultyUpdates.message(sender, faults));
        String what = faults.stream().map(Example::name).toList() + " from " + sender;
        String handling = FaultyUpdates.handling(sender, faults);
        if (handling.equals("SESSION_RESET")) {
            assertThat(neighbor.notified(1)).as(what).startsWith("3/");
            assertThat(neighbor.closes(1)).as(what).isTrue();
        } else {
            assertThat(neighbor.notified(1)).as(what).isEmpty();
            assertThat(neighbor.action(SessionAction.Received.class)
                            .orElseThrow()
                            .treatAsWithdraw())
                    .as(what)
                    .isEqualTo(handling.equals("TREAT_AS_WITHDRAW"));
        }
    }

    /** Returns a neighbor that has received these bytes in an established session. */
    private static TestNeighbor received(String sender, int asBytes, byte[] message) {
        long peerAs = sender.equals("INTERNAL") ? LOCAL_AS : PEER_AS;
        TestNeighbor neighbor = new TestNeighbor(SessionSettings.of(LOCAL_AS, peerAs, LOCAL_ID)).start();
        List<Capability> capabilities = new ArrayList<>(List.of(
                new Capability.Multiprotocol(AfiSafi.IPV4_UNICAST),
                new Capability.Multiprotocol(AfiSafi.IPV6_UNICAST)));
        if (asBytes == 4) {
            capabilities.add(new Capability.FourOctetAs(peerAs));
        }
        neighbor.connected(1, Direction.OUTBOUND)
                .received(1, new Open(4, (int) peerAs, 90, PEER_ID, List.copyOf(capabilities)))
                .received(1, new KeepAlive());
        Bytes bytes = Bytes.wrap(message);
        BgpSessionOptions options = new BgpSessionOptions(asBytes == 4, Set.of(), false);
        switch (BgpCodec.decode(bytes, options)) {
            case Decoded.Ok<BgpMessage>(BgpMessage update) -> neighbor.received(1, update);
            case Decoded.Damaged<BgpMessage>(WireError error, Bytes _) ->
                neighbor.actions = neighbor.session.damaged(1, error, bytes, neighbor.now);
        }
        return neighbor;
    }
}
