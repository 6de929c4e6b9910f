// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.sessionId;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.Verdict;

final class VerdictPartsTest {
    private final VerdictParts parts = new VerdictParts();
    private final RouteTable table = new RouteTable();

    static Stream<Verdict> verdicts() {
        return Stream.of(
                Verdict.getDefaultInstance(),
                unsigned(65001, 64496).build(),
                valid(65001, 64500, 64496).setEpoch(1L << 40).addCommunities(7).build(),
                valid(65001, 64496)
                        .setPathAttributes(ByteString.copyFromUtf8("attributes"))
                        .build(),
                notValid(2, 65001, 64500, 64497)
                        .setOrigin(OriginState.ORIGIN_INVALID)
                        .setOriginReason("as")
                        .setAnnouncement(Announcement.newBuilder().setBgpsecPath(ByteString.copyFromUtf8("path")))
                        .build(),
                valid(65001, 64496)
                        .setStateValue(99)
                        .setOriginValue(99)
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .addField(
                                        200,
                                        UnknownFieldSet.Field.newBuilder()
                                                .addVarint(1)
                                                .build())
                                .build())
                        .build());
    }

    @ParameterizedTest
    @MethodSource("verdicts")
    void joinsTheParts(Verdict verdict) {
        for (RouteKey key : List.of(key("2001:db8::1/128", 1, 9), key("10.0.0.0/24", 1))) {
            assertThat(route(key, verdict).verdict()).isEqualTo(verdict);
            Route stored = table.get(key).orElseThrow();
            assertThat(withTimesOf(stored.verdict(), verdict)).isEqualTo(verdict);
            assertThat(verdict.getValidatedUs() - stored.verdict().getValidatedUs())
                    .isBetween(0L, 1_000_000L);
        }
    }

    /** Bytes that protobuf can decode give the same verdict, and all others are refused. */
    @ParameterizedTest
    @MethodSource("verdicts")
    void agreesWithProtobufAboutAnyBytes(Verdict verdict) {
        Random random = new Random(verdict.getSerializedSize());
        RouteKey key = key("10.0.0.0/24", 1);
        for (int i = 0; i < 3000; i++) {
            byte[] bytes = mutated(verdict, random);
            Verdict expected;
            try {
                expected = Verdict.parseFrom(bytes);
            } catch (InvalidProtocolBufferException e) {
                assertThatIllegalArgumentException().isThrownBy(() -> table.applyVerdict(key.toBytes(), bytes));
                continue;
            }
            Route after = table.applyVerdict(key.toBytes(), bytes).after();
            assertThat(Objects.requireNonNull(after).verdict()).isEqualTo(expected);
        }
    }

    private static byte[] mutated(Verdict verdict, Random random) {
        byte[] bytes = verdict.toByteArray();
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            switch (random.nextInt(3)) {
                case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
                default -> {
                    byte[] single = {Verdict.AS_PATH_FIELD_NUMBER << 3, (byte) random.nextInt(128)};
                    int end = bytes.length;
                    bytes = Arrays.copyOf(bytes, end + single.length);
                    System.arraycopy(single, 0, bytes, end, single.length);
                }
            }
        }
        return bytes;
    }

    private static Verdict withTimesOf(Verdict verdict, Verdict from) {
        return verdict.toBuilder()
                .setReceivedUs(from.getReceivedUs())
                .setValidatedUs(from.getValidatedUs())
                .build();
    }

    @Test
    void decodesTheFieldsForLookUps() {
        RouteKey key = key("2001:db8::1/128", 1, 1L << 31);
        Route route = route(key, notValid(2, 65001, 64500, 64497).setEpoch(7).build());
        assertThat(route.key()).isEqualTo(key);
        assertThat(route.state()).isEqualTo(PathState.NOT_VALID);
        assertThat(route.rules()).isEqualTo(EnumSet.of(Rule.SIGNATURE_MISMATCH));
        assertThat(route.epoch()).isEqualTo(7);
        assertThat(route.signed()).isTrue();
        assertThat(route.passes(64500)).isTrue();
        assertThat(route.passes(64501)).isFalse();
        assertThat(route.originatedBy(64497)).isTrue();
        assertThat(route.originatedBy(65001)).isFalse();
    }

    @Test
    void unknownStatesOfANewerValidatorAreUnverified() {
        Route route = route(
                key("10.0.0.0/24", 1),
                unsigned(65001).setStateValue(99).setOriginValue(99).build());
        assertThat(route.state()).isEqualTo(PathState.UNVERIFIED);
        assertThat(route.origin()).isEqualTo(OriginVerdict.UNVERIFIED);
        assertThat(route.signed()).isFalse();
    }

    @Test
    void refusesUndecodableVerdictsAtOnce() {
        ByteString noText = ByteString.copyFrom(new byte[] {(byte) 0xff});
        Verdict badReason = Verdict.newBuilder()
                .setOriginReasonBytes(ByteString.copyFromUtf8("as"))
                .build();
        byte[] bytes = badReason.toByteArray();
        bytes[bytes.length - 1] = noText.byteAt(0);
        assertThatIllegalArgumentException().isThrownBy(() -> parts.read(bytes));
        byte[] key = key("10.0.0.0/24", 1).toBytes();
        table.applySession(
                sessionId(1).bytes().toArray(), session(1, 1, 1).build().toByteArray());
        byte[] badHop = {Verdict.HOPS_FIELD_NUMBER << 3 | 2, 1, 1};
        assertThatIllegalArgumentException().isThrownBy(() -> table.applyVerdict(key, badHop));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> table.past(key, badHop).isPresent());
        assertThat(table.size()).isZero();
    }

    private Route route(RouteKey key, Verdict verdict) {
        table.applySession(
                key.session().bytes().toArray(), session(1, 1, 1).build().toByteArray());
        return Objects.requireNonNull(
                table.applyVerdict(key.toBytes(), verdict.toByteArray()).after());
    }
}
