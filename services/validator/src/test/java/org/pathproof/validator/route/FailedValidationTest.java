// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.stream.Events;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

class FailedValidationTest {
    private static final RouteKey ROUTE = Events.route("198.51.100.0/24", 1);
    private static final Bytes KEY = Bytes.wrap(ROUTE.toBytes());

    private static Row unsigned() {
        Verdict verdict = Verdict.newBuilder()
                .setState(PathState.UNSIGNED)
                .setOrigin(OriginState.ORIGIN_VALID)
                .setOriginAs(64501)
                .setEpoch(3)
                .build();
        return new Row(3, ByteString.EMPTY, 0, verdict, List.of(), null, 0);
    }

    @Test
    void keepsAPlainRouteUnsignedWithAnUnverifiedOrigin() {
        Row failed = FailedValidation.unverifiedRow(unsigned(), new IllegalStateException("a defect"), 17);
        assertThat(failed.isFailed()).isTrue();
        assertThat(failed.verdict().getState()).isEqualTo(PathState.UNSIGNED);
        assertThat(failed.verdict().getOrigin()).isEqualTo(OriginState.ORIGIN_UNVERIFIED);
        RpkiSnapshot rpki =
                RpkiSnapshot.of(1, new Serial(1), List.of(new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64501)));
        Row again = RouteValidator.revalidate(
                ROUTE,
                failed,
                rpki,
                (_, _) -> {
                    throw new AssertionError("plain BGP has no path to validate");
                },
                18);
        assertThat(again.isFailed()).isFalse();
        assertThat(RouteValidator.isSame(again.verdict(), unsigned().verdict())).isTrue();
    }

    /** An origin that may be another AS is not invalid, and its row survives the encoding of the store. */
    @Test
    void anUncertainOriginIsUnverifiedWithItsReason() {
        Verdict uncertain =
                unsigned().verdict().toBuilder().setOriginUncertain(true).build();
        Row row = new Row(3, ByteString.EMPTY, 0, uncertain, List.of(), null, 0);
        RpkiSnapshot rpki =
                RpkiSnapshot.of(1, new Serial(1), List.of(new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64999)));
        PathVerifier none = (_, _) -> {
            throw new AssertionError("plain BGP has no path to validate");
        };
        Row after = RouteValidator.revalidate(ROUTE, row, rpki, none, 18);
        assertThat(after.verdict().getOrigin()).isEqualTo(OriginState.ORIGIN_UNVERIFIED);
        assertThat(after.verdict().getOriginReason()).isEqualTo("origin-unknown");
        assertThat(after.verdict().hasRpkiSerial()).isTrue();

        KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
        RouteTable table = new RouteTable(store, (PagedStore) store);
        table.put(KEY, null, after);
        Verdict kept = Objects.requireNonNull(table.get(KEY)).row().verdict();
        assertThat(kept.getOriginUncertain()).isTrue();
        assertThat(kept.getOriginReason()).isEqualTo("origin-unknown");
    }

    @Test
    void returnsTheSameRowForTheSameFailure() {
        Row failed = FailedValidation.unverifiedRow(unsigned(), new IllegalStateException("a defect"), 17);
        assertThat(FailedValidation.unverifiedRow(failed, new IllegalStateException("a defect"), 18))
                .isSameAs(failed);
    }

    /** The health of the validator depends on the number of failed routes right after a start. */
    @Test
    void countsFailedRoutesAfterTheTableIsOpenedAgain() {
        KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
        RouteTable table = new RouteTable(store, (PagedStore) store);
        table.put(KEY, null, unsigned());
        assertThat(table.counts().failed()).isZero();
        KeptRow before = Objects.requireNonNull(table.get(KEY));
        table.put(KEY, before, FailedValidation.unverifiedRow(unsigned(), new StackOverflowError(), 17));
        RouteTable again = new RouteTable(store, (PagedStore) store);
        assertThat(List.of(table.counts().failed(), again.counts().failed())).containsExactly(1L, 1L);
        assertThat(again.counts().count(PathState.UNSIGNED)).isOne();
        KeptRow kept = Objects.requireNonNull(again.get(KEY));
        assertThat(kept.isFailed()).isTrue();
        assertThat(kept.state()).isEqualTo(PathState.UNSIGNED);
        again.put(KEY, kept, unsigned());
        assertThat(again.counts().failed()).isZero();
        again.delete(KEY, Objects.requireNonNull(again.get(KEY)));
        assertThat(again.counts().all()).isZero();
        assertThat(again.counts().failed()).isZero();
    }
}
