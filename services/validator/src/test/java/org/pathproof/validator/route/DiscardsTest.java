// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.Announcement;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.routes.ContractTypes;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.Serial;
import org.pathproof.validator.route.RouteRecord.Announced;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.stream.Events;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests that findings about discarded attributes stay visible and change no state (RFC 7606 section 2). */
class DiscardsTest {
    private static final RouteKey ROUTE = Events.route("198.51.100.0/24", 1);
    private static final Bytes KEY = Bytes.wrap(ROUTE.toBytes());
    private static final Finding DISCARD = ContractTypes.toContract(
            org.pathproof.bgpsec.Finding.ofPath(Rule.ATTRIBUTE_DISCARDED, "AGGREGATOR has AS 0."));
    private static final PathVerifier NONE = (_, _) -> {
        throw new AssertionError("no signature to verify");
    };
    private static final RpkiSnapshot BEFORE =
            RpkiSnapshot.of(1, new Serial(1), List.of(new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64501)));
    private static final RpkiSnapshot AFTER =
            RpkiSnapshot.of(1, new Serial(2), List.of(new Vrp(Prefix.parse("198.51.100.0/24"), 24, 64502)));

    private static Incoming incoming(Finding... discards) {
        Announcement announcement = Announcement.newBuilder()
                .addAsPath(64501)
                .setOriginAs(64501)
                .addAllDiscards(List.of(discards))
                .build();
        return Incoming.of(new Announced(ROUTE, announcement, ByteString.EMPTY, 3, 1));
    }

    private static Row stored(Row row) {
        KeyValueStore<Bytes, byte[]> store = RouteTable.stores().get();
        RouteTable table = new RouteTable(store, (PagedStore) store);
        table.put(KEY, null, row);
        return Objects.requireNonNull(table.get(KEY)).row();
    }

    @Test
    void aPlainRouteStaysUnsignedWithItsFinding() {
        Row row = stored(RouteValidator.announced(incoming(DISCARD), null, Optional.of(BEFORE), NONE, 2));
        assertThat(row.verdict().getState()).isEqualTo(PathState.UNSIGNED);
        assertThat(row.verdict().getOrigin()).isEqualTo(OriginState.ORIGIN_VALID);
        assertThat(row.verdict().getFindingsList()).containsExactly(DISCARD);
        Row again = stored(RouteValidator.revalidate(ROUTE, row, AFTER, NONE, 3));
        assertThat(again.verdict().getOrigin()).isEqualTo(OriginState.ORIGIN_INVALID);
        assertThat(again.verdict().getFindingsList()).containsExactly(DISCARD);
        assertThat(RouteValidator.revalidate(ROUTE, again, AFTER, NONE, 4)).isSameAs(again);
    }

    @Test
    void aRepeatedAnnouncementHasTheSameFinding() {
        Row row = stored(RouteValidator.announced(incoming(DISCARD), null, Optional.of(BEFORE), NONE, 2));
        assertThat(RouteValidator.isRepeated(incoming(DISCARD), row)).isTrue();
        assertThat(RouteValidator.isRepeated(incoming(), row)).isFalse();
        Row without = stored(RouteValidator.announced(incoming(), null, Optional.of(BEFORE), NONE, 2));
        assertThat(RouteValidator.isRepeated(incoming(), without)).isTrue();
        assertThat(RouteValidator.isRepeated(incoming(DISCARD), without)).isFalse();
    }

    @Test
    void aFailureDoesNotHideTheFinding() {
        Row row = RouteValidator.announced(incoming(DISCARD), null, Optional.of(BEFORE), NONE, 2);
        Row failed = stored(FailedValidation.unverifiedRow(row, new IllegalStateException("a defect"), 3));
        assertThat(failed.isFailed()).isTrue();
        assertThat(failed.verdict().getFindingsList()).contains(DISCARD);
        Row again = RouteValidator.revalidate(ROUTE, failed, BEFORE, NONE, 4);
        assertThat(again.isFailed()).isFalse();
        assertThat(again.verdict().getFindingsList()).containsExactly(DISCARD);
        Row first = FailedValidation.announced(incoming(DISCARD), new IllegalStateException("a defect"), 3);
        assertThat(first.verdict().getFindingsList()).hasSize(2).contains(DISCARD);
    }

    /** A proof outlives the announcement; so does the finding. */
    @Test
    void aValidPathKeepsTheFindingWhileItsKeyIsWithdrawnAndLater() {
        ByteString ski = ByteString.copyFrom(new byte[20]);
        Verdict valid = Verdict.newBuilder()
                .setState(PathState.VALID)
                .setEpoch(3)
                .addAsPath(64501)
                .setOriginAs(64501)
                .addHops(Hop.newBuilder().setAsn(64501).setPcount(1).setSki(ski))
                .addFindings(DISCARD)
                .build();
        Row row = stored(new Row(
                3,
                ByteString.copyFrom(new byte[16]),
                0,
                valid,
                List.of(ProofKey.named(ByteString.copyFrom(new byte[16]))),
                null,
                0));
        assertThat(row.verdict().getFindingsList()).containsExactly(DISCARD);
        Row withdrawn = stored(RouteValidator.revalidate(ROUTE, row, BEFORE, NONE, 4));
        assertThat(withdrawn.verdict().getState()).isEqualTo(PathState.NOT_VALID);
        assertThat(withdrawn.verdict().getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("key-withdrawn", "attribute-discarded");
        Row untrusted = stored(UntrustedProof.of(row));
        assertThat(untrusted.isUntrusted()).isTrue();
        assertThat(untrusted.verdict().getFindingsList())
                .extracting(Finding::getRule)
                .containsExactly("proof-doubted", "attribute-discarded");
    }
}
