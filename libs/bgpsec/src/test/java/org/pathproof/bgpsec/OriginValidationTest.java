// SPDX-License-Identifier: Apache-2.0
package org.pathproof.bgpsec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Vrp;

/** Tests origin validation (RFC 6811 section 2). */
class OriginValidationTest {
    private static final Vrp AS64500_VRP = vrp("10.0.0.0/8", 16, 64500);
    private static final Vrp AS64501_VRP = vrp("10.0.0.0/16", 24, 64501);
    private static final Vrp AS0_VRP = vrp("10.0.0.0/8", 32, 0);

    @Test
    void isNotFoundWithoutACoveringVrp() {
        OriginValidation validation = validate("10.0.0.0/8", 64500);
        assertThat(validation.state()).isEqualTo(OriginState.NOT_FOUND);
        assertThat(validation.reason()).isEmpty();
        assertThat(validate("11.0.0.0/8", 64500, AS64500_VRP).state()).isEqualTo(OriginState.NOT_FOUND);
        assertThat(validate("8.0.0.0/6", 64500, AS64500_VRP).state()).isEqualTo(OriginState.NOT_FOUND);
        assertThat(validate("2001:db8::/32", 64500, vrp("0.0.0.0/0", 32, 64500)).state())
                .isEqualTo(OriginState.NOT_FOUND);
    }

    @Test
    void isValidWithOneMatchingVrp() {
        OriginValidation validation = validate("10.0.0.0/16", 64500, AS64500_VRP, AS64501_VRP, AS0_VRP);
        assertThat(validation.state()).isEqualTo(OriginState.VALID);
        assertThat(validation.reason()).isEmpty();
        assertThat(validation.matched()).containsExactly(AS64500_VRP);
        assertThat(validation.unmatchedAs()).containsExactly(AS64501_VRP, AS0_VRP);
        assertThat(validate("10.0.0.0/8", 64500, AS64500_VRP).state()).isEqualTo(OriginState.VALID);
    }

    @Test
    void isInvalidByLength() {
        OriginValidation validation = validate("10.0.0.0/17", 64500, AS64500_VRP);
        assertThat(validation.state()).isEqualTo(OriginState.INVALID);
        assertThat(validation.reason()).contains("length");
        assertThat(validation.unmatchedLength()).containsExactly(AS64500_VRP);
    }

    @Test
    void isInvalidByAs() {
        OriginValidation validation = validate("10.0.0.0/16", 64502, AS64500_VRP, AS64501_VRP);
        assertThat(validation.state()).isEqualTo(OriginState.INVALID);
        assertThat(validation.reason()).contains("as");
        assertThat(validation.unmatchedAs()).containsExactly(AS64500_VRP, AS64501_VRP);
    }

    /** Routinator gives the AS as the reason if one VRP fails only because of its AS. */
    @Test
    void givesTheAsAsReasonBeforeTheLength() {
        OriginValidation validation = validate("10.0.0.0/17", 64500, AS64500_VRP, AS64501_VRP);
        assertThat(validation.reason()).contains("as");
        assertThat(validation.unmatchedLength()).containsExactly(AS64500_VRP);
        assertThat(validation.unmatchedAs()).containsExactly(AS64501_VRP);
    }

    @Test
    void as0MatchesNoRoute() {
        assertThat(validate("10.0.0.0/16", 64500, AS0_VRP).state()).isEqualTo(OriginState.INVALID);
        assertThat(validate("10.0.0.0/16", 0, AS0_VRP).state()).isEqualTo(OriginState.INVALID);
    }

    @Test
    void aRouteWithoutOriginMatchesNoVrp() {
        OriginValidation validation =
                OriginValidation.of(Prefix.parse("10.0.0.0/16"), OptionalLong.empty(), prefix -> List.of(AS64500_VRP));
        assertThat(validation.state()).isEqualTo(OriginState.INVALID);
        assertThat(validation.reason()).contains("as");
    }

    /** The state of a route with an unknown origin AS is given only if it is the same for every AS. */
    @Test
    void anUncertainOriginIsNeverInvalidByIgnorance() {
        assertThat(state("10.0.0.0/16", RouteOrigin.UNKNOWN, AS64500_VRP)).isEmpty();
        assertThat(state("10.0.0.0/16", RouteOrigin.probably(64502), AS64500_VRP))
                .isEmpty();
        assertThat(state("10.0.0.0/16", RouteOrigin.probably(64500), AS64500_VRP))
                .contains(OriginState.VALID);
        assertThat(state("11.0.0.0/16", RouteOrigin.UNKNOWN, AS64500_VRP)).contains(OriginState.NOT_FOUND);
        assertThat(state("10.0.0.0/17", RouteOrigin.UNKNOWN, AS64500_VRP)).contains(OriginState.INVALID);
        assertThat(state("10.0.0.0/16", RouteOrigin.UNKNOWN, AS0_VRP)).contains(OriginState.INVALID);
        assertThat(state("10.0.0.0/16", RouteOrigin.of(64502), AS64500_VRP)).contains(OriginState.INVALID);
        assertThat(state("10.0.0.0/16", RouteOrigin.NONE, AS64500_VRP)).contains(OriginState.INVALID);
    }

    private static Optional<OriginState> state(String prefix, RouteOrigin origin, Vrp... vrps) {
        return OriginValidation.of(
                        Prefix.parse(prefix),
                        origin,
                        p -> List.of(vrps).stream()
                                .filter(v -> v.prefix().covers(p))
                                .toList())
                .map(OriginValidation::state);
    }

    private static OriginValidation validate(String prefix, long origin, Vrp... vrps) {
        return OriginValidation.of(
                Prefix.parse(prefix),
                OptionalLong.of(origin),
                p -> List.of(vrps).stream().filter(v -> v.prefix().covers(p)).toList());
    }

    private static Vrp vrp(String prefix, int maxLength, long asn) {
        return new Vrp(Prefix.parse(prefix), maxLength, asn);
    }
}
