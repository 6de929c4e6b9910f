// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.rtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.TestKeys;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.RouterKeyPdu;
import org.pathproof.wire.rtr.RtrCodec;
import org.pathproof.wire.rtr.RtrFramer;
import org.pathproof.wire.rtr.RtrPdu;

/** Tests that damaged responses of a cache end the session with a reason, and leave the data in force unchanged. */
class HostilePdusTest {
    private static final int MUTANTS = 4_000;
    private static final long SEED = 8210;
    private static final Instant T0 = Instant.parse("2026-11-20T12:00:00Z");
    private static final EndOfData.Intervals TIMES = new EndOfData.Intervals(100, 10, 1000);
    private static final RpkiBounds BOUNDS = new RpkiBounds(100, 20, 10, 12);

    private final Random random = new Random(SEED);

    private static Vrp vrp(int number) {
        return new Vrp(Prefix.parse("192.0." + number + ".0/24"), 24, 64496 + number);
    }

    private static byte[] bytes(RtrPdu... pdus) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (RtrPdu pdu : pdus) {
            all.writeBytes(RtrCodec.encode(pdu).toArray());
        }
        return all.toByteArray();
    }

    private static RtrClientSession synchronised() {
        RtrClientSession session = new RtrClientSession(1, 2, Duration.ofSeconds(30), BOUNDS);
        session.onConnect(T0);
        List.of(
                        new CacheResponse(2, 7),
                        new PrefixPdu(2, true, vrp(1)),
                        new RouterKeyPdu(2, true, TestKeys.numbered(1, 1)),
                        new EndOfData(2, 7, 5, TIMES))
                .forEach(pdu -> session.onPdu(pdu, T0));
        session.tick(T0.plusSeconds(100)); // sends a Serial Query
        return session;
    }

    /** Feeds a stream of bytes; returns the actions until the connection is closed. */
    private static List<RtrClientAction> feed(RtrClientSession session, byte[] bytes) throws IOException {
        RtrPduReader reader = new RtrPduReader(new ByteArrayInputStream(bytes), RtrFramer.DEFAULT_MAX_LENGTH, 512);
        List<RtrClientAction> actions = new ArrayList<>();
        while (actions.stream().noneMatch(RtrClientAction.Close.class::isInstance)) {
            Decoded<RtrPdu> pdu = reader.next();
            if (pdu == null) {
                session.onDisconnect("the cache closed the connection");
                return actions;
            }
            actions.addAll(
                    switch (pdu) {
                        case Decoded.Ok<RtrPdu>(RtrPdu value) -> session.onPdu(value, T0.plusSeconds(101));
                        case Decoded.Damaged<RtrPdu>(var error, var damaged) -> session.onMalformedPdu(error, damaged);
                    });
        }
        if (session.problem() == null && actions.getLast() instanceof RtrClientAction.Close(String why, boolean _)) {
            session.onDisconnect(why);
        }
        return actions;
    }

    private byte[] mutated(byte[] original) {
        byte[] bytes = original.clone();
        switch (random.nextInt(4)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            case 2 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            default -> {
                int from = random.nextInt(bytes.length);
                int length = random.nextInt(Math.min(16, bytes.length - from) + 1);
                System.arraycopy(original, from, bytes, random.nextInt(bytes.length - length + 1), length);
            }
        }
        return bytes;
    }

    @Test
    void aDamagedAnswerWithoutEndOfDataChangesNothing() throws IOException {
        byte[] answer = bytes(
                new CacheResponse(2, 7),
                new PrefixPdu(2, false, vrp(1)),
                new PrefixPdu(2, true, vrp(2)),
                new RouterKeyPdu(2, true, TestKeys.numbered(2, 2)));
        int closed = 0;
        for (int i = 0; i < MUTANTS; i++) {
            RtrClientSession session = synchronised();
            RpkiSnapshot before = Objects.requireNonNull(session.data());
            List<RtrClientAction> actions = feed(session, mutated(answer));
            assertThat(session.data()).as("mutant %d", i).isSameAs(before);
            assertThat(actions).as("mutant %d", i).noneMatch(RtrClientAction.Deliver.class::isInstance);
            assertThat(session.problem()).as("mutant %d", i).isNotBlank().doesNotContain("null", "\n", "\u0000");
            for (RtrClientAction action : actions) {
                if (action instanceof RtrClientAction.Close(String why, boolean _)) {
                    closed++;
                    assertThat(why).as("mutant %d", i).isNotBlank().doesNotContain("null", "\n", "\u0000");
                }
            }
        }
        assertThat(closed).as("mutants that violate RTR").isGreaterThan(MUTANTS / 10);
    }

    @Test
    void aDamagedWholeAnswerGivesEitherItsOwnDataOrTheOldOnes() throws IOException {
        byte[] answer = bytes(
                new CacheResponse(2, 7),
                new PrefixPdu(2, true, vrp(2)),
                new RouterKeyPdu(2, true, TestKeys.numbered(2, 2)),
                new EndOfData(2, 7, 6, TIMES));
        for (int i = 0; i < MUTANTS; i++) {
            RtrClientSession session = synchronised();
            RpkiSnapshot before = Objects.requireNonNull(session.data());
            List<RtrClientAction> actions = feed(session, mutated(answer));
            boolean delivered = actions.stream().anyMatch(RtrClientAction.Deliver.class::isInstance);
            RpkiSnapshot after = Objects.requireNonNull(session.data());
            if (!delivered) {
                assertThat(after).as("mutant %d", i).isSameAs(before);
                assertThat(session.problem()).as("mutant %d", i).isNotBlank().doesNotContain("null", "\n", "\u0000");
            } else {
                // A response to a Serial Query adds at most its own objects to the data.
                assertThat(after.size()).as("mutant %d", i).isBetween(0, 4);
            }
        }
    }

    @Test
    void randomBytesEndTheSession() throws IOException {
        for (int i = 0; i < MUTANTS; i++) {
            RtrClientSession session = synchronised();
            RpkiSnapshot before = Objects.requireNonNull(session.data());
            byte[] bytes = new byte[8 + random.nextInt(200)];
            random.nextBytes(bytes);
            bytes[0] = (byte) (random.nextBoolean() ? 2 : random.nextInt(256));
            feed(session, bytes);
            assertThat(session.data()).as("bytes %d", i).isSameAs(before);
            assertThat(session.problem()).as("bytes %d", i).isNotBlank();
        }
    }
}
