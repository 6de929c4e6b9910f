// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pathproof.harness.TestData;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.rpki.json.RpkiJsonReader;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rtr.RtrPdu;

/** Feeds StayRTR's bytes to the client, and compares the data with the JSON file that StayRTR served. */
class RtrCapturesTest {
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");

    private static RtrClientSession play(byte[] capture, int version) throws IOException {
        RtrClientSession session = new RtrClientSession(0, version, Duration.ofSeconds(30), RpkiBounds.DEFAULT);
        session.onConnect(T0);
        RtrPduReader reader = new RtrPduReader(new ByteArrayInputStream(capture), 1 << 17, 1 << 10);
        for (Decoded<RtrPdu> pdu = reader.next(); pdu != null; pdu = reader.next()) {
            switch (pdu) {
                case Decoded.Ok<RtrPdu>(RtrPdu value) -> session.onPdu(value, T0);
                case Decoded.Damaged<RtrPdu>(var error, var bytes) -> {
                    session.onMalformedPdu(error, bytes);
                    return session;
                }
            }
        }
        return session;
    }

    @ParameterizedTest
    @CsvSource({
        "stayrtr-0.5.1-v0.rtr, 0, rpki.json, false",
        "stayrtr-0.5.1-v1.rtr, 1, rpki.json, false",
        "stayrtr-0.5.1-aspa-v2.rtr, 2, rpki-051.json, true",
        "stayrtr-0.5.1-incremental-v1.rtr, 1, rpki-051-b.json, false",
        "stayrtr-0.5.1-incremental-v2.rtr, 2, rpki-051-b.json, true"
    })
    void capturesGiveTheDataOfTheirJson(String capture, int version, String json, boolean aspas) throws IOException {
        RtrClientSession session = play(TestData.bytes("rtr/" + capture), version);
        assertThat(session.problem()).isNull();
        RpkiSnapshot data = Objects.requireNonNull(session.data());
        var expected = RpkiJsonReader.read(TestData.path("rtr/" + json), null).objects().stream()
                .filter(object -> version >= 1 || !(object instanceof RouterKey))
                .filter(object -> aspas || !(object instanceof Aspa))
                .map(RpkiObject.class::cast)
                .toList();
        RpkiSnapshot wanted = RpkiSnapshot.of(0, new Serial(0), expected);
        assertThat(RpkiSnapshot.all(data)).containsExactlyInAnyOrderElementsOf(RpkiSnapshot.all(wanted));
    }

    @Property(tries = 300)
    void neverThrowsForDamagedCaptures(
            @ForAll @Size(max = 5) int[] places, @ForAll byte value, @ForAll @IntRange(max = 3491) int cut)
            throws IOException {
        byte[] capture = TestData.bytes("rtr/stayrtr-0.5.1-aspa-v2.rtr");
        for (int place : places) {
            capture[Math.floorMod(place, capture.length)] = value;
        }
        capture[cut] ^= 1;
        assertThat(play(capture, 2).version()).isBetween(0, 2);
    }
}
