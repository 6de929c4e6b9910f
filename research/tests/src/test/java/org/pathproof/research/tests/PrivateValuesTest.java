// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.pathproof.research.hook.SchemeAttributes;
import org.pathproof.research.lab.PrivateKeys;
import org.pathproof.research.lab.SchemeLab;
import org.pathproof.research.lab.SchemeRoute;
import org.pathproof.research.lab.SchemeStream;
import org.pathproof.research.schemes.SchemeAttribute;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.bgp.BgpCodec;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.BgpSessionOptions;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.IndexedTlv;
import org.pathproof.wire.bmp.MonitoringTlvs;
import org.pathproof.wire.bmp.RouteMirroring;
import org.pathproof.wire.bmp.RouteMonitoring;
import org.pathproof.wire.bmp.Tlv;

/** Tests that BMP messages with paths of all schemes lose their private values, and nothing else. */
final class PrivateValuesTest {
    private static final long SEED = 20_261_123;
    private static final int CODE = 252;
    private static final Instant NOW = now();
    private static final SchemeLab LAB = SchemeLab.create(NOW, false, Set.of());
    private static final Bytes STREAM = new SchemeStream(CODE, NOW).encode(LAB.routes());
    private static final PrivateKeys PRIVATE = new PrivateKeys(LAB);

    private final AttributeIntake intake = new SchemeAttributes().intake(CODE);

    @Test
    void onlyPrivateValuesAreErased() {
        Bytes erased = intake.withoutPrivateValues(STREAM);
        assertThat(PRIVATE.size()).isGreaterThan(1000);
        assertThat(PRIVATE.occurIn(STREAM)).isTrue();
        assertThat(PRIVATE.occurIn(erased)).isFalse();
        assertThat(erased.length()).isEqualTo(STREAM.length());
        assertThat(SchemeStream.paths(erased, CODE).stream().map(SchemeAttribute::withoutSecret))
                .containsExactlyElementsOf(LAB.routes().stream()
                        .map(route ->
                                new SchemeAttribute(route.id(), route.route().path()).withoutSecret())
                        .toList());
    }

    @Test
    void messagesWithoutTheAttributeAreNotCopied() {
        assertThat(new SchemeAttributes().intake(251).withoutPrivateValues(STREAM))
                .isSameAs(STREAM);
    }

    /** Every message is sent in the forms of version 4 and of Route Mirroring, with two UPDATEs in one message. */
    @Test
    void theFormOfTheBmpMessageDoesNotMatter() {
        ByteWriter out = new ByteWriter();
        for (RouteMonitoring message : updates(STREAM)) {
            out.bytes(BmpCodec.encode(new RouteMonitoring(
                    message.peer(),
                    message.bgpMessage(),
                    new MonitoringTlvs(
                            MonitoringTlvs.Numbering.CURRENT, List.of(new IndexedTlv(0x7000, 0, Bytes.EMPTY))))));
            Tlv update = new Tlv(RouteMirroring.TLV_BGP_MESSAGE, message.bgpMessage());
            out.bytes(BmpCodec.encode(new RouteMirroring(message.peer(), List.of(update, update))));
        }
        Bytes all = out.toBytes();
        assertThat(PRIVATE.occurIn(all)).isTrue();
        assertThat(PRIVATE.occurIn(intake.withoutPrivateValues(all))).isFalse();
    }

    @Test
    void noPartOfADamagedUpdateRemains() {
        RouteMonitoring message = updates(STREAM).get(firstPrivate());
        Bytes update = message.bgpMessage();
        for (int length = 0; length <= update.length(); length++) {
            Bytes cut = BmpCodec.encode(new RouteMonitoring(message.peer(), update.slice(0, length)));
            assertThat(PRIVATE.occurIn(intake.withoutPrivateValues(cut)))
                    .as("%d of %d bytes", length, update.length())
                    .isFalse();
        }
        Bytes two = BmpCodec.encode(new RouteMonitoring(message.peer(), update.concat(update)));
        assertThat(PRIVATE.occurIn(intake.withoutPrivateValues(two))).isFalse();
        Bytes whole = BmpCodec.encode(message);
        for (int length = 1; length < whole.length(); length++) {
            assertThat(PRIVATE.occurIn(intake.withoutPrivateValues(whole.slice(0, length))))
                    .isFalse();
        }
    }

    @Test
    void anyInputKeepsItsLength() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Bytes> messages =
                updates(STREAM).stream().map(BmpCodec::encode).limit(40).toList();
        for (int i = 0; i < 4000; i++) {
            byte[] bytes = messages.get(i % messages.size()).toArray();
            for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
                bytes[random.nextInt(Math.min(bytes.length, 140))] = (byte) random.nextInt();
            }
            assertThat(intake.withoutPrivateValues(Bytes.wrap(bytes)).length()).isEqualTo(bytes.length);
        }
    }

    private static Instant now() {
        return Instant.now();
    }

    private static int firstPrivate() {
        List<SchemeRoute> routes = LAB.routes();
        for (int i = 0; i < routes.size(); i++) {
            if (!routes.get(i).route().path().secret().isEmpty()) {
                return i;
            }
        }
        throw new AssertionError("no scheme sends private values");
    }

    /** Returns the messages with routes, in order. */
    private static List<RouteMonitoring> updates(Bytes stream) {
        List<RouteMonitoring> found = new ArrayList<>();
        for (int at = 0; at < stream.length(); ) {
            int length = (int) stream.u32(at + 1);
            if (BmpCodec.decode(stream.slice(at, at + length))
                            instanceof Decoded.Ok<BmpMessage>(RouteMonitoring message)
                    && update(message).endOfRib().isEmpty()) {
                found.add(message);
            }
            at += length;
        }
        return found;
    }

    private static Update update(RouteMonitoring message) {
        BgpMessage decoded =
                BgpCodec.decode(message.bgpMessage(), BgpSessionOptions.DEFAULT).orThrow();
        return (Update) decoded;
    }
}
