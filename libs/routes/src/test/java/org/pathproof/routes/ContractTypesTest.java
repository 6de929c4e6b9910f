// SPDX-License-Identifier: Apache-2.0
package org.pathproof.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pathproof.bgpsec.Finding;
import org.pathproof.bgpsec.OriginState;
import org.pathproof.bgpsec.PathContext;
import org.pathproof.bgpsec.PathState;
import org.pathproof.bgpsec.Rule;
import org.pathproof.contracts.v1.Hop;
import org.pathproof.contracts.v1.PeerRelation;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.bmp.RibView;

final class ContractTypesTest {
    @ParameterizedTest
    @EnumSource
    void pathStatesKeepTheirNames(PathState state) {
        assertThat(ContractTypes.toContract(state).name()).isEqualTo(state.name());
        assertThat(ContractTypes.toDomain(ContractTypes.toContract(state))).isEqualTo(state);
    }

    @ParameterizedTest
    @EnumSource
    void originStatesKeepTheirNames(OriginState state) {
        assertThat(ContractTypes.toContract(state).name()).isEqualTo("ORIGIN_" + state.name());
        assertThat(ContractTypes.toDomain(ContractTypes.toContract(state))).contains(state);
    }

    @ParameterizedTest
    @EnumSource
    void viewsKeepTheirNames(RibView view) {
        assertThat(ContractTypes.toContract(view).name()).isEqualTo(view.name());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNRECOGNIZED")
    void relationsKeepTheirNames(PeerRelation relation) {
        assertThat(ContractTypes.toDomain(relation).name()).isEqualTo(relation.name());
    }

    @Test
    void anUnknownValueBecomesTheWeakestStatement() {
        org.pathproof.contracts.v1.PathState noState = org.pathproof.contracts.v1.PathState.forNumber(99);
        org.pathproof.contracts.v1.OriginState noOrigin = org.pathproof.contracts.v1.OriginState.forNumber(99);

        assertThat(ContractTypes.toDomain(noState)).isEqualTo(PathState.UNVERIFIED);
        assertThat(ContractTypes.toDomain(org.pathproof.contracts.v1.PathState.UNRECOGNIZED))
                .isEqualTo(PathState.UNVERIFIED);
        assertThat(ContractTypes.toDomain(noOrigin)).isEmpty();
        assertThat(ContractTypes.toDomain(org.pathproof.contracts.v1.OriginState.UNRECOGNIZED))
                .isEmpty();
        assertThat(ContractTypes.toDomain(org.pathproof.contracts.v1.OriginState.ORIGIN_UNVERIFIED))
                .isEmpty();
        assertThat(ContractTypes.toDomain(PeerRelation.UNRECOGNIZED)).isEqualTo(PathContext.PeerRelation.EXTERNAL);
    }

    @ParameterizedTest
    @EnumSource
    void theRuleOfAFindingIsFoundAgain(Rule rule) {
        assertThat(ContractTypes.rule(ContractTypes.toContract(Finding.ofPath(rule, "text"))))
                .contains(rule);
    }

    @Test
    void anUnknownRuleIsEmpty() {
        assertThat(ContractTypes.rule(org.pathproof.contracts.v1.Finding.newBuilder()
                        .setRule("no-such-rule")
                        .build()))
                .isEmpty();
    }

    /** Earlier validators wrote the result of each hop. */
    @Test
    void onlyTheHopsOfAValidVerdictVerifiedWithoutAResult() {
        Hop without = Hop.getDefaultInstance();
        Hop verified = Hop.newBuilder().setResult("verified").build();
        Hop notFound = Hop.newBuilder().setResult("key-not-found").build();
        for (var state : org.pathproof.contracts.v1.PathState.values()) {
            boolean valid = state == org.pathproof.contracts.v1.PathState.VALID;
            assertThat(ContractTypes.resultOf(without, state)).isEqualTo(valid ? "verified" : "");
            assertThat(ContractTypes.resultOf(verified, state)).isEqualTo("verified");
            assertThat(ContractTypes.resultOf(notFound, state)).isEqualTo("key-not-found");
        }
    }

    @Test
    void findingsKeepTheirHopAsAndSki() {
        Bytes ski = Bytes.fromHex("0102");

        org.pathproof.contracts.v1.Finding ofHop = ContractTypes.toContract(
                Finding.ofHop(Rule.KEY_NOT_FOUND, 2, 4_200_000_001L, Optional.of(ski), "no key"));
        org.pathproof.contracts.v1.Finding ofPath = ContractTypes.toContract(Finding.ofPath(Rule.AS_LOOP, "loop"));

        assertThat(ofHop.getRule()).isEqualTo("key-not-found");
        assertThat(ofHop.getHop()).isEqualTo(2);
        assertThat(Integer.toUnsignedLong(ofHop.getAsn())).isEqualTo(4_200_000_001L);
        assertThat(ofHop.getSki().toByteArray()).isEqualTo(ski.toArray());
        assertThat(ofHop.getMessage()).isEqualTo("no key");
        assertThat(ofPath.getHop()).isZero();
        assertThat(ofPath.hasAsn()).isFalse();
        assertThat(ofPath.getSki().isEmpty()).isTrue();
    }

    @Test
    void encodesAFamilyAsOneNumber() {
        assertThat(ContractTypes.toContract(AfiSafi.IPV6_UNICAST)).isEqualTo(0x201);
        assertThat(ContractTypes.family(0x201)).isEqualTo(AfiSafi.IPV6_UNICAST);
        assertThat(ContractTypes.family(ContractTypes.toContract(new AfiSafi(25, 128))))
                .isEqualTo(new AfiSafi(25, 128));
    }
}
